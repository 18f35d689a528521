"""How does a fenced batch end what has not ended?

Whoever finds a fence on an open batch may run this, again and again: cancel before it answers, the
dispatcher when the fence's record reaches it, the sweeper when both have died. Documents in work
end by themselves.
"""

from batchbell.domain.batch import Batch, Fence, FenceReason
from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import BatchKey, ItemKey, chunk_length
from batchbell.domain.item import Ending, ItemError, ItemState, open_positions
from batchbell.domain.tally import Dispatch, Phase, Tally
from batchbell.ports import Store
from batchbell.usecases.advance import advance
from batchbell.usecases.fold import fold_items

_INPUT_LOST = ItemError(
    ErrorCode.INTERNAL_ERROR,
    "The input list of this job could not be read back. Submit the URLs again.",
)


def settle(store: Store, key: BatchKey) -> Batch | None:
    """End every open item of a fenced batch and advance it. -> the batch as it is then."""
    batch = store.batches.read(key)
    if batch is None or not batch.open or batch.fence is None:
        return batch
    for chunk in range(batch.chunks):
        if chunk not in batch.closed_chunks:
            _settle_chunk(store, batch, batch.fence, chunk)
    return advance(store, key)


def _settle_chunk(store: Store, batch: Batch, fence: Fence, chunk: int) -> None:
    """The tally if the dispatcher has not made it, the open rows, then the fold of all rows."""
    key = batch.key
    expected = chunk_length(batch.total, chunk)
    store.tallies.put(key, _silent_tally(batch, chunk, expected, store.now()))
    ending = fenced_ending(fence, store.now())
    end = store.items.end_waiting if batch.kind.grows else store.items.settle
    store.each(
        lambda position: end(ItemKey(key, chunk, position), ending),
        open_positions(store.items.read_chunk(key, chunk, expected), expected),
    )
    fold_items(store, key, chunk, store.items.read_chunk(key, chunk, expected))


def _silent_tally(batch: Batch, chunk: int, expected: int, now: int) -> Tally:
    """A tally that wants no messages."""
    return Tally(
        chunk=chunk,
        expected=expected,
        dispatch=Dispatch(Phase.SENT, 0, now),
        generation=batch.generation,
    )


def fenced_ending(fence: Fence | None, now: int) -> Ending:
    """How an item ends that may not start (any more): canceled, or failed with its whole batch."""
    if fence is not None and fence.reason is FenceReason.FATAL:
        return Ending(state=ItemState.FAILED, at=now, error=_INPUT_LOST)
    return Ending(state=ItemState.CANCELED, at=now)
