"""When are credits reserved, charged and given back?"""

from batchbell.domain.budget import (
    MOST_RESERVATIONS,
    Budget,
    batch_reservation,
    day_of,
)
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import ComeAgain
from batchbell.domain.identifiers import BatchKey, pages_key
from batchbell.domain.tally import Counts
from batchbell.usecases.charge import charge, charge_call, create_batch
from tests.contract.samples import batch
from tests.memory.hooks import Recorder, Unwatched
from tests.usecases.purse import MINUTE, TENANT, Purse, refused

FAILED = Counts(failed=1)


def test_without_a_budget_nothing_is_reserved() -> None:
    purse = Purse(None)
    assert purse.submit()
    assert purse.record().reserved is None
    assert purse.budgets.kept == {}


def test_with_a_budget_the_worst_is_reserved() -> None:
    purse = Purse(100)
    assert purse.submit()
    assert purse.record().reserved == 60
    assert (purse.budget.available, purse.budget.reserved) == (40, 60)


def test_who_submits_again_reserves_once() -> None:
    purse = Purse(60)
    assert [purse.submit(), purse.submit()] == [True, False]
    assert (purse.budget.available, purse.budget.reserved) == (0, 60)


def test_with_too_little_nothing_is_created_and_the_caller_is_told_how_much_there_is() -> None:
    purse = Purse(1_100)
    purse.submit("other", 1_041)
    error = refused(purse.submit)
    assert error.code is ErrorCode.INSUFFICIENT_CREDITS
    assert all(number in error.message for number in ("60", "59", "1,041"))
    assert pages_key(TENANT, "a") not in purse.world.records.batches


def test_a_budget_that_is_removed_meanwhile_holds_nobody_up() -> None:
    purse = Purse(10)

    class Remover(Unwatched):
        def after(self, call_name: str) -> None:
            if call_name == "budgets.read":
                purse.budgets.kept.clear()

    purse.world.watch(Remover())
    assert purse.submit()
    assert purse.record().reserved is None


def test_with_too_many_reservations_the_caller_is_told_to_wait() -> None:
    purse = Purse(10 * MOST_RESERVATIONS)
    for number in range(MOST_RESERVATIONS):
        purse.submit(f"b{number}", 1)
    error = refused(purse.submit)
    assert isinstance(error, ComeAgain)
    assert error.code is ErrorCode.RATE_LIMIT_EXCEEDED
    charge(purse.money, purse.close("b0", 1))
    assert purse.submit()


def test_a_closed_batch_is_charged_and_the_rest_given_back() -> None:
    purse = Purse(100)
    purse.submit()
    charge(purse.money, purse.close(credits=13))
    assert purse.budget == Budget(granted=100, available=87)
    assert purse.today == Counts(succeeded=13, failed=1, credits=13)


def test_a_charge_may_be_repeated() -> None:
    """C37."""
    purse = Purse(100)
    purse.submit()
    closed = purse.close(credits=13)
    assert [charge(purse.money, closed) for _ in range(3)] == [True, False, False]
    assert purse.budget.available == 87
    assert purse.today.credits == 13


def test_without_a_budget_it_is_recorded_all_the_same() -> None:
    purse = Purse(None)
    purse.submit()
    charge(purse.money, purse.close(credits=13))
    assert purse.today.credits == 13


def test_a_batch_from_before_the_budget_is_not_taken_from_it() -> None:
    purse = Purse(None)
    purse.submit()
    purse.budgets.grant(TENANT, 100, None)
    charge(purse.money, purse.close(credits=13))
    assert purse.budget == Budget(granted=100, available=100)


def test_a_charge_counts_for_the_day_of_the_close() -> None:
    purse = Purse(100)
    purse.submit()
    closed = purse.close()
    day = day_of(purse.now)
    purse.world.clock.advance(3 * 86_400_000)
    charge(purse.money, closed)
    assert purse.today == Counts()
    assert purse.ledger.day(TENANT, day).credits == 13


def test_the_ledger_comes_first() -> None:
    """Else a crash in between would end the reservation, and nobody would look again."""
    purse = Purse(100)
    purse.submit()
    closed = purse.close()
    recorder = Recorder()
    purse.world.watch(recorder)
    charge(purse.money, closed)
    assert recorder.calls == ["ledger.put", "budgets.give_back"]


def test_a_call_is_charged_what_it_came_to() -> None:
    purse = Purse(100)
    call = purse.call(cost=24)
    assert purse.budget.available == 76
    for _ in range(2):
        charge_call(purse.money, call, Counts(succeeded=1, credits=20), purse.now)
    assert purse.budget == Budget(granted=100, available=80)
    assert purse.today == Counts(succeeded=1, credits=20)


def test_a_call_that_failed_costs_nothing_and_is_recorded() -> None:
    purse = Purse(100)
    charge_call(purse.money, purse.call(), FAILED, purse.now)
    assert purse.budget == Budget(granted=100, available=100)
    assert purse.today == FAILED


def test_a_call_without_a_budget_reserves_nothing_and_is_recorded() -> None:
    purse = Purse(None)
    call = purse.call()
    assert call.reserved is None
    charge_call(purse.money, call, Counts(succeeded=1, credits=20), purse.now)
    assert purse.today.credits == 20


def test_a_call_that_could_cost_too_much_is_refused() -> None:
    purse = Purse(19)
    assert refused(purse.call).code is ErrorCode.INSUFFICIENT_CREDITS
    assert purse.budget == Budget(granted=19, available=19)


def test_whoever_is_refused_takes_what_a_dead_call_left() -> None:
    purse = Purse(60)
    purse.call("dead")
    purse.call("alive")
    refused(purse.submit)
    purse.world.clock.advance(MINUTE)
    assert purse.submit()
    assert purse.budget == Budget(
        granted=60, available=0, reservations={batch_reservation(pages_key(TENANT, "a"), 1): 60}
    )


def test_a_call_that_may_still_run_keeps_its_reservation() -> None:
    purse = Purse(60)
    purse.call()
    purse.world.clock.advance(MINUTE - 1)
    refused(purse.submit)
    assert purse.reclaim() == 0
    assert purse.budget.reserved == 20


def test_what_runs_is_not_reclaimed() -> None:
    purse = Purse(100)
    purse.submit()
    assert purse.reclaim() == 0
    assert purse.budget.reserved == 60


def test_what_a_close_left_is_reclaimed_once() -> None:
    """C35: whoever closed it died before it was charged, and nobody came again."""
    purse = Purse(100)
    purse.submit()
    purse.close(credits=13)
    purse.call()
    purse.world.clock.advance(MINUTE)
    assert [purse.reclaim(), purse.reclaim()] == [2, 0]
    assert purse.budget == Budget(granted=100, available=87)
    assert purse.today.credits == 13


def test_a_batch_that_is_gone_pays_nothing() -> None:
    purse = Purse(100)
    purse.submit()
    del purse.world.records.batches[pages_key(TENANT, "a")]
    assert purse.reclaim() == 1
    assert purse.budget == Budget(granted=100, available=100)


def test_without_a_budget_there_is_nothing_to_reclaim() -> None:
    assert Purse(None).reclaim() == 0


def test_a_batch_whose_name_parts_keys_is_found_again() -> None:
    purse = Purse(100)
    key = BatchKey(TENANT, "docs:a#1#b")
    create_batch(purse.world.store, purse.money, batch(key=key), 60)
    assert purse.reclaim() == 0
    assert purse.budget.reserved == 60
