"""What of the `Batches` port in memory only batches of documents need?"""

from dataclasses import replace

from batchbell.domain.batch import Batch, BatchState, Fence, HandOver, Webhook
from batchbell.domain.document import Document
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item
from batchbell.domain.tally import Dispatch, Phase, Tally
from tests.memory.documents import kept_document
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class GrowingBatches:
    """See `batchbell.ports.Batches`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("batches.add")
    def add(self, seen: Batch | None, grown: Batch, item: Item, document: Document) -> bool:
        """Add one document: item, document, tally and batch."""
        records, name = self._records, (document.tenant, document.id)
        batch = records.batches.get(grown.key)
        tally = records.tallies.get(grown.key, {}).get(item.key.chunk)
        if not _may_grow(batch, seen) or records.item(item.key) or name in records.documents:
            return False
        if (tally.expected if tally else 0) != item.key.position:
            return False
        records.write_item(item)
        records.documents[name] = kept_document(document)
        records.write_tally(grown.key, _with_one_more(tally, item, grown.generation))
        records.write_batch(grown if batch is None else _grown(batch, grown, item.key.chunk))
        return True

    @atomic("batches.begin_hand_over")
    def begin_hand_over(self, seen: Batch, hand_over: HandOver, next_look: int) -> bool:
        """Begin to hand documents over."""
        begun = begun_hand_over(self._records, seen, hand_over, next_look)
        if begun is None:
            return False
        self._records.write_batch(begun)
        return True

    @atomic("batches.end_hand_over")
    def end_hand_over(self, seen: Batch, at: int) -> bool:
        """A hand-over is through."""
        batch, begun = self._records.batches.get(seen.key), seen.hand_over
        if batch is None or begun is None or batch.hand_over != begun:
            return False
        wanted = Dispatch(Phase.WANTED, begun.number, at)
        self._records.write_batch(batch.evolve(dispatch=wanted, hand_over=None))
        return True

    @atomic("batches.rest")
    def rest(self, seen: Batch) -> bool:
        """Take an open batch out of the due index."""
        batch = self._records.batches.get(seen.key)
        if batch is None or not batch.open or _on_its_way(batch) != _on_its_way(seen):
            return False
        self._records.write_batch(batch.evolve(next_look=None))
        return True

    @atomic("batches.wake")
    def wake(self, key: BatchKey, at: int) -> None:
        """An open batch is due, also one that rests."""
        batch = self._records.batches.get(key)
        if batch is not None and batch.open:
            self._records.write_batch(batch.evolve(next_look=at))

    @atomic("batches.delete")
    def delete(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence, whatever the state; the batch is due."""
        batch = self._records.batches.get(key)
        if batch is None or batch.fence is not None:
            return False
        self._records.write_batch(batch.evolve(fence=fence, next_look=fence.at))
        return True

    @atomic("batches.register")
    def register(self, seen: Batch, webhook: Webhook | None, again: Event | None) -> bool:
        """Give a batch its receiver, or none."""
        batch = self._records.batches.get(seen.key)
        if batch is None or _receiving(batch) != _receiving(seen):
            return False
        if again is None:
            self._records.write_batch(batch.evolve(webhook=webhook))
            return True
        event = self._records.event(again.key, again.generation)
        if event is None:
            return False
        due = batch.completed_at or batch.created_at
        self._records.write_batch(batch.evolve(webhook=webhook, next_look=due))
        owed = replace(
            event,
            verdict=again.verdict,
            attempts_before=again.attempts_before,
            taken_by=again.taken_by,
        )
        self._records.write_event(owed)
        return True

    @atomic("batches.names")
    def names(
        self, tenant: str, before: str | None, limit: int
    ) -> tuple[list[BatchKey], str | None]:
        """A tenant's batches of documents, newest first."""
        places = {
            f"{batch.created_at:015}#{key.batch_name}": key
            for key, batch in self._records.batches.items()
            if key.tenant == tenant and batch.kind.grows
        }
        left = sorted((p for p in places if before is None or p < before), reverse=True)
        shown = left[:limit]
        return [places[p] for p in shown], (shown[-1] if len(left) > limit else None)


def begun_hand_over(
    records: Records, seen: Batch, hand_over: HandOver, next_look: int
) -> Batch | None:
    """The batch with its hand-over, or None: it may not begin."""
    batch = records.batches.get(seen.key)
    if batch is None or not batch.takes_work or batch.hand_over or batch.purged_at is not None:
        return None
    if (batch.total, str(batch.dispatch)) != (seen.total, str(seen.dispatch)):
        return None
    return batch.evolve(hand_over=hand_over, next_look=next_look)


def _may_grow(batch: Batch | None, seen: Batch | None) -> bool:
    if batch is None or seen is None:
        return batch is seen
    closed_door = batch.fence is not None or batch.purged_at is not None
    return not closed_door and _size(batch) == _size(seen)


def _size(batch: Batch) -> tuple[object, ...]:
    return batch.total, batch.state, batch.generation, batch.expires_at


def _on_its_way(batch: Batch) -> tuple[object, ...]:
    in_work = batch.total, str(batch.dispatch), batch.hand_over, batch.fence
    return *in_work, batch.next_look


def _receiving(batch: Batch) -> tuple[object, ...]:
    return batch.state, batch.generation, batch.webhook, batch.purged_at


def _with_one_more(tally: Tally | None, item: Item, generation: int) -> Tally:
    if tally is None:
        silent = Dispatch(Phase.SENT, 0, item.created_at or 0)
        return Tally(chunk=item.key.chunk, expected=1, dispatch=silent, generation=generation)
    return replace(tally, expected=tally.expected + 1, generation=generation, summary=None)


def _grown(batch: Batch, grown: Batch, chunk: int) -> Batch:
    """The record with what an upload writes, and nothing else, taken from `grown`."""
    larger = batch.evolve(
        total=grown.total,
        chunks=grown.chunks,
        closed_chunks=batch.closed_chunks - {chunk},
        generation=grown.generation,
        expires_at=grown.expires_at,
        next_look=grown.next_look,
    )
    if batch.open:
        return larger
    return larger.evolve(state=BatchState.OPEN, outcome=None, counts=None, completed_at=None)
