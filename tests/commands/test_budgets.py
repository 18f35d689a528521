"""What do the `batchbell budgets` and `batchbell usage` commands do?"""

import pytest

from batchbell.domain.budget import Budget, Charge
from batchbell.domain.identifiers import call_name
from batchbell.domain.tally import Counts
from tests.commands.operators import Operator
from tests.memory.hooks import Unwatched

DAY_MS = 86_400_000
CALL = call_name("r", 0)


def used(operator: Operator, days_ago: int, credits: int, name: str = "a") -> None:
    """A job of so many pages closed then; another page failed."""
    at = operator.world.clock() - days_ago * DAY_MS
    counts = Counts(succeeded=credits, failed=1, credits=credits)
    operator.money.ledger.put(Charge(tenant="acme", name=name, at=at, counts=counts))


def test_a_tenant_has_no_budget_at_first(operator: Operator) -> None:
    assert operator.run("budgets", "show", "acme") == 0
    assert operator.out == "no budget: nothing limits what this tenant spends\n"


def test_a_grant_makes_a_budget(operator: Operator) -> None:
    assert operator.run("budgets", "grant", "acme", "100") == 0
    assert operator.out == (
        "before  no budget: nothing limits what this tenant spends\n"
        "after   available 100  reserved 0 in 0 reservations  charged 0  granted 100\n"
    )
    assert operator.money.budgets.read("acme") == Budget(granted=100, available=100)


def test_a_grant_once_more_adds_once_more_and_shows_it(operator: Operator) -> None:
    for _ in range(2):
        operator.run("budgets", "grant", "acme", "100")
    assert operator.out.startswith("before  available 100 ")
    assert "\nafter   available 200 " in operator.out


def test_a_grant_takes_back(operator: Operator) -> None:
    operator.run("budgets", "grant", "acme", "100")
    assert operator.run("budgets", "grant", "acme", "-30") == 0
    assert operator.money.budgets.read("acme") == Budget(granted=70, available=70)


def test_a_grant_that_another_came_before_is_not_made(operator: Operator) -> None:
    budgets = operator.money.budgets

    class Other(Unwatched):
        def after(self, call_name: str) -> None:
            if call_name == "budgets.read":
                operator.world.watch(Unwatched())
                budgets.grant("acme", 5, None)

    operator.world.watch(Other())
    assert operator.run("budgets", "grant", "acme", "100") == 2
    assert operator.out == ""
    assert "see: batchbell budgets show acme" in operator.err
    assert budgets.read("acme") == Budget(granted=5, available=5)


def test_a_budget_says_where_its_credits_are(operator: Operator) -> None:
    operator.run("budgets", "grant", "acme", "100")
    operator.money.budgets.reserve("acme", CALL, 30)
    operator.money.budgets.give_back("acme", CALL, 30, used=20)
    operator.money.budgets.reserve("acme", CALL, 25)
    operator.run("budgets", "show", "acme")
    line = "available 55  reserved 25 in 1 reservations  charged 20  granted 100\n"
    assert operator.out == line


def test_a_budget_is_removed(operator: Operator) -> None:
    operator.run("budgets", "grant", "acme", "100")
    assert operator.run("budgets", "remove", "acme") == 0
    assert operator.out.startswith("removed  available 100 ")
    assert operator.money.budgets.read("acme") is None


@pytest.mark.parametrize("credits", ["0", "-0", "--1", "1.5", "x", "", "\u0663", "1" * 14, "-"])
def test_credits_are_whole(operator: Operator, credits: str) -> None:
    assert operator.run("budgets", "grant", "acme", "--", credits) == 2
    assert "whole number" in operator.err
    assert operator.money.budgets.read("acme") is None


def test_usage_is_told_by_day_and_in_all(operator: Operator) -> None:
    used(operator, 0, 5)
    used(operator, 0, 6, "b")
    used(operator, 2, 7)
    used(operator, 3, 1_000)
    assert operator.run("usage", "acme", "--days", "3") == 0
    assert operator.out == (
        "2026-09-19  succeeded 7  failed 1  canceled 0  credits 7\n"
        "2026-09-20  succeeded 0  failed 0  canceled 0  credits 0\n"
        "2026-09-21  succeeded 11  failed 2  canceled 0  credits 11\n"
        "total       succeeded 18  failed 3  canceled 0  credits 18\n"
    )


def test_without_days_a_week_is_told(operator: Operator) -> None:
    operator.run("usage", "acme")
    days = [line.split()[0] for line in operator.out.splitlines()]
    assert days == [*(f"2026-09-{day}" for day in range(15, 22)), "total"]


def test_one_day_is_told(operator: Operator) -> None:
    used(operator, 2, 7)
    assert operator.run("usage", "acme", "--day", "2026-09-19") == 0
    assert operator.out == "2026-09-19  succeeded 7  failed 1  canceled 0  credits 7\n"


@pytest.mark.parametrize(
    "words",
    [
        ("--day", "yesterday"),
        ("--day", "2026-13-01"),
        ("--days", "0"),
        ("--days", "401"),
        ("--days", "x"),
        ("--days", "3", "--day", "2026-09-19"),
    ],
)
def test_days_that_cannot_be_are_told(operator: Operator, words: tuple[str, ...]) -> None:
    assert operator.run("usage", "acme", *words) == 2
    assert "--day" in operator.err


@pytest.mark.parametrize(
    "words",
    [("budgets", "show"), ("budgets", "remove"), ("budgets", "grant"), ("usage",)],
)
def test_a_tenant_that_cannot_be_is_told(operator: Operator, words: tuple[str, ...]) -> None:
    more = ("1",) if "grant" in words else ()
    assert operator.run(*words, "A#b", *more) == 2
    assert "lower-case letters" in operator.err
