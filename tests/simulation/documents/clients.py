"""What do callers of the Documents API ask, and what are they told?"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import document_id_for
from batchbell.domain.item import Item, ItemState
from batchbell.domain.standard_webhooks import secret_of
from tests.flow.pump import Pump
from tests.functions.document_callers import Answer, DocumentCaller
from tests.memory.submissions import TENANT
from tests.simulation.actors import Actor
from tests.simulation.documents.answers import DocumentAnswers, Told
from tests.simulation.documents.outside import BESIDE, DocumentKind, content_of, rows_of
from tests.simulation.documents.registrations import Registrations
from tests.simulation.documents.uploads import BATCH_NAME, Uploads, items_of
from tests.simulation.numbers import timeout_ms
from tests.simulation.system import System
from tests.simulation.violations import demand

FIELDS: tuple[tuple[str, ...], ...] = ((), ("total",), ("date", "shop"))
"""What is asked for, in turn."""
SUBMITS = ("submit", "upload", "upload anew", "process", "register")
_CANCELS = ("delete document", "delete", "purge", "unregister")
_ABOUT_ONE = ("submit", "upload", "delete document", "read document", "send")
_ANEW = 100
"""So far from the first are the numbers of documents that are uploaded without a key."""
_BROKE = "Something went wrong here. Send the request again."


class DocumentClients:
    """Callers with one batch. Each call is an invocation; nobody repeats it without an answer."""

    def __init__(self, system: System, uploads: Uploads) -> None:
        self._system = system
        self.uploads = uploads
        self._prefix = "" if uploads.name == BATCH_NAME else BESIDE
        self._anew = uploads.first + _ANEW
        self._hex = (f"{number:064x}" for number in count(1 + (uploads.first << 16)))
        self._made: list[str] = []
        world = system.world
        self._caller = DocumentCaller(pump=Pump(world), random_hex=self._random_hex)
        self.answers = DocumentAnswers(world, uploads.key)
        self.registrations = Registrations(self._caller, uploads.name, self._heard)
        self.tried: set[int] = set()
        """The numbers of documents that somebody has begun to upload under their keys."""
        self.deleting = False
        self.claimed_before: frozenset[str] | None = None
        """The documents that had been claimed when the first DELETE of the batch was answered."""
        self._calls: dict[str, Callable[[int], None]] = {
            "submit": self._upload,
            "upload": self._upload,
            "upload anew": self._upload_anew,
            "process": self._process,
            "delete document": self._delete_document,
            "delete": self._delete,
            "purge": self._purge,
            "register": self.registrations.register,
            "unregister": self.registrations.unregister,
            "read": self._read,
            "read results": self._read_results,
            "read document": self._read_document,
        }

    def begin(self, call: str, number: int) -> None:
        """A call. `number` names a document, fields or a receiver."""
        if call in _ABOUT_ONE:
            number = self.uploads.first + number % len(self.uploads.kinds)
        if call == "send":
            self._send(number)
            return
        function = "StatusFunction"
        if call in SUBMITS:
            function = "SubmitFunction"
        elif call in _CANCELS:
            function = "CancelFunction"
        self._note(call, number)
        action = self._calls[call]
        name = (self._prefix + call).replace(" ", "_")
        self._system.enter(name, lambda: action(number), timeout_ms(function), _ended)

    @property
    def batch(self) -> Batch | None:
        """The record of the batch."""
        return self._system.world.records.batches.get(self.uploads.key)

    @property
    def items(self) -> list[Item]:
        """Those of the batch, in upload order."""
        return items_of(self._system.world, self.uploads.key)

    def possible(self) -> set[str]:
        """The ids of all documents that there may be."""
        keyed = {document_id_for(TENANT, key_of(number)) for number in self.tried}
        return keyed | {document_id_for(TENANT, made) for made in self._made}

    def secrets(self) -> set[str]:
        """All that may sign: those that were given, and those that were made."""
        made = {secret_of(bytes.fromhex(one)) for one in self._made if len(one) == 64}
        return self.registrations.secrets | made

    def unanswered(self) -> list[int]:
        """The numbers of those whose uploads were tried, and never answered."""
        by_id = {document_id_for(TENANT, key_of(number)): number for number in sorted(self.tried)}
        return [number for one, number in by_id.items() if one not in self.answers.uploaded]

    def _note(self, call: str, number: int) -> None:
        if call in ("submit", "upload"):
            self.tried.add(number)
        self.answers.purging = self.answers.purging or call == "purge"
        self.deleting = self.deleting or call == "delete"

    def _random_hex(self, digits: int) -> str:
        self._made.append(next(self._hex)[-digits:])
        return self._made[-1]

    def _upload(self, number: int) -> None:
        key, name = key_of(number), self.uploads.name
        if self.uploads.numbers[number].by_link:
            answer = self._caller.announce(key, filename="a.pdf", batch_name=name)
        else:
            answer = self._caller.upload(content_of(number), key, batch_name=name)
        if self._taken(answer):
            right = document_id_for(TENANT, key_of(number))
            demand(answer.body["id"] == right, "an upload became another document")

    def _upload_anew(self, number: int) -> None:
        """Without a key: each is another document."""
        before = set(self.answers.uploaded)
        answer = self._caller.upload(content_of(self._anew + number), batch_name=self.uploads.name)
        if self._taken(answer):
            demand(answer.body["id"] not in before, "two uploads became one document")

    def _taken(self, answer: Answer) -> bool:
        if not self._heard(answer):
            return False
        if answer.status != 201:
            deleted = answer.status == 409 and self.deleting
            demand(deleted or self._gone(answer), f"an upload was answered {answer.status}")
            return False
        told = {name: value for name, value in answer.body.items() if name != "upload"}
        self.answers.take_document(told, (), self._rows())
        self.answers.uploaded.add(answer.body["id"])
        return True

    def _send(self, number: int) -> None:
        """A caller that was given a link sends the bytes by it."""
        document = document_id_for(TENANT, key_of(number))
        now, world = self._system.clock(), self._system.world
        found = world.records.documents.get((TENANT, document))
        linked = self.uploads.numbers[number] is DocumentKind.LINKED
        takes = found is not None and now <= (found.bytes_until or 0)
        if linked and takes and not self.answers.purging:
            world.files.stored[TENANT, document] = content_of(number)

    def _process(self, number: int) -> None:
        told, uploaded = list(self.answers.jobs), set(self.answers.uploaded)
        answer = self._caller.process(self.uploads.name, *FIELDS[number % len(FIELDS)])
        if not self._heard(answer):
            return
        if answer.status == 402:
            demand(self._system.scenario.granted < 100, "402, and there are credits enough")
            return
        if self._known(answer, uploaded, 202):
            self.answers.take_batch(answer.body, told, uploaded)
            self._check_handed_over(uploaded)

    def _check_handed_over(self, uploaded: set[str]) -> None:
        """All that was uploaded before is with the workers, or on its way with another's call."""
        batch = self.batch
        assert batch is not None
        if batch.fence is not None:
            return
        below = batch.hand_over.below if batch.hand_over is not None else 0
        for item in self.items:
            left = item.document in uploaded and item.state is ItemState.UPLOADED
            demand(not left or item.key.index < below, "processed, and a document was left out")

    def _delete_document(self, number: int) -> None:
        document = document_id_for(TENANT, key_of(number))
        told, known = list(self.answers.documents.get(document, [])), set(self.answers.uploaded)
        answer = self._caller.call("DELETE", f"/documents/{document}")
        if not self._heard(answer):
            return
        records = self._system.world.records
        place = records.documents.get((TENANT, document))
        item = records.item(place.item) if place is not None else None
        if answer.status == 409:
            waits = (ItemState.UPLOADED, ItemState.QUEUED, ItemState.CANCELED)
            demand(item is not None and item.state not in waits, "409, and nobody has begun it")
        elif answer.status == 404:
            demand(document not in known, "a document that was uploaded is unknown")
        elif not self._gone(answer):
            demand(answer.status == 200, f"a DELETE was answered {answer.status}")
            demand(answer.body["status"] == "canceled", "a DELETE that canceled nothing")
            self.answers.take_document(answer.body, told, ())

    def _delete(self, number: int) -> None:
        told, uploaded = list(self.answers.jobs), set(self.answers.uploaded)
        answer = self._caller.call("DELETE", f"/batches/{self.uploads.name}")
        if not self._heard(answer) or not self._known(answer, uploaded, 200):
            return
        demand(answer.body["queued"] == 0, "deleted, and documents wait")
        batch = self.batch
        demand(batch is not None and batch.fence is not None, "deleted, and no fence is up")
        self.answers.take_batch(answer.body, told, uploaded)
        if self.claimed_before is None:
            claimed = [item.document for item in self.items if item.attempt > 0]
            self.claimed_before = frozenset(one or "" for one in claimed)

    def _purge(self, number: int) -> None:
        uploaded = set(self.answers.uploaded)
        path = f"/batches/{self.uploads.name}"
        answer = self._caller.call("DELETE", path, query={"purge": "true"})
        if self._heard(answer) and answer.status != 409 and self._known(answer, uploaded, 200):
            self.answers.purged = True

    def _read(self, number: int) -> None:
        told, uploaded = list(self.answers.jobs), set(self.answers.uploaded)
        purged = self.answers.purged
        answer = self._caller.batch(self.uploads.name)
        if self._heard(answer) and self._known(answer, uploaded, 200):
            demand(not purged, "an erased batch still answers")
            self.answers.take_batch(answer.body, told, uploaded)

    def _read_results(self, number: int) -> None:
        answers = self.answers
        told, uploaded = list(answers.jobs), set(answers.uploaded)
        before = {one: list(documents) for one, documents in answers.documents.items()}
        purged = answers.purged
        answer = self._caller.results(self.uploads.name)
        if self._heard(answer) and self._known(answer, uploaded, 200):
            demand(not purged, "an erased batch still answers")
            answers.take_batch(answer.body, told, uploaded)
            answers.take_results(answer.body, uploaded)
            for one in answer.body["documents"]:
                answers.take_document(one, before.get(one["id"], ()), self._rows())

    def _read_document(self, number: int) -> None:
        document = document_id_for(TENANT, key_of(number))
        told, known = list(self.answers.documents.get(document, [])), set(self.answers.uploaded)
        answer = self._caller.document(document)
        if not self._heard(answer):
            return
        if answer.status == 404:
            demand(document not in known, "a document that was uploaded is unknown")
        elif not self._gone(answer):
            self.answers.take_document(answer.body, told, self._rows())

    def _rows(self) -> Sequence[Any]:
        numbers = [*self.uploads.numbers, *range(self._anew, self._anew + 12)]
        return [rows_of(number, names) for number in numbers for names in FIELDS]

    def _known(self, answer: Answer, uploaded: set[str], right: int) -> bool:
        """Whether the answer is about the batch; 404 only while nothing was uploaded."""
        if answer.status == 404:
            demand(not uploaded, "a batch that was uploaded to is unknown")
            return False
        if self._gone(answer):
            return False
        demand(answer.status == right, f"answered {answer.status}, not {right}")
        return True

    def _gone(self, answer: Answer) -> bool:
        demand(answer.status != 410 or self.answers.purging, "a batch is gone that nobody erased")
        return answer.status == 410

    def _heard(self, answer: Answer) -> bool:
        """Whether there is an answer; none without a fault."""
        if answer.status != 500:
            return True
        actor = self._system.stage.current()
        told: Told = answer.body["error"]
        demand(told["message"] != _BROKE, "a request broke")
        demand(actor is not None and actor.harmed, "a request failed by itself")
        return False


def key_of(number: int) -> str:
    """The Idempotency-Key of a document."""
    return f"document-{number}"


def _ended(actor: Actor) -> None:
    """Whoever called has gone."""
