"""Who repairs what died on the way?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, deliveries, events, items, queues, tallies
from tests.model.ports.batches import DueSeen, due_seen
from tests.model.records import OWED, Batch, Dispatch, Item, Tally
from tests.model.setting import Setting
from tests.model.usecases.advance import advance
from tests.model.usecases.dispatch import dispatch_batch, positions_of, send_positions, waits
from tests.model.usecases.fold import Ended, ended_of, fold_items, lacking_in
from tests.model.usecases.leave_due import leave_due
from tests.model.usecases.notify import is_due
from tests.model.usecases.purge import erase
from tests.model.usecases.settle import settle


class _Found(NamedTuple):
    """A batch as the sweeper finds it."""

    open: bool
    fence: str | None
    wanted: bool
    chunks: int


class _Unproved(NamedTuple):
    """A tally without a summary."""

    expected: int
    known: int
    dispatch: Dispatch


class _Row(NamedTuple):
    """A row as the sweeper looks at it. `lost_worker`: its attempt was cut off."""

    ended: Ended | None
    waits: bool
    lost_worker: bool


def sweep(m: Setting, old: bool) -> Calls[Ending]:  # a trigger's argument
    """Look at one due batch and repair it. `old`: time enough has passed since every send."""
    found = yield from batches.read(_to_repair)
    if found.open:
        yield from _repair_open(m, found, old=old)
    if found.fence is not None and m.breaks("sweep-only-settles-fenced"):
        return None
    batch = yield from batches.read(due_seen)
    if not batch.open:
        yield from _repair_closed(m, batch)
        return None
    if not m.pages and not m.breaks("sweep-arms-closed-only"):
        yield from _hand_over_owed(batch)
    yield from batches.look_again()
    return None


def _repair_open(m: Setting, found: _Found, *, old: bool) -> Calls[None]:
    if found.fence is not None and not m.breaks("sweep-sends-fenced"):
        yield from settle(m)
    elif found.wanted and not m.breaks("sweep-skips-undispatched"):
        yield from dispatch_batch(m)
    unproved = yield from tallies.read_all(found.chunks, _unproved_of)
    for chunk in range(found.chunks):
        tally = unproved[chunk]
        if tally is not None:
            yield from _repair_chunk(m, chunk, tally, found.fence, old=old)
    yield from advance(m)


def _repair_chunk(
    m: Setting, chunk: int, tally: _Unproved, fence: str | None, *, old: bool
) -> Calls[None]:
    """Fold what the items say; send again what is open and overdue."""
    rows = yield from items.read_chunk(chunk, tally.expected, _row_of)
    ended = tuple(row.ended for row in rows)
    if lacking_in(ended, tally.known):
        yield from fold_items(chunk, ended)
    if fence is None or m.breaks("sweep-sends-fenced"):
        yield from _send_overdue(chunk, tally.dispatch, rows, old=old)
    elif not m.pages:
        yield from _send_abandoned(chunk, rows)


def _send_overdue(
    chunk: int, dispatch: Dispatch, rows: tuple[_Row, ...], *, old: bool
) -> Calls[None]:
    """Send again all that nobody works on when it was never sent, or the last send is old; else
    what has lost its worker.
    """
    waiting = positions_of(tuple(row.waits for row in rows))
    if not waiting:
        return
    if dispatch.wanted or old:
        number = dispatch.number + (0 if dispatch.wanted else 1)
        yield from send_positions(chunk, dispatch, waiting, number)
    else:
        yield from _send_abandoned(chunk, rows)


def _send_abandoned(chunk: int, rows: tuple[_Row, ...]) -> Calls[None]:
    abandoned = positions_of(tuple(row.lost_worker for row in rows))
    if abandoned:
        yield from queues.send_pages(chunk, abandoned)


def _repair_closed(m: Setting, batch: DueSeen) -> Calls[None]:
    """Hand owed events to the queue again; finish a purge; leave when nothing is owed."""
    yield from _hand_over_owed(batch)
    for_good = not batch.purged
    if batch.purged:
        for_good = yield from _erase_again(m)
    if for_good:
        left = yield from leave_due(m, batch)
        if left:
            return
    yield from batches.look_again()


def _erase_again(m: Setting) -> Calls[bool]:
    """-> whether that was for good: asked before it is erased, not after."""
    if m.breaks("erasure-counts-at-once"):
        yield from erase()
        return True
    for_good = yield from batches.erased_for_good()
    yield from erase()
    if m.breaks("lease-ends-while-erasing"):
        for_good = yield from batches.erased_for_good()
    return for_good


def _hand_over_owed(batch: DueSeen) -> Calls[None]:
    verdicts = yield from events.read_all(batch.generation)
    for generation in range(1, batch.generation + 1):
        if verdicts[generation - 1] == OWED:
            yield from _hand_over(generation)


def _hand_over(generation: int) -> Calls[None]:
    """Send an event's message again, unless its next attempt is still to come."""
    attempts = yield from deliveries.attempts(generation)
    if is_due(attempts):
        yield from queues.send_webhook(generation)


def _to_repair(batch: Batch) -> _Found:
    return _Found(batch.open, batch.fence, batch.dispatch.wanted, batch.chunks)


def _unproved_of(tally: Tally | None) -> _Unproved | None:
    if tally is None or tally.summary is not None:
        return None
    return _Unproved(tally.expected, tally.known, tally.dispatch)


def _row_of(item: Item | None) -> _Row:
    return _Row(ended_of(item), waits(item), item is not None and waits(item))
