"""How is everything in memory built together?"""

from dataclasses import dataclass

from batchbell.domain.retry import PageRetry, WebhookRetry
from batchbell.ports import Limits, Store
from batchbell.usecases.documents_desk import Desk
from tests.memory.batches import MemoryBatches
from tests.memory.budgets import memory_money
from tests.memory.clock import VirtualClock
from tests.memory.content import MemoryResults, MemorySpecs
from tests.memory.deliveries import MemoryDeliveries
from tests.memory.documents import MemoryDocuments, MemoryFiles
from tests.memory.each import one_by_one
from tests.memory.events import MemoryEvents
from tests.memory.hooks import Hook, Unwatched
from tests.memory.items import MemoryItems
from tests.memory.kept_pages import MemoryKeptPages
from tests.memory.keys import MemoryKeys
from tests.memory.queues import MemoryItemQueue, MemoryWebhookQueue
from tests.memory.records import Change, Records
from tests.memory.slots import MemorySlots
from tests.memory.tallies import MemoryTallies
from tests.memory.tenants import memory_door

LIMITS = Limits(
    lease_ms=180_000,
    document_lease_ms=960_000,
    document_timeout_ms=600_000,
    page_retry=PageRetry(max_attempts=3, base_ms=1_000, deadline_ms=300_000),
    page_margin_ms=1_000,
    distill_timeout_ms=20_000,
    model_timeout_ms=30_000,
    webhook_retry=WebhookRetry((10_000, 30_000, 120_000, 600_000, 1_800_000)),
    webhook_timeout_ms=15_000,
    webhook_margin_ms=5_000,
    breaker_pause_ms=60_000,
    throttled_ms=30_000,
    unreadable_ms=60_000,
    closed_look_ms=900_000,
    sweep_margin_ms=10_000,
)
"""What a deployment has by default, about."""


@dataclass
class World:
    """Everything outside the use cases. `records.hook` may be exchanged at any time."""

    clock: VirtualClock
    records: Records
    limits: Limits

    def __post_init__(self) -> None:
        records = self.records
        self.batches, self.tallies = MemoryBatches(records), MemoryTallies(records)
        self.items, self.events = MemoryItems(records), MemoryEvents(records)
        self.specs, self.results = MemorySpecs(records), MemoryResults(records)
        self.kept = MemoryKeptPages(records, self.results)
        self.pages, self.webhooks = MemoryItemQueue(records), MemoryWebhookQueue(records)
        self.deliveries, self.slots = MemoryDeliveries(records), MemorySlots(records)
        self.keys, self.money = MemoryKeys(records), memory_money(records)
        self.documents, self.files = MemoryDocuments(records), MemoryFiles(records)
        self.desk = Desk(documents=self.documents, files=self.files, pause=lambda _: None)
        self.door = memory_door(self.keys)
        self.store = Store(
            batches=self.batches,
            tallies=self.tallies,
            items=self.items,
            events=self.events,
            specs=self.specs,
            results=self.results,
            slots=self.slots,
            allowances=self.door.allowances,
            money=self.money,
            limits=self.limits,
            now=self.clock,
            each=one_by_one,
        )

    def take_changes(self) -> list[Change]:
        """The stream's records since the last call, in order."""
        return self.records.take_changes()

    def watch(self, hook: Hook) -> None:
        """Lets another hook see the port calls from now on."""
        self.records.hook = hook


def memory_world(
    clock: VirtualClock | None = None, limits: Limits = LIMITS, hook: Hook | None = None
) -> World:
    """An empty world."""
    return World(clock or VirtualClock(), Records(hook or Unwatched()), limits)


def memory_store(clock: VirtualClock | None = None, limits: Limits = LIMITS) -> Store:
    """An empty store: what most use cases take."""
    return memory_world(clock, limits).store
