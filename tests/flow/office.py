"""What does a caller of the Documents API do, in a flow test?"""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

import pytest

from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.codes import DocumentReason, DocumentsCode, ErrorCode
from batchbell.domain.document import DocumentFields, Field
from batchbell.domain.errors import CallerError, DocumentFailed
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey, document_id_for, documents_key, fingerprint_of
from batchbell.domain.item import Item, ItemState
from batchbell.domain.standard_webhooks import secret_of
from batchbell.ports import Limits
from batchbell.usecases.add_document import Added, Upload, add_document
from batchbell.usecases.delete_documents import delete_batch, delete_document, purge_batch
from batchbell.usecases.hand_over import hand_over
from batchbell.usecases.read_document import DocumentView
from batchbell.usecases.read_job import JobView
from batchbell.usecases.register_webhook import (
    Registration,
    register_webhook,
    unregister_webhook,
)
from tests.flow.pump import Pump
from tests.flow.scene import empty_scene
from tests.memory.submissions import MONTH_MS, TENANT
from tests.memory.world import LIMITS

DAY_MS = 86_400_000
LINK_MS = 900_000
HOOK, OTHER_HOOK = "https://receiver.example/docs", "https://other.example/docs"
SECRET = secret_of(bytes(32))
BROKEN = DocumentFailed(DocumentReason.CORRUPT_FILE, "The file is damaged.")
TOTALS = DocumentFields((Field("total"),))
DATES = DocumentFields((Field("date", "when it was paid"),))
EVERYTHING = DocumentFields()


@dataclass
class Office:
    """A caller with one batch. Documents are known by a letter, which is also what they say; what
    says `x...` is broken.
    """

    pump: Pump
    name: str = "receipts"
    tenant: str = TENANT
    most_documents: int = 1_000
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> BatchKey:
        """Of the batch."""
        return documents_key(self.tenant, self.name)

    @property
    def batch(self) -> Batch:
        """The batch's record."""
        return self.pump.world.records.batches[self.key]

    @property
    def events(self) -> list[Event]:
        """All that is or was owed, oldest first."""
        return self.pump.world.events.read_all(self.key)

    @property
    def items(self) -> list[Item]:
        """The documents' records, in the order in which they were uploaded."""
        records = self.pump.world.records.items
        rows = [records.get((self.key, chunk), {}) for chunk in range(self.batch.chunks)]
        return [row[position] for row in rows for position in sorted(row)]

    @property
    def states(self) -> list[ItemState]:
        """What has become of each document."""
        return [item.state for item in self.items]

    def order(self, letter: str, *, link: bool = False) -> Upload:
        """The upload of a document."""
        now = self.pump.world.clock()
        self.ids[letter] = document_id_for(self.tenant, f"{self.name}-{letter}")
        if letter.startswith("x"):
            self.pump.engine.script.set(letter, BROKEN)
        return Upload(
            batch=self.key,
            document_id=self.ids[letter],
            filename=f"{letter}.pdf",
            fingerprint=fingerprint_of(letter),
            retention_ms=MONTH_MS,
            most_documents=self.most_documents,
            api="https://api.example/api/v1",
            content=None if link else letter.encode(),
            bytes_until=now + LINK_MS if link else None,
        )

    def upload(self, *letters: str, link: bool = False) -> list[Added]:
        """Uploads documents."""
        world = self.pump.world
        orders = [self.order(letter, link=link) for letter in letters]
        return [add_document(world.store, world.desk, order) for order in orders]

    def send(self, letter: str) -> None:
        """The bytes of a document come by its link."""
        self.pump.world.files.stored[self.tenant, self.ids[letter]] = letter.encode()

    def process(self, fields: DocumentFields = EVERYTHING) -> Batch:
        """Hands over what was uploaded."""
        world = self.pump.world
        return hand_over(world.store, world.desk, self.key, fields)

    def delete(self, letter: str) -> DocumentView:
        """Deletes a document."""
        world = self.pump.world
        return delete_document(world.store, world.desk, self.tenant, self.ids[letter])

    def delete_all(self) -> JobView:
        """Deletes the batch."""
        return delete_batch(self.pump.world.store, self.key)

    def purge(self) -> Batch:
        """Has the batch's content erased."""
        world = self.pump.world
        return purge_batch(world.store, world.desk, self.key)

    def register(self, url: str = HOOK, secret: str = SECRET) -> Webhook:
        """Registers a receiver."""
        world = self.pump.world
        return register_webhook(
            world.store, world.deliveries, lambda: SECRET, self.key, Registration(url, secret)
        )

    def unregister(self) -> None:
        """Unregisters it."""
        unregister_webhook(self.pump.world.store, self.key)

    def posts(self, url: str = HOOK) -> list[str]:
        """The ids of the events that a receiver was sent, in order."""
        posted = [post for post in self.pump.poster.posted if post.url == url]
        return [post.headers["webhook-id"] for post in posted]


def office(limits: Limits = LIMITS) -> Office:
    """A caller who has not done anything yet."""
    return Office(empty_scene(limits))


def second(first: Office, name: str = "letters") -> Office:
    """Another batch of the same tenant, in the same system."""
    return replace(first, name=name, ids={})


def refused(code: DocumentsCode | ErrorCode) -> AbstractContextManager[object]:
    """What is called within is refused with this code."""
    return pytest.raises(CallerError, check=lambda error: error.code is code)
