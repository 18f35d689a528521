"""How is the code set up with a batch of documents, and what do its callers do?"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from batchbell.domain.batch import Webhook
from batchbell.domain.document import Document, DocumentFields
from batchbell.domain.identifiers import BatchKey, ItemKey, documents_key
from batchbell.ports import ItemMessage, Store
from batchbell.usecases.add_document import Upload, add_document
from batchbell.usecases.admit import begin
from batchbell.usecases.delete_documents import delete_batch, delete_document
from batchbell.usecases.hand_over import hand_over
from batchbell.usecases.register_webhook import Registration, register_webhook
from batchbell.usecases.work_documents import DocumentWork, work_documents
from tests.memory.submissions import TENANT
from tests.memory.world import World
from tests.model.records import FIRST
from tests.model.setting import Setting
from tests.model.twin.receivers import URLS
from tests.model.twin.stand_ins import LONG_PAST, Attempts, Deliveries, Engine

KEY = documents_key(TENANT, "receipts")
CREDITS = 1_000
_SECRET = "whsec_Wm9vIGtlZXBlcnMga2VlcCBzZWNyZXRzIHdlbGwhISE="  # a test's
_MONTH_MS = 30 * 86_400_000
_LINK_MS = 900_000
_MOST = 1_000


@dataclass(frozen=True, slots=True)
class Office:
    """What is done with documents. A document's id says its index, or the name of its upload."""

    setting: Setting
    world: World
    store: Store
    attempts: Attempts
    deliveries: Deliveries
    key: BatchKey = field(default=KEY)

    def open(self) -> None:
        """Documents wait for their caller; or they are handed over, and their messages wanted."""
        for index in range(self.setting.total):
            self.upload(index)
        if self.setting.webhook:
            self.register(FIRST)
        if self.setting.credits:
            self.world.money.budgets.grant(TENANT, CREDITS, None)
        if not self.setting.uploaded:
            self.hand_over()
            begin(self.store, self.key)

    def function_of(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object] | None:
        """The use case, given its arguments."""
        match kind:
            case "upload" | "register":
                call = self.upload if kind == "upload" else self.register
                return partial(call, *arguments)
            case "process":
                return self.hand_over
            case "delete":
                return partial(delete_batch, self.store, self.key)
            case "delete-document":
                return partial(self.delete_document, *arguments)
            case "message":
                message = ItemMessage(ItemKey(self.key, *arguments))
                return partial(work_documents, self.store, self._work, [message])
        return None

    def upload(self, name: int) -> object:
        """Of a document with its bytes, or a link to send them by."""
        linked = name in self.setting.linked
        upload = Upload(
            batch=self.key,
            document_id=document_id(name),
            filename="receipt.pdf",
            fingerprint="f1",
            retention_ms=_MONTH_MS,
            most_documents=_MOST,
            api="https://api.example",
            content=None if linked else b"receipt",
            bytes_until=self.store.now() + _LINK_MS if linked else None,
        )
        return add_document(self.store, self.world.desk, upload)

    def hand_over(self) -> object:
        """Always with the same fields."""
        return hand_over(self.store, self.world.desk, self.key, DocumentFields())

    def register(self, receiver: str) -> Webhook:
        """Always with the same secret."""
        registration = Registration(URLS[receiver], _SECRET)
        return register_webhook(
            self.store, self.deliveries, lambda: _SECRET, self.key, registration
        )

    def delete_document(self, chunk: int, position: int) -> object:
        """By its id."""
        item = self.world.records.item(ItemKey(self.key, chunk, position))
        name = "" if item is None else item.document or ""
        return delete_document(self.store, self.world.desk, TENANT, name)

    def send_bytes(self, chunk: int, position: int) -> None:
        """They come by the link."""
        document = self._document_at(chunk, position)
        self.world.files.stored[TENANT, document.file] = b"receipt"

    def end_link(self, chunk: int, position: int) -> None:
        """Nothing comes by it any more."""
        document = self._document_at(chunk, position)
        ended = replace(document, bytes_until=LONG_PAST)
        self.world.records.documents[TENANT, document.id] = ended

    def let_look_come(self) -> None:
        """The sweeper's next look at the batch has come."""
        batches = self.world.records.batches
        if batches[self.key].next_look is not None:
            batches[self.key] = batches[self.key].evolve(next_look=LONG_PAST)

    def _document_at(self, chunk: int, position: int) -> Document:
        item = self.world.records.items[self.key, chunk][position]
        return self.world.records.documents[TENANT, item.document or ""]

    @property
    def _work(self) -> DocumentWork:
        return DocumentWork(
            desk=self.world.desk,
            engine=Engine(self.setting, self.attempts),
            jitter=lambda: 0.0,
            remaining_ms=lambda: 900_000,
        )


def document_id(name: int) -> str:
    """Of an upload."""
    return f"doc_{name}"
