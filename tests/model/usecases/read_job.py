"""What does a reader see of a batch?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, items, tallies
from tests.model.records import (
    CANCELED,
    COMPLETED,
    ENDED,
    PROCESSING,
    QUEUED,
    UPLOADED,
    Batch,
    Counts,
    Item,
    Tally,
)
from tests.model.setting import Setting
from tests.model.usecases.advance import advance
from tests.model.usecases.fold import Ended, fold_items, lacking_in
from tests.model.world import Told

WAITS = "waits"
"""A row without a record, or with one that may not be shown yet."""


class Row(NamedTuple):
    """A row as it may be shown. `claimed`: when it first was."""

    state: str = WAITS
    generation: int = 1
    claimed: int | None = None

    @property
    def began(self) -> int | None:
        """When work on it did: a canceled row may only have been claimed."""
        return None if self.state == CANCELED else self.claimed

    @property
    def ended(self) -> Ended | None:
        """The row as it is folded."""
        live = self.state in (WAITS, PROCESSING)
        return None if live else Ended(self.state, self.generation)


class View(NamedTuple):
    """One consistent round. `rows`: of the chunks asked for, by chunk."""

    generation: int
    total: int
    outcome: str | None
    fence: str | None
    started_at: int | None
    counts: Counts
    rows: "Chunks"


Chunks = tuple[tuple[int, tuple[Row, ...]], ...]
"""Rows by chunk."""


class _Seen(NamedTuple):
    """What a round reads of the batch."""

    generation: int
    total: int
    chunks: int
    outcome: str | None
    fence: str | None
    started_at: int | None
    counts: Counts | None


class _Known(NamedTuple):
    """What a round reads of a tally."""

    expected: int
    known: int
    counts: Counts | None
    """Of a proved chunk."""
    started_at: int | None


Asked = tuple[int, ...] | None
"""Chunks; None: every one."""


def read(m: Setting, asked: Asked, told: Told) -> Calls[Ending]:
    """A client asks; `told` is what it and all others were told before."""
    view = yield from read_job(m, asked)
    return Answer("gone") if view is None else Answer("read", (told, view))


def read_job(m: Setting, asked: Asked) -> Calls[View | None]:
    """The batch and the rows of these chunks. None: erased."""
    while True:
        again, view = yield from _round(m, asked)
        if not again:
            return view


def _round(m: Setting, asked: Asked) -> Calls[tuple[bool, View | None]]:
    """-> whether to look again, and what is seen."""
    seen = yield from batches.find(_to_read)
    if seen is None:
        return False, None
    if seen.outcome is None:
        view = yield from _look(m, seen, asked)
    else:
        view = yield from _closed_view(m, seen, asked)
    return view is None, view


def _closed_view(m: Setting, seen: _Seen, asked: Asked) -> Calls[View]:
    lengths = tuple(m.length_of(seen.total, chunk) for chunk in range(seen.chunks))
    rows = yield from _read_chunks(lengths, _within(asked, seen.chunks))
    return _view(seen, seen.counts or Counts(), rows)


def _look(m: Setting, seen: _Seen, asked: Asked) -> Calls[View | None]:
    """One round on an open batch. None: it lacked something, was helped on, and is read again."""
    known = yield from tallies.read_all(seen.chunks, _known_of)
    lengths = tuple(_length(m, chunk, tally) for chunk, tally in enumerate(known))
    if sum(lengths) != seen.total and not m.breaks("reader-mixes-generations"):
        return None  # it grew meanwhile, as only documents do
    rows = yield from _read_chunks(lengths, _looked_at(known, asked))
    shown = yield from _report(m, known, rows)
    if not m.pages and _hides(rows, shown) and not m.breaks("reader-takes-starts-back"):
        return None  # it was opened again meanwhile, and takes no report of what ended before
    return (yield from _judge(m, seen, asked, known, shown))


def _read_chunks(lengths: tuple[int, ...], chunks: tuple[int, ...]) -> Calls[Chunks]:
    found: Chunks = ()
    for chunk in chunks:
        rows = yield from items.read_chunk(chunk, lengths[chunk], _row_of)
        found += ((chunk, rows),)
    return found


def _report(m: Setting, known: tuple[_Known | None, ...], rows: Chunks) -> Calls[Chunks]:
    """The rows as they may be shown: an ending that no tally holds is not shown yet, but the start
    of what has ended so is: it may have been shown before.
    """
    shown: Chunks = ()
    for chunk, found in rows:
        told = yield from _report_chunk(m, chunk, known[chunk], found)
        shown += ((chunk, told),)
    return shown


def _report_chunk(
    m: Setting, chunk: int, tally: _Known | None, rows: tuple[Row, ...]
) -> Calls[tuple[Row, ...]]:
    lacking = lacking_in(tuple(row.ended for row in rows), tally.known if tally else 0)
    if m.breaks("reader-does-not-fold"):
        return rows
    if lacking and tally is not None:
        folded = yield from fold_items(chunk, tuple(row.ended for row in rows))
        if folded is not None:
            return rows
    return tuple(_unended(m, row) if place in lacking else row for place, row in enumerate(rows))


def _unended(m: Setting, row: Row) -> Row:
    """As it may have been shown before it ended: somebody worked on it, or nobody ever did."""
    if row.claimed is None or m.breaks("reader-takes-starts-back"):
        return Row()
    return row._replace(state=PROCESSING)


def _hides(rows: Chunks, shown: Chunks) -> bool:
    """Whether what has ended is shown as if nobody had begun it."""
    pairs = zip(rows, shown, strict=True)
    return any(
        told.state == WAITS != row.state
        for (_, found), (_, left) in pairs
        for row, told in zip(found, left, strict=True)
    )


def _judge(
    m: Setting, seen: _Seen, asked: Asked, known: tuple[_Known | None, ...], shown: Chunks
) -> Calls[View | None]:
    counts = _counts(known, shown)
    if m.breaks("reader-mixes-reads"):
        outcome = yield from batches.read(_outcome_of)
        return _view(seen._replace(outcome=outcome), counts, _chosen(shown, asked))
    if counts.ended == seen.total:
        if m.breaks("reader-derives"):
            derived = seen._replace(outcome=CANCELED if seen.fence else COMPLETED)
            return _view(derived, counts, _chosen(shown, asked))
        yield from advance(m)
        return None
    began = _earliest_start(known, shown)
    if seen.started_at is None and began is not None and not m.breaks("reader-marks-no-start"):
        yield from batches.mark_started(began)
        return None
    return _view(seen, counts, _chosen(shown, asked))


def _length(m: Setting, chunk: int, tally: _Known | None) -> int:
    """Of pages a batch's total says how long its chunks are, of documents their tallies."""
    if m.pages:
        return m.length(chunk)
    return tally.expected if tally else 0


