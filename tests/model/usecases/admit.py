"""When may a batch start? There is always a slot here: only documents take one."""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, hand_overs, slots
from tests.model.ports.hand_overs import InWork
from tests.model.records import Batch, Dispatch
from tests.model.setting import Setting
from tests.model.usecases.dispatch import dispatch_pages, want_tallies
from tests.model.usecases.settle_hand_overs import free_when_idle, settle_hand_overs


class _Seen(NamedTuple):
    """A batch whose slot is held."""

    open: bool
    fence: str | None
    chunks: int
    in_work: InWork


def begin(m: Setting) -> Calls[Ending]:
    """Dispatch a batch that wants it."""
    dispatch = yield from batches.read(_dispatch_of)
    if not dispatch.wanted:
        return None
    if m.pages:
        yield from dispatch_pages(m, dispatch.number)
        return None
    yield from slots.waiting()
    yield from _start(m)
    return None


def _start(m: Setting) -> Calls[None]:
    """Take a slot, then read the batch: if it has closed meanwhile, its close did not see that it
    holds one.
    """
    if not m.breaks("slot-after-read"):
        yield from slots.take()
    seen = yield from batches.read(_to_start)
    if m.breaks("slot-after-read"):
        yield from slots.take()
    if not seen.open:
        yield from slots.free_idle(seen.in_work)
    elif seen.fence is None:
        if seen.in_work.dispatch.wanted:
            yield from want_tallies(m, seen.in_work.dispatch.number, seen.chunks)
        if not m.breaks("slot-kept-idle"):
            yield from free_when_idle(m)


def admit() -> Calls[None]:
    """Start those that wait for a slot: nobody does."""
    yield from slots.waiting()


def reclaim(m: Setting) -> Calls[None]:
    """Free what a close left undone."""
    member = yield from slots.members()
    if member:
        yield from reclaim_batch(m)


def reclaim_batch(m: Setting) -> Calls[None]:
    """Settle a batch that holds a slot, or has reserved."""
    yield from batches.read(_dispatch_of)
    yield from settle_hand_overs(m, None)


def _dispatch_of(batch: Batch) -> Dispatch:
    return batch.dispatch


def _to_start(batch: Batch) -> _Seen:
    return _Seen(batch.open, batch.fence, batch.chunks, hand_overs.in_work_of(batch))
