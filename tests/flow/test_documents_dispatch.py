"""Is every document sent that was handed over, and no slot kept, however dispatches meet?"""

from batchbell.domain.errors import Unavailable
from batchbell.domain.item import ItemState
from tests.flow.intruder import Intruder
from tests.flow.office import Office, office
from tests.flow.pump import Dispatched, Read
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.flow.test_documents_slots import held, limited
from tests.memory.hooks import Delayed, Killed
from tests.memory.records import Kind

UPLOADED, SUCCEEDED = ItemState.UPLOADED, ItemState.SUCCEEDED


def test_an_old_order_of_a_dispatcher_takes_no_slot_for_good() -> None:
    """It was held up between its look and its take; everything has ended by then."""
    number = 0
    while True:
        number += 1
        desk = limited()
        desk.upload("a")
        desk.process()
        desk.upload("b")
        desk.pump.collect()
        (order,) = [t for _, t in desk.pump.waiting if isinstance(t, Dispatched)]
        intruder = Intruder(desk.pump.run, number)
        watch(desk.pump, intruder)
        desk.pump.bring(order)
        desk.pump.run()
        watch(desk.pump)
        assert desk.states == [SUCCEEDED, UPLOADED]
        assert held(desk) == set(), number
        desk.pump.run_and_sweep()
        settled(desk)
        if not intruder.came:
            break
    assert number > 8


def test_a_send_that_is_under_way_does_not_swallow_the_next() -> None:
    """A chunk is being sent while more of it is handed over: nobody waits for the sweeper."""
    number = 0
    while True:
        number += 1
        desk = limited()
        desk.upload("a")
        desk.process()
        desk.upload("b")
        intruder = Intruder(lambda desk=desk: _hand_over_more(desk), number)  # type: ignore[misc]
        watch(desk.pump, intruder)
        desk.pump.run()
        watch(desk.pump)
        desk.process()
        desk.pump.run()
        assert desk.states == [SUCCEEDED, SUCCEEDED]
        assert desk.pump.repairs == []
        desk.pump.run_and_sweep()
        settled(desk)
        if not intruder.came:
            break
    assert number > 20


def test_the_next_is_sent_though_the_send_before_ends_while_it_is_wanted() -> None:
    """Whoever sent the first was slow to say so, and does between any two calls of the next."""
    number = 0
    while True:
        number += 1
        desk, slow = office(), _SlowMark()
        desk.upload("a")
        desk.process()
        desk.upload("b")
        desk.pump.step()
        watch(desk.pump, slow)
        desk.pump.step()
        assert slow.delayed.call is not None
        desk.pump.collect()
        desk.pump.waiting = [(at, t) for at, t in desk.pump.waiting if isinstance(t, Read)]
        intruder = Intruder(slow.delayed.call, number)
        desk.process()
        watch(desk.pump, intruder)
        desk.pump.collect()
        (order,) = [t for _, t in desk.pump.waiting if isinstance(t, Dispatched)]
        desk.pump.waiting.remove((desk.pump.world.clock(), order))
        desk.pump.bring(order)
        watch(desk.pump)
        desk.pump.run()
        assert desk.states == [SUCCEEDED, SUCCEEDED], number
        assert desk.pump.repairs == []
        desk.pump.run_and_sweep()
        settled(desk)
        if not intruder.came:
            break
    assert number > 8


class _SlowMark:
    """The first call that says that a send is done comes when a test makes it."""

    def __init__(self) -> None:
        self.delayed = Delayed(Unavailable("slow"))

    def before(self, call_name: str) -> None:
        """In place of the call."""
        if call_name == "tallies.mark_sent" and self.delayed.call is None:
            raise self.delayed

    def after(self, call_name: str) -> None:
        """All others happen."""


def test_a_dispatcher_may_die_when_all_it_sent_has_ended() -> None:
    """And nobody is told again: the batch is closed, and its dispatch wanted for ever."""
    number = 0
    while True:
        number += 1
        desk = limited()
        desk.upload("a")
        desk.process()
        desk.pump.collect()
        (order,) = [t for _, t in desk.pump.waiting if isinstance(t, Dispatched)]
        desk.pump.waiting.clear()
        desk.pump.lost = lambda change: change.kind is Kind.BATCH
        intruder = Intruder(lambda desk=desk: _run_and_die(desk), number)  # type: ignore[misc]
        watch(desk.pump, intruder)
        desk.pump.bring(order)
        watch(desk.pump)
        desk.pump.waiting = [(at, t) for at, t in desk.pump.waiting if t != order]
        desk.pump.run_and_sweep()
        settled(desk)
        assert desk.states == [SUCCEEDED]
        if not intruder.came:
            break
    assert number > 8


def _run_and_die(desk: Office) -> None:
    """The others go on; whoever runs now does not."""
    desk.pump.run()
    raise Killed("here")


def _hand_over_more(desk: Office) -> None:
    """The next hand-over, with its dispatch, at once."""
    desk.process()
    desk.pump.step()
