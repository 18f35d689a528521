"""What does a reader see of a batch?

Readers help: what a reader finds ended is recorded before it is shown, so state, counts and rows
agree in every answer and never go back; what cannot be recorded yet is shown as begun. Batch,
tallies and rows are read in this order; when that shows a batch that should be closed, it is
advanced and everything is read again: state and counts never come from different rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from batchbell.domain.batch import Batch
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, chunk_length
from batchbell.domain.item import Item, ItemState, endings_of
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Tally, summarise
from batchbell.ports import Store
from batchbell.usecases.advance import advance
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.fold import fold_items

_ROUNDS = 20
"""A second round is rare, a third rarer: this many mean that something is wrong."""

Rows = Mapping[int, Mapping[int, Item]]
"""Item records by chunk and position."""


@dataclass(frozen=True, slots=True)
class JobView:
    """One consistent round: the batch, its counts, and the records of the rows asked for, by index.

    A row without a record is waiting.
    """

    batch: Batch
    counts: Counts
    window: range
    rows: Mapping[int, Item]
    processing: int = 0
    """How many items somebody works on, or is to try again."""


def read_job(store: Store, key: BatchKey, kind: JobKind, window: range | None = None) -> JobView:
    """The batch and the rows of `window` (indexes; None: every row).

    Raises `CallerError`: 404 or 410, see `find_batch`.
    """
    for _ in range(_ROUNDS):
        batch = find_batch(store, key, kind)
        asked = range(batch.total) if window is None else _within(window, batch.total)
        view = _closed_view(store, batch, asked) if not batch.open else _look(store, batch, asked)
        if view is not None:
            return view
    raise Unavailable("the batch keeps changing while it is being read")


def _within(window: range, total: int) -> range:
    return range(min(window.start, total), min(window.stop, total))


def _closed_view(store: Store, batch: Batch, asked: range) -> JobView:
    rows = _read_chunks(store, batch, _chunks_of(asked))
    return JobView(batch, batch.counts or Counts(), asked, _by_index(rows, asked))


def _look(store: Store, batch: Batch, asked: range) -> JobView | None:
    """One round on an open batch. None: it lacked something, was helped on, and is read again."""
    tallies = store.tallies.read_all(batch.key)
    if batch.kind.grows and sum(tally.expected for tally in tallies.values()) != batch.total:
        return None
    unproved = {c for c in range(batch.chunks) if c not in tallies or tallies[c].summary is None}
    rows = _read_chunks(store, batch, sorted(unproved | set(_chunks_of(asked))))
    shown = {chunk: _reported(store, batch, tallies.get(chunk), rows[chunk]) for chunk in rows}
    if batch.kind.grows and any(len(shown[c]) < len(rows[c]) for c in shown):
        return None  # it was opened again meanwhile; every document is there to be shown
    counts = sum((_counts(tallies.get(c), shown.get(c, {})) for c in range(batch.chunks)), Counts())
    if counts.ended == batch.total:
        advance(store, batch.key)
        return None
    began = _earliest_start(tallies, shown)
    if batch.started_at is None and began is not None:
        store.batches.mark_started(batch.key, began)
        return None
    processing = sum(_in_work(shown[chunk]) for chunk in unproved)
    return JobView(batch, counts, asked, _by_index(shown, asked), processing)


def _read_chunks(store: Store, batch: Batch, chunks: Sequence[int]) -> dict[int, dict[int, Item]]:
    def read(chunk: int) -> dict[int, Item]:
        return store.items.read_chunk(batch.key, chunk, chunk_length(batch.total, chunk))

    return dict(zip(chunks, store.each(read, chunks), strict=True))


def _reported(
    store: Store, batch: Batch, tally: Tally | None, items: dict[int, Item]
) -> dict[int, Item]:
    """The rows of a chunk as they may be shown: an ending that no tally holds is not shown yet, but
    the start of what has ended so is: it may have been shown before.
    """
    known = tally.known if tally else frozenset[int]()
    lacking = endings_of(items).keys() - known
    if lacking and tally is not None and fold_items(store, batch.key, tally.chunk, items):
        return items
    return {
        position: _unended(item) if position in lacking else item
        for position, item in items.items()
        if position not in lacking or item.started_at is not None
    }


def _unended(item: Item) -> Item:
    """As it was while somebody worked on it."""
    return item.evolve(
        state=ItemState.PROCESSING, completed_at=None, credits=0, error=None, result=None
    )


def _counts(tally: Tally | None, shown: dict[int, Item]) -> Counts:
    if tally is not None and tally.summary is not None:
        return tally.summary.counts
    return summarise(shown.values()).counts


def _in_work(shown: Mapping[int, Item]) -> int:
    return sum(item.state is ItemState.PROCESSING for item in shown.values())


def _earliest_start(tallies: Mapping[int, Tally], rows: Rows) -> int | None:
    """The earliest start among proved chunks and rows that were begun, canceled ones aside."""
    proved = [tally.summary.started_at for tally in tallies.values() if tally.summary]
    begun = [item.started_at for items in rows.values() for item in items.values() if item.begun]
    return min([at for at in proved + begun if at is not None], default=None)


def _chunks_of(asked: range) -> range:
    if not asked:
        return range(0)
    return range(asked.start // CHUNK_SIZE, (asked.stop - 1) // CHUNK_SIZE + 1)


def _by_index(rows: Rows, asked: range) -> dict[int, Item]:
    keys = {item.key.index: item for items in rows.values() for item in items.values()}
    return {index: keys[index] for index in asked if index in keys}
