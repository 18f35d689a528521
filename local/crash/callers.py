"""Who submits, polls and cancels, and comes again when nobody answered?"""

import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from random import Random
from threading import Event

from local.client import Client
from local.crash.answers import Job, ended
from local.crash.asking import Asking, Stopped
from local.crash.case import Canceled, Case
from local.receiver import Receiver
from local.site import Site

SECRET = "crash - ünicode"  # noqa: S105 - signs webhooks on this machine
_PAUSE_SECONDS = (0.6, 1.8)
_FEW = 20
"""Batches up to this size are read with their content."""
_AFTER_CANCEL = {200: ("CANCELLED",), 409: ("COMPLETED", "FAILED")}


class Caller:
    """One caller with a key of its own."""

    def __init__(
        self, client: Client, asking: Asking, site: Site, stopping: Event, random: Random
    ) -> None:
        self._client = client
        self.asking = asking
        self._site = site
        self._stopping = stopping
        self._random = random

    def serve(self, waiting: "SimpleQueue[Case]", receivers: Sequence[Receiver]) -> None:
        """Take one batch after the other from submission to its end, until none waits."""
        try:
            while not self._stopping.is_set():
                case = waiting.get_nowait()
                self._submit(case, receivers[case.planned.hangs])
                self._follow(case)
        except (Empty, Stopped):
            return

    def watch(self, cases: Sequence[Case]) -> None:
        """Read whatever is open, beside its owner, until the run stops."""
        try:
            while not self._stopping.wait(self._random.uniform(*_PAUSE_SECONDS)):
                open_now = [case for case in cases if case.open]
                if open_now:
                    self._read(self._random.choice(open_now))
        except Stopped:
            return

    def _submit(self, case: Case, receiver: Receiver) -> None:
        planned = case.planned
        body = {
            "urls": planned.urls(self._site.url("")),
            "formats": ["metadata", *(["markdown"] if len(planned.pages) <= _FEW else [])],
            "webhook": {"url": receiver.url(case.hook), "secret": SECRET},
            "metadata": {"number": planned.number},
        }
        case.submitted_at = time.monotonic()
        for _ in range(1 + planned.repeated):
            answer = self.asking.answered(
                "POST", lambda: self._client.submit(body, f"crash-{planned.number}")
            )
            job_id = answer.data["id"]
            if case.job_id not in (None, job_id):
                case.problems.append(f"submitted again it became {job_id}")
            case.job_id = job_id

    def _follow(self, case: Case) -> None:
        """Poll to the end, cancel on the way if that is planned, and read once more."""
        while case.closed_at is None:
            self._read(case)
            if self._cancel_is_due(case):
                self._cancel(case)
            self._stopping.wait(self._random.uniform(*_PAUSE_SECONDS))
        self._read(case)

    def _read(self, case: Case) -> Job:
        before = case.latest
        job = self.asking.answered("GET", lambda: self._client.read(str(case.job_id))).data
        case.told(before, job)
        return job

    def _cancel_is_due(self, case: Case) -> bool:
        share = case.planned.cancel_at
        if share is None or case.canceled or case.latest is None or case.closed_at is not None:
            return False
        return ended(case.latest) >= share * len(case.planned.pages)

    def _cancel(self, case: Case) -> None:
        answer = self.asking.answered("DELETE", lambda: self._client.cancel(str(case.job_id)))
        if answer.status == 200:
            asked = frozenset(case.asked(self._site.seen))
            case.canceled = Canceled(time.time_ns() // 1_000_000, asked)
        status = self._read(case)["status"]
        if status not in _AFTER_CANCEL[answer.status]:
            case.problems.append(f"DELETE answered {answer.status}, the next GET {status}")
