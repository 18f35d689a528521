"""What do calls on the batch's record do?"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tests.model.calls import CLOCK, port
from tests.model.records import FIRST, LONG_AGO, RECENTLY, Batch, Body, Dispatch, Event
from tests.model.setting import Setting
from tests.model.world import Violation, World

V = TypeVar("V")

PUT_BACK = ("upload", "process", "delete-document")
"""Calls that put a batch on the due index again."""


class Closing(NamedTuple):
    """What a close is computed from: it is conditional on all of it."""

    generation: int
    total: int
    fence: str | None
    started_at: int | None


class DueSeen(NamedTuple):
    """What leaving the due index is conditional on."""

    open: bool
    generation: int
    webhook: str | None
    purged: bool


def due_seen(batch: Batch) -> DueSeen:
    """A view."""
    return DueSeen(batch.open, batch.generation, batch.webhook, batch.purged is not None)


def new_batch(setting: Setting) -> Batch:
    """A batch just submitted."""
    dispatch = Dispatch(wanted=True, number=1)
    return Batch(setting.total, setting.chunks, dispatch, FIRST if setting.webhook else None)


@port("batches.create")
def create(w: World) -> bool:
    """Put if absent."""
    if w.record is not None and not w.setting.breaks("submit-overwrites"):
        return False
    w.write_batch(new_batch(w.setting))
    return True


@port("batches.read")
def read(w: World, view: Callable[[Batch], V]) -> V:
    """A view of the record, which is there."""
    return view(w.batch)


@port("batches.read")
def read_due(w: World, view: Callable[[Batch], V], old: bool) -> V:  # a trigger's argument
    """The sweeper's first read. `old`: its next look has come; else somebody may have put it off
    since the index was read. It is a lease away, and nobody's call takes that long.
    """
    called = any(process.trigger.kind in PUT_BACK for process in w.processes)
    if old and w.batch.put_back and not called:
        w.record = w.batch._replace(put_back=False)
    return view(w.batch)


@port("batches.read")
def find(w: World, view: Callable[[Batch], V]) -> V | None:
    """A view of the record, or None."""
    return None if w.record is None else view(w.record)


@port("batches.read")
def read_to_begin(w: World, chunk: int, position: int, view: Callable[[Batch], V]) -> V:
    """A worker's read after its claim: the instant in which a page's item starts, or does not."""
    if w.batch.takes_work:
        check_start(w)
    elif w.setting.breaks("turned-away-leaves-row") or not w.setting.pages:
        w.turned_away |= {(chunk, position)}
    return view(w.batch)


def check_start(w: World) -> None:
    """An item starts in this instant."""
    if w.promised:
        raise Violation("invariant 4: an item starts after an answered cancel")


@port("batches.mark_sent")
def mark_sent(w: World, number: int) -> None:
    """`wanted#number` becomes `sent#number`."""
    if w.batch.dispatch == Dispatch(wanted=True, number=number):
        w.write_batch(w.batch._replace(dispatch=Dispatch(wanted=False, number=number)))
        w.dispatched = 0 if w.setting.pages else number


@port("batches.mark_started")
def mark_started(w: World, at: int) -> None:
    """The earliest start of an open batch."""
    began = w.batch.started_at
    if w.batch.open and (began is None or began > at):
        w.write_batch(w.batch._replace(started_at=at))


@port("batches.raise_fence")
def raise_fence(w: World, reason: str) -> None:
    """Only of an open batch, and only once."""
    if w.batch.open and (w.batch.fence is None or w.setting.breaks("fence-takes-last-reason")):
        w.write_batch(w.batch._replace(fence=reason))


@port("batches.close")
def close(w: World, seen: Closing, body: Body) -> bool:
    """Close the generation and put its event, in one transaction."""
    batch, breaks = w.batch, w.setting.breaks
    same = batch.open and batch.all_chunks_closed and batch.generation == seen.generation
    same &= batch.total == seen.total or breaks("close-ignores-total")
    same &= batch.fence == seen.fence or breaks("close-ignores-fence")
    same &= batch.started_at == seen.started_at or breaks("close-ignores-start")
    if not same:
        return False
    w.write_batch(
        batch._replace(
            outcome=body.outcome,
            counts=body.counts,
            started_at=body.started_at,
            due=not breaks("leaves-due-at-close"),
            put_back=False,
        )
    )
    if not breaks("event-after-close"):
        w.write_event(batch.generation, Event(body))
    return True


@port("batches.put_event")
def put_event(w: World, generation: int, body: Body) -> None:
    """A breakage's: the event of a close, on its own."""
    if w.event(generation) is None:
        w.write_event(generation, Event(body))


@port("batches.look_again")
def look_again(w: World) -> None:
    """Another `next_look`: the record changes, and tells so, although of pages nothing here shows
    it.
    """
    batch = w.batch
    if batch.due and not w.setting.pages:
        w.record = batch._replace(put_back=batch.takes_work)
    if batch.due and not w.setting.breaks("look-tells-nothing"):
        w.tell_batch()


@port("batches.leave_due")
def leave_due(w: World, seen: DueSeen) -> bool:
    """False: the batch was reopened, got a receiver or was purged since it was read."""
    now = due_seen(w.batch)
    if w.setting.breaks("leave-due-ignores-purge"):
        now = now._replace(purged=seen.purged)
    leaves = (not now.open and now == seen) or w.setting.breaks("leave-due-unconditional")
    if leaves:
        w.write_batch(w.batch._replace(due=False))
    return leaves


@port("batches.mark_purged")
def mark_purged(w: World) -> None:
    """A closed batch answers no more, and is due until its content is erased. A repeat keeps the
    first time.
    """
    if not w.batch.open:
        w.write_batch(w.batch._replace(purged=w.batch.purged or RECENTLY, due=True))
        w.tell_batch()


@port(CLOCK)
def erased_for_good(w: World) -> bool:
    """A look at the clock: whether a lease has passed since the batch was erased."""
    return w.batch.purged == LONG_AGO
