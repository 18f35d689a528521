"""Does every single change of a batch of documents keep what only they promise?

What all batches promise is looked at by `tests.flow.auditor`.
"""

from batchbell.domain.batch import Batch, closing_outcome
from batchbell.domain.budget import CREDITS_PER_DOCUMENT, batch_reservation
from batchbell.domain.codes import DocumentReason
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item, ItemState
from batchbell.domain.tally import Phase
from tests.memory.records import Change
from tests.memory.world import World
from tests.simulation.violations import demand

_ALLOWED = {
    ItemState.UPLOADED: (ItemState.QUEUED, ItemState.CANCELED),
    ItemState.QUEUED: (ItemState.PROCESSING, ItemState.CANCELED, ItemState.FAILED),
    ItemState.PROCESSING: (ItemState.PROCESSING, ItemState.SUCCEEDED, ItemState.FAILED),
}
"""What may follow upon a state; upon others nothing."""


class DocumentsWatch:
    """Sees each change, and looks after each step. Raises `Violation`."""

    def __init__(self, world: World, key: BatchKey) -> None:
        self._world = world
        self._key = key
        self._before: dict[ItemKey, Item] = {}
        self._specs: dict[int, str | None] = {}
        """With which fields each hand-over came."""
        self._sent = 0
        """The newest of its dispatches that is through."""

    def see(self, change: Change) -> None:
        """A record was written."""
        new = change.new
        if isinstance(new, Item) and new.key.batch == self._key:
            self._see_item(self._before.get(new.key), new)
            self._before[new.key] = new
        elif isinstance(new, Batch) and new.key == self._key:
            self._see_batch(new)

    def _see_batch(self, new: Batch) -> None:
        if new.dispatch.phase is Phase.SENT:
            self._sent = new.dispatch.number
        if not new.open:
            assert new.counts is not None
            right = closing_outcome(new, new.counts)
            succeeded, failed = bool(new.counts.succeeded), bool(new.counts.failed)
            word = "completed" if succeeded else "failed" if failed else "canceled"
            demand(new.outcome == right == word, "the outcome is not what the counts say")

    def _see_item(self, before: Item | None, new: Item) -> None:
        if before is None:
            demand(new.state is ItemState.UPLOADED, "a document that nobody uploaded")
            fence = self._world.records.batches[self._key].fence
            demand(fence is None, "a document was added to a deleted batch")
            return
        allowed = _ALLOWED.get(before.state, ())
        demand(new.state in allowed, f"{before.state} became {new.state}")
        demand(new.document == before.document, "a document became another")
        if before.hand_over is not None:
            as_before = (new.hand_over, new.spec) == (before.hand_over, before.spec)
            demand(as_before, "a document changed its fields")
        elif new.hand_over is not None:
            spec = self._specs.setdefault(new.hand_over, new.spec)
            demand(spec == new.spec, "one hand-over with several fields")
        if before.state is ItemState.QUEUED and new.state is ItemState.FAILED:
            missing = new.error is not None and new.error.code is DocumentReason.UPLOAD_MISSING
            demand(missing, "a document failed before it was begun")
            self._see_missing(new)

    def _see_missing(self, item: Item) -> None:
        demand(item.started_at is None, "a document without bytes was begun")
        name = self._key.tenant, item.document or ""
        until = self._world.records.documents[name].bytes_until
        demand(until is not None, "a document that was sent is said to be missing")

    def look(self) -> None:
        """After a step: the slot, the events, the bytes and the money."""
        batch = self._world.records.batches.get(self._key)
        if batch is None:
            return
        items = [item for item in self._before.values() if item.handed_over_and_open]
        if items:
            self._look_at_slot(batch, items)
            self._look_at_money(items)
        events = set(self._world.records.events.get(self._key, {}))
        due = set(range(1, batch.generation + (0 if batch.open else 1)))
        demand(events == due, f"events of {sorted(events)}, and closed were {sorted(due)}")

    def _look_at_slot(self, batch: Batch, items: list[Item]) -> None:
        """Whoever was dispatched holds one until all of it has ended."""
        held = self._key.batch in self._world.slots.held.get(self._key.tenant, set())
        for item in items:
            dispatched = batch.takes_work and (item.hand_over or 0) <= self._sent
            demand(held or not dispatched, "documents that were dispatched hold no slot")
            demand(held or item.state is not ItemState.PROCESSING, "it works without a slot")
            document = self._world.records.documents[self._key.tenant, item.document or ""]
            name = self._key.tenant, document.file
            there = item.state is ItemState.QUEUED or name in self._world.files.stored
            demand(there, "a document was begun before its bytes were there")

    def _look_at_money(self, items: list[Item]) -> None:
        """What may still be charged is set aside, for each document of its hand-over."""
        budget = self._world.money.budgets.read(self._key.tenant)
        if budget is None:
            return
        numbers = [item.hand_over for item in self._before.values()]
        for number in {item.hand_over or 0 for item in items}:
            reserved = budget.reservations.get(batch_reservation(self._key, number), 0)
            enough = reserved >= numbers.count(number) * CREDITS_PER_DOCUMENT
            demand(enough, "documents are in work that nothing is reserved for")
