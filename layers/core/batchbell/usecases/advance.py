"""When does a batch close?

`advance` is the whole of the closing logic. Aggregator, readers, cancel and sweeper all call it, at
any moment and as often as they like: every repair is the normal path run again.
"""

from batchbell.contracts.webhook_events import closing_event
from batchbell.domain.batch import Batch, BatchState, closing_outcome
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import NOTHING, Summary, Tally, prove
from batchbell.ports import Store

_ROUNDS = 100
"""A round proves chunks, closes, or finds that another did: this many mean that something is wrong.
"""


def advance(store: Store, key: BatchKey) -> Batch | None:
    """Prove every chunk that is covered and close the batch when all are. -> the batch as it is
    then.
    """
    for _ in range(_ROUNDS):
        batch = store.batches.read(key)
        if batch is None or not batch.open:
            return batch
        tallies = store.tallies.read_all(key)
        if batch.all_chunks_closed:
            closed = _close(store, batch, tallies)
            if closed is not None:
                return closed
        elif not _prove_covered(store, batch, tallies):
            return batch
    raise Unavailable("the batch keeps changing while it is being closed")


def _prove_covered(store: Store, batch: Batch, tallies: dict[int, Tally]) -> bool:
    """Prove the covered chunks that are not closed. -> whether any was."""
    covered = [t for c, t in tallies.items() if c not in batch.closed_chunks and t.covered]
    return any([_prove_chunk(store, batch.key, tally) for tally in covered])


def _prove_chunk(store: Store, key: BatchKey, tally: Tally) -> bool:
    """Read the items once more and compare: the tally only says where to look."""
    items = store.items.read_chunk(key, tally.chunk, tally.expected)
    summary = prove(items, tally.expected)
    return summary is not None and store.tallies.close_chunk(key, tally, summary)


def _close(store: Store, batch: Batch, tallies: dict[int, Tally]) -> Batch | None:
    """Close the generation and put its event. None: refused, or a summary is not there yet."""
    summaries = [t.summary for t in tallies.values() if t.summary is not None]
    if len(summaries) != batch.chunks:
        return None
    closed = _closed(batch, sum(summaries, NOTHING), store.now() + store.limits.lease_ms)
    done = store.batches.close(batch, closed, closing_event(closed))
    return closed if done else None


def _closed(batch: Batch, summary: Summary, next_look: int) -> Batch:
    starts = [at for at in (batch.started_at, summary.started_at) if at is not None]
    return batch.evolve(
        state=BatchState.CLOSED,
        outcome=closing_outcome(batch, summary.counts),
        counts=summary.counts,
        started_at=min(starts, default=None),
        completed_at=summary.completed_at,
        next_look=next_look,
    )
