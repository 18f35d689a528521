"""When does a batch close?"""

from collections.abc import Iterable
from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.ports import batches, items, tallies
from tests.model.ports.batches import Closing
from tests.model.records import (
    CANCEL,
    CANCELED,
    COMPLETED,
    FAILED,
    SUCCEEDED,
    Batch,
    Body,
    Counts,
    Item,
    Summary,
    Tally,
)
from tests.model.setting import Setting


class _Covered(NamedTuple):
    """A tally whose chunk may be proved."""

    expected: int
    generation: int


class _Row(NamedTuple):
    """A terminal row, as it is summed up."""

    state: str
    started_at: int | None


def advance(m: Setting) -> Calls[str | None]:
    """Prove every chunk that is covered and close the batch when all are. -> its outcome; None: it
    is open.
    """
    while True:
        changed, outcome = yield from _round(m)
        if not changed:
            return outcome


def _round(m: Setting) -> Calls[tuple[bool, str | None]]:
    """-> whether to look again, and the outcome."""
    seen = yield from batches.read(_to_advance)
    if isinstance(seen, str):
        return False, seen
    closing, chunks, closed = seen
    if closing is None:
        proved = yield from _prove_covered(m, chunks, closed)
        return proved, None
    outcome = yield from _close(m, closing, chunks)
    return outcome is None, outcome


def _prove_covered(m: Setting, chunks: int, closed: int) -> Calls[bool]:
    """Prove the covered chunks that are not closed. -> whether any was."""
    covered = yield from tallies.read_all(chunks, _covered_of)
    proved = False
    for chunk in range(chunks):
        tally = covered[chunk]
        if tally is not None and not closed >> chunk & 1:
            done = yield from _prove_chunk(m, chunk, tally)
            proved |= done
    return proved


def _prove_chunk(m: Setting, chunk: int, tally: _Covered) -> Calls[bool]:
    """Read the items once more and compare: the tally only says where to look."""
    rows = yield from items.read_chunk(chunk, tally.expected, _row_of)
    if None in rows and not m.breaks("counter"):
        return False
    summary = _summarise(row for row in rows if row)
    return (yield from tallies.close_chunk(chunk, tally.expected, tally.generation, summary))


def _close(m: Setting, closing: Closing, chunks: int) -> Calls[str | None]:
    """Close the generation and put its event. None: refused, or a summary is not there yet."""
    summaries = yield from tallies.read_all(chunks, _summary_of)
    found = tuple(summary for summary in summaries if summary)
    if len(found) != chunks:
        return None
    body = _body(m, closing, found)
    done = yield from batches.close(closing, body)
    if done and m.breaks("event-after-close"):
        yield from batches.put_event(closing.generation, body)
    return body.outcome if done else None


def _body(m: Setting, closing: Closing, summaries: tuple[Summary, ...]) -> Body:
    counts = Counts(*(sum(part) for part in zip(*(s.counts for s in summaries), strict=True)))
    starts = [s.started_at for s in summaries] + [closing.started_at]
    began = min((at for at in starts if at is not None), default=None)
    outcome = _outcome_of_pages(closing.fence) if m.pages else _outcome_of_documents(counts)
    return Body(outcome, closing.total, counts, began)


def _outcome_of_pages(fence: str | None) -> str:
    if fence is None:
        return COMPLETED
    return CANCELED if fence == CANCEL else FAILED


def _outcome_of_documents(counts: Counts) -> str:
    if counts.succeeded:
        return COMPLETED
    return FAILED if counts.failed else CANCELED


def _summarise(rows: Iterable[_Row]) -> Summary:
    ended = tuple(rows)
    states = [row.state for row in ended]
    counts = Counts(*(states.count(state) for state in (SUCCEEDED, FAILED, CANCELED)))
    return Summary(
        counts, min((r.started_at for r in ended if r.started_at is not None), default=None)
    )


def _to_advance(batch: Batch) -> tuple[Closing | None, int, int] | str:
    """What to do next: close, when it is given; else prove. Or the outcome."""
    if batch.outcome is not None:
        return batch.outcome
    if not batch.all_chunks_closed:
        return None, batch.chunks, batch.closed_chunks
    closing = Closing(batch.generation, batch.total, batch.fence, batch.started_at)
    return closing, batch.chunks, batch.closed_chunks


def _covered_of(tally: Tally | None) -> _Covered | None:
    return _Covered(tally.expected, tally.generation) if tally and tally.covered else None


def _row_of(item: Item | None) -> _Row | None:
    if item is None or not item.ended:
        return None
    return _Row(item.state, item.started_at if item.begun else None)


def _summary_of(tally: Tally | None) -> Summary | None:
    return tally.summary if tally else None
