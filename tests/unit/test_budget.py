"""What may a job cost, and how are reservations named?"""

import pytest

from batchbell.domain.budget import (
    Budget,
    batch_reservation,
    charge_of,
    day_of,
    days_between,
    reserving_batch,
    worst_cost,
)
from batchbell.domain.identifiers import BatchKey, call_expiry, call_name
from batchbell.domain.tally import Counts
from tests.contract.samples import KEY, NOW, batch, closed

MIDNIGHT = 1_795_996_800_000
"""2026-11-30T00:00:00Z."""


@pytest.mark.parametrize(
    ("urls", "page_credits", "readings", "cost"),
    [(1, 1, 0, 1), (100, 1, 0, 100), (100, 1, 3, 1_300), (1, 20, 0, 20), (100, 20, 2, 2_800)],
)
def test_the_worst_is_that_everything_succeeds(
    urls: int, page_credits: int, readings: int, cost: int
) -> None:
    assert worst_cost(urls, page_credits, readings) == cost


def test_what_is_not_there_any_more_has_been_charged() -> None:
    budget = Budget(granted=100, available=20, reservations={"a": 30, "b": 7})
    assert (budget.reserved, budget.charged) == (37, 43)


@pytest.mark.parametrize("name", ["pages:batch_1", "docs:a#2#b", "docs:request#1"])
def test_a_batch_is_found_by_the_name_of_its_reservation(name: str) -> None:
    key = BatchKey("acme", name)
    reservation = batch_reservation(key, 7)
    assert reserving_batch("acme", reservation) == key
    assert call_expiry(reservation) is None


def test_a_call_says_when_it_is_dead() -> None:
    assert call_expiry(call_name("5f1e#7", NOW)) == NOW


def test_generations_reserve_apart() -> None:
    assert batch_reservation(KEY, 1) != batch_reservation(KEY, 2)


@pytest.mark.parametrize(
    ("at", "day"),
    [(MIDNIGHT - 1, "2026-11-29"), (MIDNIGHT, "2026-11-30"), (0, "1970-01-01")],
)
def test_a_day_begins_at_midnight_in_utc(at: int, day: str) -> None:
    assert day_of(at) == day


def test_days_between_two_times_are_all_of_them() -> None:
    midnight = 1_795_996_800_000  # 2026-11-30T00:00:00Z
    assert days_between(midnight - 1, midnight) == ["2026-11-29", "2026-11-30"]
    assert days_between(midnight, midnight + 1) == ["2026-11-30"]
    assert days_between(midnight, midnight - 1) == []


def test_a_charge_is_what_the_close_recorded() -> None:
    ended = closed(batch())
    charge = charge_of(ended)
    assert (charge.tenant, charge.name) == ("acme", batch_reservation(KEY, 1))
    assert (charge.at, charge.counts) == (ended.completed_at, ended.counts)
    assert charge.day == "2026-09-21"


def test_a_charge_of_nothing_is_nothing() -> None:
    assert charge_of(batch()).counts == Counts()
