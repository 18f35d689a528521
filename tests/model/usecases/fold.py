"""How do tallies learn which items have ended?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.ports import items, tallies
from tests.model.records import Item, Tally


class Ended(NamedTuple):
    """A terminal row, as it is folded."""

    state: str
    generation: int


Rows = tuple[Ended | None, ...]
"""The rows of a chunk by position; None: not terminal."""


def ended_of(item: Item | None) -> Ended | None:
    """A view."""
    return Ended(item.state, item.generation) if item and item.ended else None


def fold_items(chunk: int, rows: Rows) -> Calls[bool | None]:
    """Report all rows that have ended. -> as `tallies.fold`; None as well when there is none."""
    endings = tuple((position, row.state) for position, row in enumerate(rows) if row)
    if not endings:
        return None
    generation = max(row.generation for row in rows if row)
    return (yield from tallies.fold(chunk, endings, generation))


class Lacking(NamedTuple):
    """A tally that is neither closed nor covered."""

    expected: int
    known: int


def fold_lacking(chunks: int, closed: int) -> Calls[None]:
    """Report, chunk by chunk, what the items say and the tallies do not know."""
    seen = yield from tallies.read_all(chunks, _lacking_of)
    for chunk in range(chunks):
        tally = seen[chunk]
        if tally is not None and not closed >> chunk & 1:
            yield from _fold_chunk(chunk, tally)


def _fold_chunk(chunk: int, tally: Lacking) -> Calls[None]:
    rows = yield from items.read_chunk(chunk, tally.expected, ended_of)
    if lacking_in(rows, tally.known):
        yield from fold_items(chunk, rows)


def lacking_in(rows: Rows, known: int) -> tuple[int, ...]:
    """The positions of rows that have ended and that a tally does not know."""
    return tuple(p for p, row in enumerate(rows) if row and not known >> p & 1)


def _lacking_of(tally: Tally | None) -> Lacking | None:
    return None if tally is None or tally.covered else Lacking(tally.expected, tally.known)
