"""What do calls do by which documents are handed over, a batch rests, and is deleted?"""

from typing import NamedTuple

from tests.model.calls import port
from tests.model.records import Batch, Dispatch, HandOver, Purse
from tests.model.world import World


class InWork(NamedTuple):
    """What changes about a batch when documents of it are handed over."""

    dispatch: Dispatch
    hand_over: HandOver | None


class Resting(NamedTuple):
    """What taking an open batch out of the due index is conditional on."""

    total: int
    in_work: InWork
    fence: str | None
    due: bool
    put_back: bool


def in_work_of(batch: Batch) -> InWork:
    """A view."""
    return InWork(batch.dispatch, batch.hand_over)


def resting_of(batch: Batch) -> Resting:
    """A view."""
    return Resting(batch.total, in_work_of(batch), batch.fence, batch.due, batch.put_back)


@port("budgets.hand_over_reserved")
def begin_reserved(w: World, seen: InWork, total: int, begun: HandOver) -> bool:
    """`begin`, and a reservation under its number, or neither."""
    if w.purse(begun.number).reserved or not _begin(w, seen, total, begun):
        return False
    w.write_purse(begun.number, Purse(reserved=True))
    return True


@port("batches.begin_hand_over")
def begin(w: World, seen: InWork, total: int, begun: HandOver) -> bool:
    """Documents are on their way, and the batch is due. -> whether it is done."""
    return _begin(w, seen, total, begun)


def _begin(w: World, seen: InWork, total: int, begun: HandOver) -> bool:
    batch = w.batch
    if batch.hand_over or batch.fence or batch.purged:
        return False
    if not batch.open and not w.setting.breaks("begin-on-closed"):
        return False
    if (batch.total, batch.dispatch) != (total, seen.dispatch):
        return False
    put_back = not w.setting.breaks("begin-not-due")
    w.write_batch(
        batch._replace(
            hand_over=begun,
            due=batch.due or put_back,
            put_back=put_back and batch.open,
        )
    )
    w.asked = max(w.asked, begun.below)
    return True


@port("batches.end_hand_over")
def end(w: World, begun: HandOver) -> None:
    """The hand-over is through: its dispatch is wanted."""
    if w.batch.hand_over == begun:
        wanted = Dispatch(wanted=True, number=begun.number)
        w.write_batch(w.batch._replace(dispatch=wanted, hand_over=None))


@port("batches.rest")
def rest(w: World, seen: Resting) -> bool:
    """An open batch leaves the due index: it waits for its caller alone."""
    same = w.batch.open and resting_of(w.batch) == seen
    if not same and not (w.batch.open and w.setting.breaks("rest-unconditional")):
        return False
    w.write_batch(w.batch._replace(due=False, put_back=False))
    return True


@port("batches.wake")
def wake(w: World) -> None:
    """An open batch is due, also one that rests: the record changes, and tells so."""
    if w.batch.open:
        w.record = w.batch._replace(due=True, put_back=w.batch.takes_work)
        w.tell_batch()


@port("batches.delete")
def delete(w: World, reason: str) -> None:
    """Raise the fence, whatever the state; the batch is due."""
    if w.batch.fence is None:
        w.write_batch(w.batch._replace(fence=reason, due=True, put_back=False))
