"""The `Batches` port in memory."""

from dataclasses import replace

from batchbell.adapters.storable import storable
from batchbell.domain.batch import Batch, BatchState, Fence
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey
from tests.memory.growing import GrowingBatches
from tests.memory.hooks import atomic


class MemoryBatches(GrowingBatches):
    """See `batchbell.ports.Batches`."""

    @atomic("batches.create")
    def create(self, batch: Batch) -> bool:
        """Write a new record."""
        if batch.key in self._records.batches:
            return False
        metadata = None if batch.metadata is None else storable(batch.metadata)
        self._records.write_batch(batch.evolve(metadata=metadata))
        return True

    @atomic("batches.read")
    def read(self, key: BatchKey) -> Batch | None:
        """The record, or None."""
        return self._records.batches.get(key)

    @atomic("batches.mark_sent")
    def mark_sent(self, key: BatchKey, number: int, at: int) -> bool:
        """`wanted#number` becomes `sent#number`."""
        batch = self._records.batches.get(key)
        if batch is None or not batch.dispatch.wanted or batch.dispatch.number != number:
            return False
        self._records.write_batch(batch.evolve(dispatch=batch.dispatch.done(at)))
        return True

    @atomic("batches.mark_started")
    def mark_started(self, key: BatchKey, at: int) -> None:
        """Record the earliest start."""
        batch = self._records.batches.get(key)
        if batch and batch.open and (batch.started_at is None or batch.started_at > at):
            self._records.write_batch(batch.evolve(started_at=at))

    @atomic("batches.raise_fence")
    def raise_fence(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence of an open batch."""
        batch = self._records.batches.get(key)
        if batch is None or not batch.takes_work:
            return False
        self._records.write_batch(batch.evolve(fence=fence))
        return True

    @atomic("batches.close")
    def close(self, seen: Batch, closed: Batch, event: Event) -> bool:
        """Close the generation and put its event."""
        batch = self._records.batches.get(seen.key)
        if batch is None or not batch.open or not batch.all_chunks_closed:
            return False
        as_seen = (seen.generation, seen.total, seen.fence, seen.started_at)
        if (batch.generation, batch.total, batch.fence, batch.started_at) != as_seen:
            return False
        if self._records.event(event.key, event.generation):
            return False
        self._records.write_batch(_closing(batch, closed))
        self._records.write_event(replace(event, body=storable(event.body)))
        return True

    @atomic("batches.look_again")
    def look_again(self, key: BatchKey, at: int) -> None:
        """Set when the sweeper looks at a batch that is in the due index."""
        batch = self._records.batches.get(key)
        if batch and batch.next_look is not None:
            self._records.write_batch(batch.evolve(next_look=at))

    @atomic("batches.leave_due")
    def leave_due(self, seen: Batch) -> bool:
        """Take a closed batch out of the due index."""
        batch = self._records.batches.get(seen.key)
        if batch is None or batch.open:
            return False
        as_seen = (seen.generation, seen.webhook, seen.purged_at)
        if (batch.generation, batch.webhook, batch.purged_at) != as_seen:
            return False
        self._records.write_batch(batch.evolve(next_look=None))
        return True

    @atomic("batches.mark_purged")
    def mark_purged(self, key: BatchKey, at: int) -> bool:
        """A closed batch answers no more, and is due."""
        batch = self._records.batches.get(key)
        if batch is None or batch.state is not BatchState.CLOSED:
            return False
        purged_at = at if batch.purged_at is None else batch.purged_at
        self._records.write_batch(batch.evolve(purged_at=purged_at, next_look=at))
        return True

    @atomic("batches.due")
    def due(self, now: int, limit: int) -> list[BatchKey]:
        """Batches whose `next_look` has come, oldest first."""
        looks = [
            (batch.next_look, batch.key)
            for batch in self._records.batches.values()
            if batch.next_look is not None and batch.next_look <= now
        ]
        return [key for _, key in sorted(looks)[:limit]]


def _closing(batch: Batch, closed: Batch) -> Batch:
    """The record with what a close writes, and nothing else, taken from `closed`."""
    return batch.evolve(
        state=closed.state,
        outcome=closed.outcome,
        counts=closed.counts,
        started_at=closed.started_at,
        completed_at=closed.completed_at,
        next_look=closed.next_look,
    )
