"""What does the batch table hold, and which changes does its stream tell?

All values are immutable, so nothing is ever copied.
A write that changes nothing tells nothing, as on AWS.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from batchbell.domain.batch import Batch
from batchbell.domain.document import Document
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from batchbell.domain.tally import Tally
from tests.memory.hooks import Hook, Unwatched


class Kind(StrEnum):
    """The kinds of records whose changes a stream reader wants."""

    BATCH = "batch"
    TALLY = "tally"
    ITEM = "item"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Change:
    """One record of the stream: the new image, and the batch it belongs to."""

    kind: Kind
    key: BatchKey
    new: Batch | Tally | Item | Event


@dataclass
class Records:
    """The table and its stream."""

    hook: Hook = field(default_factory=Unwatched)
    batches: dict[BatchKey, Batch] = field(default_factory=dict)
    tallies: dict[BatchKey, dict[int, Tally]] = field(default_factory=dict)
    items: dict[tuple[BatchKey, int], dict[int, Item]] = field(default_factory=dict)
    events: dict[BatchKey, dict[int, Event]] = field(default_factory=dict)
    documents: dict[tuple[str, str], Document] = field(default_factory=dict)
    """By tenant and id. No stream tells of them."""
    changes: list[Change] = field(default_factory=list)

    def take_changes(self) -> list[Change]:
        """The changes since the last call, in order."""
        taken, self.changes = self.changes, []
        return taken

    def write_batch(self, batch: Batch) -> None:
        """Put a batch record."""
        if self.batches.get(batch.key) != batch:
            self.batches[batch.key] = batch
            self.changes.append(Change(Kind.BATCH, batch.key, batch))

    def write_tally(self, key: BatchKey, tally: Tally) -> None:
        """Put a tally."""
        tallies = self.tallies.setdefault(key, {})
        if tallies.get(tally.chunk) != tally:
            tallies[tally.chunk] = tally
            self.changes.append(Change(Kind.TALLY, key, tally))

    def item(self, key: ItemKey) -> Item | None:
        """An item record, or None."""
        return self.items.get((key.batch, key.chunk), {}).get(key.position)

    def write_item(self, item: Item) -> None:
        """Put an item record."""
        items = self.items.setdefault((item.key.batch, item.key.chunk), {})
        if items.get(item.key.position) != item:
            items[item.key.position] = item
            self.changes.append(Change(Kind.ITEM, item.key.batch, item))

    def event(self, key: BatchKey, generation: int) -> Event | None:
        """An event record, or None."""
        return self.events.get(key, {}).get(generation)

    def write_event(self, event: Event) -> None:
        """Put an event record."""
        events = self.events.setdefault(event.key, {})
        if events.get(event.generation) != event:
            events[event.generation] = event
            self.changes.append(Change(Kind.EVENT, event.key, event))
