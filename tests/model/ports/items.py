"""What do calls on items do?"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tests.model.calls import Calls, PortCall, Step, port
from tests.model.ports.batches import check_start
from tests.model.records import FAILED, LIVE, OVER, POSTPONED, PROCESSING, QUEUED, Item
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
    """Begin an attempt on an item that is absent (pages), queued (documents) or abandoned."""
    found = w.item(chunk, position) or (Item(QUEUED) if w.setting.pages else None)
    breaks, most = w.setting.breaks, len(w.setting.outcomes)
    if found is None or found.state not in (QUEUED, PROCESSING):
        return GONE
    if found.state == PROCESSING and found.lease != OVER and not breaks("claim-ignores-lease"):
        return LEASED
    if found.attempt >= most and not breaks("claim-without-maximum"):
        return EXHAUSTED
    if w.promised and not w.setting.pages and found.state == QUEUED:
        raise Violation("invariant 4: a queued document starts after an answered delete")
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
    """End what has not ended, with or without a record; of documents only what waits."""
    found = w.item(chunk, position) or Item(PROCESSING)
    breaks = w.setting.breaks
    kept = not w.setting.pages and not breaks("settle-takes-processing")
    ends = not found.ended and not (kept and found.state == PROCESSING)
    if ends or breaks("settle-unconditional"):
        w.write_item(chunk, position, found._replace(state=state, lease=None))


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