def _looked_at(known: tuple[_Known | None, ...], asked: Asked) -> tuple[int, ...]:
    """The chunks that are not proved, and those asked for."""
    unproved = {chunk for chunk, tally in enumerate(known) if not tally or tally.counts is None}
    return tuple(sorted(unproved | set(_within(asked, len(known)))))


def _within(asked: Asked, chunks: int) -> tuple[int, ...]:
    every = tuple(range(chunks))
    return every if asked is None else tuple(chunk for chunk in asked if chunk in every)


def _chosen(shown: Chunks, asked: Asked) -> Chunks:
    return tuple((chunk, rows) for chunk, rows in shown if asked is None or chunk in asked)


def _counts(known: tuple[_Known | None, ...], shown: Chunks) -> Counts:
    rows = dict(shown)
    counts = [
        tally.counts if tally and tally.counts else counted(rows.get(chunk, ()))
        for chunk, tally in enumerate(known)
    ]
    return Counts(*(sum(part) for part in zip(*counts, strict=True)))


def counted(rows: tuple[Row, ...]) -> Counts:
    """How many rows ended how."""
    states = [row.state for row in rows]
    return Counts(*(states.count(state) for state in ENDED))


def _earliest_start(known: tuple[_Known | None, ...], shown: Chunks) -> int | None:
    proved = [tally.started_at for tally in known if tally]
    begun = [row.began for _, rows in shown for row in rows]
    return min((at for at in proved + begun if at is not None), default=None)


def _view(seen: _Seen, counts: Counts, rows: Chunks) -> View:
    return View(
        seen.generation, seen.total, seen.outcome, seen.fence, seen.started_at, counts, rows
    )


def _to_read(batch: Batch) -> _Seen | None:
    """None: erased."""
    if batch.purged is not None:
        return None
    return _Seen(
        batch.generation,
        batch.total,
        batch.chunks,
        batch.outcome,
        batch.fence,
        batch.started_at,
        batch.counts,
    )


def _outcome_of(batch: Batch) -> str | None:
    return batch.outcome


def _known_of(tally: Tally | None) -> _Known | None:
    if tally is None:
        return None
    summary = tally.summary
    if summary is None:
        return _Known(tally.expected, tally.known, None, None)
    return _Known(tally.expected, tally.known, summary.counts, summary.started_at)


def _row_of(item: Item | None) -> Row:
    if item is None or item.state in (UPLOADED, QUEUED):
        return Row()
    return Row(item.state, item.generation, item.started_at)
