"""What is a whole set of ports, in memory and on AWS?

Besides the ports a house has back doors, for what no port does: changes that somebody else may have
made, and a look at what was sent.
"""

from typing import Protocol

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Tally
from batchbell.ports import (
    Allowances,
    Batches,
    Deliveries,
    Events,
    ItemMessage,
    ItemQueue,
    Items,
    Keys,
    Rates,
    Results,
    Slots,
    Specs,
    Tallies,
    WebhookMessage,
    WebhookQueue,
)
from batchbell.ports.budgets import Budgets, Ledger
from batchbell.ports.documents import Documents, Files
from batchbell.ports.kept_pages import KeptPages
from tests.memory.budgets import MemoryBudgets, MemoryLedger
from tests.memory.world import memory_world


class House(Protocol):
    """Every port, empty at first."""

    @property
    def batches(self) -> Batches: ...
    @property
    def tallies(self) -> Tallies: ...
    @property
    def items(self) -> Items: ...
    @property
    def events(self) -> Events: ...
    @property
    def specs(self) -> Specs: ...
    @property
    def results(self) -> Results: ...
    @property
    def kept(self) -> KeptPages: ...
    @property
    def pages(self) -> ItemQueue: ...
    @property
    def webhooks(self) -> WebhookQueue: ...
    @property
    def deliveries(self) -> Deliveries: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def allowances(self) -> Allowances: ...
    @property
    def rates(self) -> Rates: ...
    @property
    def slots(self) -> Slots: ...
    @property
    def budgets(self) -> Budgets: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def documents(self) -> Documents: ...
    @property
    def files(self) -> Files: ...

    def rewrite_batch(self, batch: Batch) -> None:
        """Write the record of a batch, whatever is there."""

    def rewrite_tally(self, key: BatchKey, tally: Tally) -> None:
        """Write the record of a tally, whatever is there."""

    def sent_pages(self) -> list[ItemMessage]:
        """What the page queue holds, in no order."""

    def sent_webhooks(self) -> list[WebhookMessage]:
        """What the webhook queue holds, in no order."""


class MemoryHouse:
    """The ports in memory."""

    def __init__(self) -> None:
        world = memory_world()
        self._records = world.records
        self.batches = world.batches
        self.tallies = world.tallies
        self.items = world.items
        self.events = world.events
        self.specs = world.specs
        self.results = world.results
        self.kept = world.kept
        self.pages = world.pages
        self.webhooks = world.webhooks
        self.deliveries = world.deliveries
        self.keys = world.keys
        self.allowances = world.door.allowances
        self.rates = world.door.rates
        self.slots = world.slots
        self.budgets = MemoryBudgets(world.records)
        self.ledger = MemoryLedger(world.records)
        self.documents = world.documents
        self.files = world.files

    def rewrite_batch(self, batch: Batch) -> None:
        """Write the record of a batch."""
        self._records.write_batch(batch)

    def rewrite_tally(self, key: BatchKey, tally: Tally) -> None:
        """Write the record of a tally."""
        self._records.write_tally(key, tally)

    def sent_pages(self) -> list[ItemMessage]:
        """What the page queue holds."""
        return self.pages.take()

    def sent_webhooks(self) -> list[WebhookMessage]:
        """What the webhook queue holds."""
        return self.webhooks.take()
