"""How are uploaded documents handed over to the workers?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, contents, hand_overs, items, money
from tests.model.ports.hand_overs import InWork
from tests.model.records import UPLOADED, Batch, HandOver, Item
from tests.model.setting import Setting


class Handing(NamedTuple):
    """A batch whose documents are to be handed over."""

    total: int
    in_work: InWork
    fence: str | None

    @property
    def begun(self) -> HandOver | None:
        """The hand-over that is under way."""
        return None if self.fence else self.in_work.hand_over


def hand_over(m: Setting) -> Calls[Ending]:
    """Hand over every document that was not yet; whoever finds one under way goes on with it."""
    while True:
        seen = yield from batches.find(_to_hand_over)
        if seen is None:
            return Answer("gone")
        seen = yield from finish_hand_over(m, seen)
        if seen.fence or seen.begun:
            return Answer("processed")
        waiting = yield from _uploaded(m, seen.total)
        if not waiting:
            return Answer("processed")
        begun = yield from _begin(m, seen, waiting)
        if begun is not None:
            yield from finish_hand_over(m, begun)
            return Answer("processed")


def finish_hand_over(m: Setting, seen: Handing) -> Calls[Handing]:
    """Go on with the hand-over that is under way, if one is. -> the batch as it is then."""
    begun = seen.begun
    if begun is None:
        return seen
    if m.breaks("end-before-rows"):
        yield from hand_overs.end(begun)
    waiting = yield from _uploaded(m, begun.below)
    yield from _queue(m, begun.number, waiting)
    yield from hand_overs.end(begun)
    return (yield from batches.read(to_finish))


def _queue(m: Setting, number: int, waiting: tuple[int, ...]) -> Calls[None]:
    for index in waiting:
        yield from items.hand_over(*divmod(index, m.chunk), number)


def _begin(m: Setting, seen: Handing, waiting: tuple[int, ...]) -> Calls[Handing | None]:
    """-> the batch with its hand-over; None: it has changed meanwhile."""
    number = 1 if m.breaks("hand-over-unnumbered") else seen.in_work.dispatch.number + 1
    begun = HandOver(number, seen.total)
    yield from contents.put_spec()
    if m.breaks("queue-before-begin"):
        yield from _queue(m, number, waiting)
    yield from money.reserved()
    begin = hand_overs.begin_reserved if m.credits else hand_overs.begin
    done = yield from begin(seen.in_work, seen.total, begun)
    return seen._replace(in_work=seen.in_work._replace(hand_over=begun)) if done else None


def _uploaded(m: Setting, below: int) -> Calls[tuple[int, ...]]:
    """The indexes, below this one, of the documents that were not handed over yet."""
    found: tuple[int, ...] = ()
    for chunk in range(-(-below // m.chunk)):
        rows = yield from items.read_chunk(chunk, m.length_of(below, chunk), _is_uploaded)
        found += tuple(chunk * m.chunk + place for place, yes in enumerate(rows) if yes)
    return found


def _to_hand_over(batch: Batch) -> Handing | None:
    """None: erased."""
    return None if batch.purged else to_finish(batch)


def to_finish(batch: Batch) -> Handing:
    """A view."""
    return Handing(batch.total, hand_overs.in_work_of(batch), batch.fence)


def _is_uploaded(item: Item | None) -> bool:
    return item is not None and item.state == UPLOADED
