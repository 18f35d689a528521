"""Are credits exact, whatever dies or is lost?"""

from datetime import UTC, datetime
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.identifiers import BatchKey
from batchbell.usecases.cancel import cancel
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.intruder import Executioner
from tests.flow.pump import Pump
from tests.flow.scene import empty_scene, watch
from tests.memory.hooks import Killed, Unwatched
from tests.memory.records import Kind
from tests.memory.submissions import KIND, TENANT, submission, urls_of

GRANTED = 100
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")


def budgeted(granted: int = GRANTED) -> Pump:
    pump = empty_scene()
    assert pump.world.money.budgets.grant(TENANT, granted, None)
    pump.fetcher.script.set(urls_of(2)[1], GONE)
    return pump


def submit(pump: Pump, key: str = "a", pages: int = 3) -> BatchKey:
    """Of three pages the second fails."""
    return submit_pages(pump.world.store, submission(pages, key=key)).batch.key


def settled(pump: Pump, charged: int) -> None:
    """Nothing is reserved any more, and so much was charged, in the ledger as in the budget."""
    pump.world.watch(Unwatched())
    budget = pump.world.money.budgets.read(TENANT)
    assert budget is not None
    assert not budget.reservations
    assert (budget.available, budget.charged) == (GRANTED - charged, charged)
    ends = {batch.completed_at or 0 for batch in pump.world.records.batches.values()}
    days = {datetime.fromtimestamp(at // 1000, UTC).date().isoformat() for at in ends}
    counts = [pump.world.money.ledger.day(TENANT, day) for day in days]
    assert sum(one.credits for one in counts) == charged


def test_what_succeeds_is_charged_and_the_rest_given_back() -> None:
    pump = budgeted()
    submit(pump)
    budget = pump.world.money.budgets.read(TENANT)
    assert budget is not None
    assert (budget.available, budget.reserved) == (GRANTED - 3, 3)
    pump.run()
    settled(pump, charged=2)


def test_what_cannot_be_paid_is_not_begun() -> None:
    pump = budgeted()
    with pytest.raises(CallerError) as refused:
        submit(pump, pages=GRANTED + 1)
    assert refused.value.code is ErrorCode.INSUFFICIENT_CREDITS
    assert not pump.world.records.batches


def test_a_submission_that_comes_again_reserves_once() -> None:
    pump = budgeted()
    for _ in range(3):
        submit(pump)
    pump.run()
    settled(pump, charged=2)


def test_whoever_dies_anywhere() -> None:
    """After every port call of every function, the submission's own too."""
    for number in count(1):
        pump = budgeted()
        executioner = Executioner(number)
        watch(pump, executioner)
        try:
            submit(pump)
        except Killed:
            submit(pump)
        pump.run_and_sweep()
        settled(pump, charged=2)
        if not executioner.came:
            break
    assert number > 40


@pytest.mark.parametrize("kind", Kind)
def test_whatever_is_lost(kind: Kind) -> None:
    pump = budgeted()
    submit(pump)
    pump.lost = lambda change: change.kind is kind
    pump.run_and_sweep()
    settled(pump, charged=2)


def test_everything_comes_three_times() -> None:
    pump = budgeted()
    pump.times = 3
    for name in "abc":
        submit(pump, name)
    pump.run()
    settled(pump, charged=6)


def test_a_canceled_batch_costs_what_had_finished() -> None:
    pump = budgeted()
    key = submit(pump)
    batch = cancel(pump.world.store, key, KIND)
    assert batch.outcome is Outcome.CANCELED
    pump.run()
    settled(pump, charged=0)


def test_a_reservation_that_was_leaked_is_given_back() -> None:
    """By a call that died, when a batch has to wait."""
    pump = budgeted()
    pump.world.door.allowances.change(TENANT, {"slots": 1})
    pump.world.money.budgets.reserve(TENANT, f"request#{pump.world.clock() + 1}#dead", 7)
    pump.world.slots.take(TENANT, "pages:batch_gone", 1)
    submit(pump)
    pump.run_and_sweep()
    settled(pump, charged=2)
