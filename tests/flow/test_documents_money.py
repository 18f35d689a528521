"""Are the credits of documents exact, hand-over by hand-over?"""

from contextlib import suppress

import pytest

from batchbell.domain.budget import Budget
from batchbell.domain.codes import ErrorCode
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from tests.flow.intruder import Executioner, Intruder
from tests.flow.office import Office, office, refused, second
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.flow.test_kills import at_every_call
from tests.memory.hooks import Killed
from tests.memory.records import Kind

GRANTED = 5


def budgeted(granted: int = GRANTED) -> Office:
    """A caller whose tenant has a budget."""
    desk = office()
    assert desk.pump.world.money.budgets.grant(desk.tenant, granted, None)
    return desk


def budget(desk: Office) -> Budget:
    """What the tenant has."""
    found = desk.pump.world.money.budgets.read(desk.tenant)
    assert found is not None
    return found


def test_each_hand_over_reserves_what_it_may_cost_and_gives_back_the_rest() -> None:
    desk = budgeted()
    desk.upload("a", "x")
    assert budget(desk).reserved == 0
    desk.process()
    assert (budget(desk).available, budget(desk).reservations) == (3, {"docs:receipts#1": 2})
    desk.upload("b")
    desk.process()
    assert budget(desk).reservations == {"docs:receipts#1": 2, "docs:receipts#2": 1}
    desk.pump.run()
    assert (budget(desk).available, budget(desk).charged) == (GRANTED - 2, 2)
    charges = desk.pump.world.money.ledger.charges  # type: ignore[attr-defined]  # in memory
    assert {c.name: c.counts for c in charges.values()} == {
        "docs:receipts#1": Counts(succeeded=1, failed=1, credits=1),
        "docs:receipts#2": Counts(succeeded=1, credits=1),
    }
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk)


def test_what_cannot_be_paid_is_not_begun() -> None:
    desk = budgeted(2)
    desk.upload("a", "b", "c")
    before = desk.batch
    with refused(ErrorCode.INSUFFICIENT_CREDITS):
        desk.process()
    assert desk.batch == before
    assert set(desk.states) == {ItemState.UPLOADED}
    assert budget(desk).available == 2
    desk.delete("b")
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert budget(desk).available == 0


def test_a_hand_over_is_charged_though_the_batch_stays_open() -> None:
    desk = budgeted()
    desk.upload("a")
    desk.process()
    desk.upload("b")
    desk.pump.run()
    assert desk.batch.open
    assert (budget(desk).charged, budget(desk).reservations) == (1, {})


@pytest.mark.parametrize("granted", [0, GRANTED])
def test_a_tenant_without_a_budget_is_charged_in_the_ledger(granted: int) -> None:
    desk = budgeted(granted) if granted else office()
    desk.upload("a", "x")
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)


def test_of_a_batch_deleted_half_way_all_is_given_back() -> None:
    """After each call of the hand-over, in turn, by a caller that comes in between."""
    number = 0
    while True:
        number += 1
        desk = budgeted()
        desk.upload("a", "b", "c")
        intruder = Intruder(desk.delete_all, number)
        watch(desk.pump, intruder)
        desk.process()
        watch(desk.pump)
        if not intruder.came:
            break
        desk.pump.run()
        assert budget(desk).reservations == {}
        assert desk.pump.engine.read_with == []
        assert budget(desk).available == GRANTED
        desk.pump.run_and_sweep()
        settled(desk)
    assert number > 8


def test_of_documents_deleted_half_way_all_is_given_back() -> None:
    """The hand-over dies; its documents are deleted one by one, and close the batch: nobody goes
    on with it.
    """

    def play(executioner: Executioner) -> None:
        desk = budgeted()
        desk.upload("a", "b")
        watch(desk.pump, executioner)
        with suppress(Killed):  # its caller never comes again
            desk.process()
        watch(desk.pump)
        for letter in "ab":
            desk.delete(letter)
        desk.pump.run_and_sweep()
        assert budget(desk).available == GRANTED
        assert desk.pump.engine.read_with == []
        settled(desk)
        desk.upload("c")
        desk.process()
        desk.pump.run_and_sweep()
        settled(desk)
        assert budget(desk).charged == 1

    assert at_every_call(play) > 8


@pytest.mark.parametrize("kind", Kind)
def test_whatever_is_lost(kind: Kind) -> None:
    desk = budgeted()
    other = second(desk)
    desk.pump.lost = lambda change: change.kind is kind
    desk.upload("a", "x")
    other.upload("b")
    desk.process()
    other.process()
    desk.upload("c")
    desk.pump.run_and_sweep()
    settled(desk, other)
    assert budget(desk).charged == 2
