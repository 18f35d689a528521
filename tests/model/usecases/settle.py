"""How does a fenced batch end what has not ended?"""

from tests.model.calls import Calls
from tests.model.ports import batches, items, tallies
from tests.model.records import CANCELED, FAILED, FATAL, Batch, Dispatch, Item
from tests.model.setting import Setting
from tests.model.usecases.advance import advance
from tests.model.usecases.fold import ended_of, fold_items


def settle(m: Setting) -> Calls[str | None]:
    """End every open item of a fenced batch and advance it. -> its outcome; None: it is open."""
    seen = yield from batches.read(_to_settle)
    if isinstance(seen, str):
        return seen
    if seen is None:
        return None
    yield from _settle_chunks(m, *seen)
    return (yield from advance(m))


def _settle_chunks(m: Setting, fence: str, total: int, chunks: int, closed: int) -> Calls[None]:
    for chunk in range(chunks):
        if not closed >> chunk & 1:
            yield from _settle_chunk(m, chunk, m.length_of(total, chunk), fenced_ending(fence))


def _settle_chunk(m: Setting, chunk: int, expected: int, ending: str) -> Calls[None]:
    """The tally if the dispatcher has not made it, the open rows, then the fold of all rows."""
    if not m.breaks("settle-makes-no-tallies"):
        yield from tallies.put(chunk, expected, Dispatch(wanted=False, number=0))
    ended = yield from _end_rows(m, chunk, expected, ending)
    rows = yield from items.read_chunk(chunk, expected, ended_of)
    if m.breaks("settle-folds-only-its-own"):
        rows = tuple(None if before else row for before, row in zip(ended, rows, strict=True))
    yield from fold_items(chunk, rows)


def _end_rows(m: Setting, chunk: int, expected: int, ending: str) -> Calls[tuple[bool, ...]]:
    """-> which rows had ended before."""
    end = items.settle if m.pages else items.end_waiting
    ended = yield from items.read_chunk(chunk, expected, _has_ended)
    for position in range(expected):
        if not ended[position] or m.breaks("settle-unconditional"):
            yield from end(chunk, position, ending)
    return ended


def fenced_ending(fence: str | None) -> str:
    """How an item ends that may not start (any more)."""
    return FAILED if fence == FATAL else CANCELED


def _to_settle(batch: Batch) -> tuple[str, int, int, int] | str | None:
    """What is to be settled; or the outcome; None: open and not fenced."""
    if batch.outcome is not None:
        return batch.outcome
    if batch.fence is None:
        return None
    return batch.fence, batch.total, batch.chunks, batch.closed_chunks


def _has_ended(item: Item | None) -> bool:
    return item is not None and item.ended
