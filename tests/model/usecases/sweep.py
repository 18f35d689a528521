"""Who repairs what died on the way?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, deliveries, events, hand_overs, items, money, queues, tallies
from tests.model.ports.batches import DueSeen, due_seen
from tests.model.ports.events import event_seen
from tests.model.ports.hand_overs import Resting, resting_of
from tests.model.records import OWED, UPLOADED, Batch, Dispatch, Item, Tally
from tests.model.setting import Setting
from tests.model.usecases.admit import admit, begin, reclaim, reclaim_batch
from tests.model.usecases.advance import advance
from tests.model.usecases.dispatch import positions_of, send_positions, waits
from tests.model.usecases.fold import Ended, ended_of, fold_items, lacking_in
from tests.model.usecases.hand_over import Handing, finish_hand_over, to_finish
from tests.model.usecases.leave_due import leave_due
from tests.model.usecases.notify import counting, is_due
from tests.model.usecases.purge import erase
from tests.model.usecases.settle import settle
from tests.model.usecases.settle_hand_overs import (
    Settling,
    read_rows,
    rests,
    settle_hand_overs,
    settling_of,
)


class _Found(NamedTuple):
    """A batch as the sweeper finds it."""

    open: bool
    chunks: int
    handing: Handing
    settling: Settling
    resting: Resting

    @property
    def fence(self) -> str | None:
        """Why nothing may start."""
        return self.handing.fence


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
    found = yield from batches.read_due(_to_repair, old)
    idle = yield from _waits_for_caller(m, found)  # before the repairs, which then miss nothing
    if found.open:
        yield from _repair_open(m, found, old=old)
    if found.fence is not None and m.breaks("sweep-only-settles-fenced"):
        return None
    batch = yield from batches.read(due_seen)
    if not batch.open:
        yield from _repair_closed(m, batch)
        return None
    yield from _leave_open(m, found.resting, batch, idle=idle)
    return None


def _leave_open(m: Setting, found: Resting, batch: DueSeen, *, idle: bool) -> Calls[None]:
    """An open batch rests when it waits for its caller alone; else it is looked at again."""
    owes = False
    if not m.pages and batch.generation > 1 and not m.breaks("sweep-arms-closed-only"):
        owes = yield from _hand_over_owed(batch)
    if idle and not owes:
        rests_now = yield from hand_overs.rest(found)
        if rests_now:
            return
    yield from batches.look_again()


def _waits_for_caller(m: Setting, found: _Found) -> Calls[bool]:
    """Whether it holds documents that were only uploaded, and nothing is under way: what comes of
    their caller puts the batch on the list again.
    """
    seen = found.settling
    if m.pages or not seen.takes_work or seen.in_work.dispatch.wanted:
        return False
    if found.resting.put_back and not m.breaks("rest-though-put-back"):
        return False
    rows = yield from read_rows(m, seen.total, seen.chunks)
    idle = rests(seen, rows) or m.breaks("rest-in-work")
    return idle and any(row.state == UPLOADED for row in rows)


def _repair_open(m: Setting, found: _Found, *, old: bool) -> Calls[None]:
    handing = found.handing
    if found.fence is not None and not m.breaks("sweep-sends-fenced"):
        yield from _settle_fenced(m, found)
    else:
        handing = yield from _repair_hand_over(m, handing)
        if handing.in_work.dispatch.wanted and not m.breaks("sweep-skips-undispatched"):
            yield from _begin(m)
    unproved = yield from tallies.read_all(found.chunks, _unproved_of)
    for chunk in range(found.chunks):
        tally = unproved[chunk]
        if tally is not None:
            yield from _repair_chunk(m, chunk, tally, handing, old=old)
    yield from advance(m)
    if not m.pages:
        yield from _repair_settlement(m)


def _settle_fenced(m: Setting, found: _Found) -> Calls[None]:
    """End what waits. (Of documents the rows are read first: whether that is a repair.)"""
    if not m.pages:
        yield from read_rows(m, found.settling.total, found.chunks)
    yield from settle(m)


def _repair_hand_over(m: Setting, handing: Handing) -> Calls[Handing]:
    """Go on with one that is under way. -> the batch as it is then."""
    if handing.begun is None or m.breaks("sweep-skips-hand-overs"):
        return handing
    return (yield from finish_hand_over(m, handing))


def _begin(m: Setting) -> Calls[None]:
    """Slots and credits that nobody holds are freed first."""
    if not m.pages:
        yield from reclaim(m)
        numbers = yield from money.reserved()
        for _ in numbers:
            yield from reclaim_batch(m)
    yield from begin(m)


def _repair_settlement(m: Setting) -> Calls[None]:
    """Charge what has ended; free the slot when nothing is in work."""
    if m.breaks("sweep-settles-nothing"):
        return
    freed = yield from settle_hand_overs(m, None)
    if freed:
        yield from admit()


def _repair_chunk(
    m: Setting, chunk: int, tally: _Unproved, handing: Handing, *, old: bool
) -> Calls[None]:
    """Fold what the items say; send again what is open and overdue."""
    rows = yield from items.read_chunk(chunk, tally.expected, _row_of)
    ended = tuple(row.ended for row in rows)
    if lacking_in(ended, tally.known):
        yield from fold_items(chunk, ended)
    if m.pages and handing.fence is not None and not m.breaks("sweep-sends-fenced"):
        return
    waits_for_slot = not m.pages and handing.in_work.dispatch.wanted
    if waits_for_slot:
        yield from _send_abandoned(chunk, rows)
    else:
        yield from _send_overdue(chunk, tally.dispatch, rows, old=old)


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
    """Give back what it held; hand owed events to the queue again; finish a purge; leave when
    nothing is owed.
    """
    if not m.pages:
        yield from _repair_settlement(m)
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


def _hand_over_owed(batch: DueSeen) -> Calls[bool]:
    """-> whether any event is owed."""
    seen = yield from events.read_all(batch.generation, event_seen)
    owes = False
    for generation in range(1, batch.generation + 1):
        event = seen[generation - 1]
        if event is not None and event.verdict == OWED:
            owes = True
            yield from _hand_over(generation, event.attempts_before)
    return owes


def _hand_over(generation: int, attempts_before: int) -> Calls[None]:
    """Send an event's message again, unless its next attempt is still to come."""
    attempts = yield from deliveries.attempts(generation)
    if is_due(counting(attempts, attempts_before)):
        yield from queues.send_webhook(generation)


def _to_repair(batch: Batch) -> _Found:
    return _Found(batch.open, batch.chunks, to_finish(batch), settling_of(batch), resting_of(batch))


def _unproved_of(tally: Tally | None) -> _Unproved | None:
    if tally is None or tally.summary is not None:
        return None
    return _Unproved(tally.expected, tally.known, tally.dispatch)


def _row_of(item: Item | None) -> _Row:
    return _Row(ended_of(item), waits(item), item is not None and item.abandoned)
