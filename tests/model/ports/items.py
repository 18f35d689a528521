"""What do calls on items do?"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tests.model.calls import Calls, PortCall, Step, port
from tests.model.ports.batches import check_start
from tests.model.records import (
    FAILED,
    LIVE,
    OVER,
    POSTPONED,
    PROCESSING,
    QUEUED,
    UPLOADED,
    Item,
)
from tests.model.world import Violation, World

V = TypeVar("V")


class Claimed(NamedTuple):
    """An attempt that is mine."""

    attempt: int
    started_at: int


GONE, EXHAUSTED, LEASED = "ended or absent", "exhausted", "leased"
"""Why a claim is refused."""


@port("items.claim")
def claim(w: World, chunk: int, position: int) -> Claimed | str:
    """Begin an attempt on an item that is absent or abandoned."""
    return _claim(w, chunk, position, w.item(chunk, position) or Item(QUEUED))


@port("items.claim_queued")
def claim_queued(w: World, chunk: int, position: int) -> Claimed | str:
    """Begin an attempt on a document that is queued or abandoned. None is made."""
    found = w.item(chunk, position)
    if found and found.state == QUEUED:
        _check_document(w, chunk, position, found)
    return GONE if found is None else _claim(w, chunk, position, found)


def _check_document(w: World, chunk: int, position: int, found: Item) -> None:
    """A document begins in this instant."""
    if w.promised:
        raise Violation("invariant 4: a queued document starts after an answered delete")
    if (chunk, position) in w.lacking:
        raise Violation("a document begins whose bytes are not there")
    if w.setting.credits and not w.purse(found.hand_over or 0).reserved:
        raise Violation("a document begins for which nothing is reserved")


def _claim(w: World, chunk: int, position: int, found: Item) -> Claimed | str:
    breaks, most = w.setting.breaks, len(w.setting.outcomes)
    if found.state not in (QUEUED, PROCESSING):
        return GONE
    if found.state == PROCESSING and found.lease != OVER and not breaks("claim-ignores-lease"):
        return LEASED
    if found.attempt >= most and not breaks("claim-without-maximum"):
        return EXHAUSTED
    began = _starts(w) if found.started_at is None else found.started_at
    attempt = found.attempt + 1
    item = found._replace(state=PROCESSING, attempt=attempt, lease=LIVE, started_at=began)
    w.write_item(chunk, position, item)
    if breaks("no-fence-read"):
        check_start(w)
    return Claimed(attempt, began)


def _starts(w: World) -> int:
    """How many items have started."""
    return sum(1 for rows in w.rows for row in rows if row and row.started_at is not None)


@port("items.finish")
def finish(w: World, chunk: int, position: int, attempt: int, state: str) -> bool:
    """Only the attempt that is under way ends it."""
    found, breaks = w.item(chunk, position), w.setting.breaks
    if found is None:
        return False
    attempted = found.attempt == attempt or breaks("finish-any-attempt")
    under_way = found.state == PROCESSING or breaks("finish-any-state")
    if attempted and under_way:
        w.write_item(chunk, position, found._replace(state=state, lease=None))
    return attempted and under_way


@port("items.postpone")
def postpone(w: World, chunk: int, position: int, attempt: int) -> bool:
    """The attempt's item stays processing until its next one."""
    found = w.item(chunk, position)
    if found is None or found.state != PROCESSING:
        return False
    if found.attempt != attempt and not w.setting.breaks("postpone-any-attempt"):
        return False
    w.write_item(chunk, position, found._replace(lease=POSTPONED))
    return True


@port("items.fail_exhausted")
def fail_exhausted(w: World, chunk: int, position: int) -> None:
    """End an item whose last allowed attempt died."""
    found = w.item(chunk, position)
    if found and found.abandoned and found.attempt >= len(w.setting.outcomes):
        if (chunk, position) in w.turned_away:
            raise Violation("an item fails as cut off, and workers only turned away at the fence")
        w.write_item(chunk, position, found._replace(state=FAILED, lease=None))


@port("items.settle")
def settle(w: World, chunk: int, position: int, state: str) -> None:
    """End what has not ended, with or without a record."""
    found = w.item(chunk, position) or Item(PROCESSING)
    if not found.ended or w.setting.breaks("settle-unconditional"):
        w.write_item(chunk, position, found._replace(state=state, lease=None))


@port("items.hand_over")
def hand_over(w: World, chunk: int, position: int, number: int) -> None:
    """An uploaded document is queued."""
    found = w.item(chunk, position)
    if found and found.state == UPLOADED:
        w.write_item(chunk, position, found._replace(state=QUEUED, hand_over=number))


@port("items.end_waiting")
def end_waiting(w: World, chunk: int, position: int, state: str) -> None:
    """End a document that is uploaded or queued."""
    found = w.item(chunk, position)
    takes = (UPLOADED, QUEUED) + (PROCESSING,) * w.setting.breaks("settle-takes-processing")
    if found and found.state in takes:
        if state == FAILED and (chunk, position) not in w.lacking:
            raise Violation("a document fails for lack of bytes, and they came in time")
        w.write_item(chunk, position, found._replace(state=state, lease=None))


@port("items.read")
def read(w: World, chunk: int, position: int, view: Callable[[Item | None], V]) -> V:
    """A view of one item, or of its absence."""
    return view(w.item(chunk, position))


def read_chunk(chunk: int, expected: int, view: Callable[[Item | None], V]) -> Calls[tuple[V, ...]]:
    """A view of each record below `expected`, or of its absence."""
    views: tuple[V, ...] = ()
    for position in range(expected):
        seen = yield from _read_row(chunk, position, view, more=position + 1 < expected)
        views += (seen,)
    return views


def _read_row(
    chunk: int, position: int, view: Callable[[Item | None], V], *, more: bool
) -> Calls[V]:
    def run(w: World) -> V:
        return view(w.item(chunk, position))

    return PortCall(Step("items.read_chunk", run, (chunk, position), more))
