"""Does the sweeper miss nothing, though it lets batches rest that wait for their caller?"""

from tests.flow.intruder import Intruder
from tests.flow.office import Office, office, second
from tests.flow.pump import Read
from tests.flow.scene import watch
from tests.flow.settled import settled


def at_work() -> Office:
    """One document is about to be read, another was only uploaded; from now on nobody is told of
    anything, and it is time for the sweeper.
    """
    desk = office()
    desk.pump.world.money.budgets.grant(desk.tenant, 9, None)
    desk.upload("a")
    desk.process()
    desk.upload("b")
    while not any(isinstance(trigger, Read) for _, trigger in desk.pump.waiting):
        desk.pump.step()
        desk.pump.collect()
    desk.pump.lost = lambda _: True
    desk.pump.world.clock.advance(desk.pump.world.store.limits.document_lease_ms + 1)
    return desk


def test_a_document_may_end_between_any_two_calls_of_the_sweeper() -> None:
    """Its hand-over is charged, and its slot freed, before the batch rests."""
    number = 0
    while True:
        number += 1
        desk = at_work()
        intruder = Intruder(desk.pump.run, number)
        watch(desk.pump, intruder)
        desk.pump.sweep_due()
        watch(desk.pump)
        desk.pump.run_and_sweep()
        settled(desk)
        if not intruder.came:
            break
    assert number > 10


def test_a_caller_may_hand_over_between_any_two_calls_of_the_sweeper() -> None:
    """What he asks for is not rested on."""
    number = 0
    while True:
        number += 1
        desk = office()
        desk.upload("a")
        desk.pump.lost = lambda _: True
        desk.pump.world.clock.advance(desk.pump.world.store.limits.document_lease_ms + 1)
        intruder = Intruder(desk.process, number)
        watch(desk.pump, intruder)
        desk.pump.sweep_due()
        watch(desk.pump)
        desk.pump.run_and_sweep()
        settled(desk)
        if not intruder.came:
            break
    assert number > 8


def test_a_hand_over_that_died_is_gone_on_with_by_the_sweeper_or_the_next_call() -> None:
    for comes_again in (False, True):
        desk = office()
        other = second(desk)
        other.upload("c")
        desk.upload("a", "b")
        watch(desk.pump, Intruder(lambda desk=desk: _die_with(desk)))  # type: ignore[misc]
        try:
            desk.process()
        except _Died:
            watch(desk.pump)
        assert desk.batch.hand_over is not None
        if comes_again:
            desk.process()
            assert desk.batch.hand_over is None
        desk.pump.run_and_sweep()
        settled(desk, other)
        assert {item.hand_over for item in desk.items} == {1}


class _Died(BaseException):
    """Somebody did."""


def _die_with(desk: Office) -> None:
    if desk.batch.hand_over is not None:
        raise _Died
