"""Who uploads, hands over, deletes and reopens, and comes again when nobody answered?"""

import time
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from random import Random
from threading import Event

from local.crash.asking import Asking, Stopped
from local.crash.document_case import DocumentCase
from local.crash.document_plan import BROKEN
from local.documents import Documents
from local.papers import FIELDS, broken, invoice
from local.receiver import Receiver

_PAUSE_SECONDS = (0.3, 1.0)


class DocumentCaller:
    """One caller with a key of its own."""

    def __init__(
        self, documents: Documents, asking: Asking, stopping: Event, random: Random
    ) -> None:
        self._documents = documents
        self.asking = asking
        self._stopping = stopping
        self._random = random

    def serve(self, waiting: "SimpleQueue[DocumentCase]", receiver: Receiver) -> None:
        """Take one batch after the other through all its rounds, until none waits."""
        try:
            while not self._stopping.is_set():
                case = waiting.get_nowait()
                case.began_at = time.monotonic()
                for number in range(len(case.planned.rounds)):
                    self._round(case, number, receiver)
                self._read_results(case)
                case.closed_at = time.monotonic()
        except (Empty, Stopped):
            return

    def _round(self, case: DocumentCase, number: int, receiver: Receiver) -> None:
        """Upload, hand over, perhaps delete, and wait until all is done."""
        planned = case.planned
        files = planned.rounds[number]
        ids = [self._upload(case, f"{number}-{n}", kind) for n, kind in enumerate(files)]
        if number == 0:
            self._register(case, receiver)
        for _ in range(1 + planned.repeated):
            self._call(case, "POST", f"/batches/{case.name}/process", 202, _asked())
        if planned.cancels:
            self._cancel(case, ids[-1])
        if planned.ends and number == len(planned.rounds) - 1:
            self._call(case, "DELETE", f"/batches/{case.name}", 200)
        self._follow(case)

    def _upload(self, case: DocumentCase, place: str, kind: str) -> str:
        """-> the document's id."""
        name = f"{case.name}-{place}"
        content = broken() if kind == BROKEN else invoice(name)
        ids = set()
        for _ in range(1 + case.planned.repeated):
            answer = self.asking.answered(
                "POST",
                lambda: self._documents.upload(content, f"{kind}.pdf", case.name, again=name),
            )
            ids.add(answer.data["id"])
        if len(ids) > 1:
            case.problems.append(f"uploaded again, {place} became {sorted(ids)}")
        return str(min(ids))

    def _register(self, case: DocumentCase, receiver: Receiver) -> None:
        webhook = {"url": receiver.url(case.hook), "secret": case.secret}
        self._call(case, "PUT", f"/batches/{case.name}/webhook", 200, webhook)

    def _cancel(self, case: DocumentCase, document_id: str) -> None:
        path = f"/documents/{document_id}"
        answer = self.asking.answered("DELETE", lambda: self._documents.call("DELETE", path))
        if answer.status == 200:
            case.canceled.add(document_id)
        elif answer.status != 409:
            case.problems.append(f"DELETE {path} answered {answer.status}: {answer.body}")

    def _follow(self, case: DocumentCase) -> None:
        """Poll until all is done."""
        done = False
        while not done:
            before = case.latest
            answer = self.asking.answered("GET", lambda: self._documents.batch(case.name))
            case.told(before, answer.data)
            done = answer.data["all_done"]
            case.generation = answer.data["generation"]
            self._stopping.wait(self._random.uniform(*_PAUSE_SECONDS))

    def _read_results(self, case: DocumentCase) -> None:
        answer = self.asking.answered("GET", lambda: self._documents.results(case.name))
        case.results = answer.data

    def _call(
        self,
        case: DocumentCase,
        method: str,
        path: str,
        expected: int,
        body: Mapping[str, object] | None = None,
    ) -> None:
        answer = self.asking.answered(method, lambda: self._documents.call(method, path, body))
        if answer.status != expected:
            case.problems.append(f"{method} {path} answered {answer.status}: {answer.body}")


def _asked() -> dict[str, object]:
    return {"fields": [{"name": name} for name in FIELDS]}
