"""Does every `Budgets` port keep its promises?"""

import pytest

from batchbell.adapters.writes import Put
from batchbell.domain.budget import (
    MOST_RESERVATIONS,
    Budget,
    batch_reservation,
)
from batchbell.domain.identifiers import call_name
from batchbell.ports.budgets import Reserved
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW, WEBHOOK, batch
from tests.contract.sizes import record_bytes

NAME = batch_reservation(KEY, 1)
CALL = call_name("5f1e-7", NOW)


def granted(house: House, credits: int, tenant: str = "acme") -> None:
    """A tenant that was given so much."""
    assert house.budgets.grant(tenant, credits, house.budgets.read(tenant))


def budget(house: House, tenant: str = "acme") -> Budget:
    """A budget that must be there."""
    found = house.budgets.read(tenant)
    assert found is not None
    return found


def test_nobody_has_a_budget_that_was_not_given(house: House) -> None:
    assert house.budgets.read("acme") is None


def test_a_grant_makes_a_budget(house: House) -> None:
    assert house.budgets.grant("acme", 100, None)
    assert house.budgets.read("acme") == Budget(granted=100, available=100)
    assert house.budgets.read("other") is None


def test_a_grant_adds_to_what_is_available(house: House) -> None:
    granted(house, 100)
    house.budgets.reserve("acme", CALL, 30)
    granted(house, 5)
    assert budget(house) == Budget(granted=105, available=75, reservations={CALL: 30})


def test_a_grant_may_take_back(house: House) -> None:
    granted(house, 100)
    granted(house, -120)
    assert budget(house) == Budget(granted=-20, available=-20)


def test_a_grant_that_comes_twice_adds_once(house: House) -> None:
    """C37: the SDK makes a call again whose answer it did not see."""
    granted(house, 100)
    seen = house.budgets.read("acme")
    assert [house.budgets.grant("acme", 50, seen) for _ in range(2)] == [True, False]
    assert budget(house).available == 150


def test_a_first_grant_that_comes_twice_adds_once(house: House) -> None:
    assert [house.budgets.grant("acme", 50, None) for _ in range(2)] == [True, False]
    assert budget(house).available == 50


def test_a_grant_does_not_mind_what_runs(house: House) -> None:
    granted(house, 100)
    seen = house.budgets.read("acme")
    house.budgets.reserve("acme", CALL, 30)
    assert house.budgets.grant("acme", 1, seen)


def test_a_budget_that_was_removed_is_gone(house: House) -> None:
    granted(house, 100)
    for _ in range(2):
        house.budgets.remove("acme")
    assert house.budgets.read("acme") is None
    assert house.budgets.reserve("acme", CALL, 1) is Reserved.NO_BUDGET
    granted(house, 7)
    assert budget(house) == Budget(granted=7, available=7)


def test_a_batch_is_created_with_its_reservation(house: House) -> None:
    granted(house, 100)
    made = batch(reserved=60, webhook=WEBHOOK, metadata='{"a":"\\ud800"}')
    assert house.budgets.create_reserved(made) is Reserved.CREATED
    assert house.batches.read(KEY) == made
    assert budget(house) == Budget(granted=100, available=40, reservations={NAME: 60})


def test_the_last_credit_may_be_reserved(house: House) -> None:
    granted(house, 60)
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.CREATED
    assert budget(house).available == 0


def test_with_too_little_neither_is_made(house: House) -> None:
    granted(house, 59)
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.TOO_LITTLE
    assert house.batches.read(KEY) is None
    assert budget(house) == Budget(granted=59, available=59)


def test_without_a_budget_neither_is_made(house: House) -> None:
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.NO_BUDGET
    assert house.batches.read(KEY) is None
    assert house.budgets.read("acme") is None


@pytest.mark.parametrize("left", [0, 100], ids=["too little", "enough"])
def test_a_batch_that_exists_reserves_nothing(house: House, left: int) -> None:
    """C37."""
    granted(house, 60 + left)
    house.budgets.create_reserved(batch(reserved=60))
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.EXISTS
    assert budget(house).available == left


def test_a_batch_from_before_the_budget_exists(house: House) -> None:
    house.batches.create(batch())
    granted(house, 100)
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.EXISTS
    assert house.batches.read(KEY) == batch()
    assert budget(house) == Budget(granted=100, available=100)


def test_a_name_that_has_reserved_is_told_even_without_its_batch(house: House) -> None:
    granted(house, 200)
    house.budgets.reserve("acme", NAME, 60)
    assert house.budgets.create_reserved(batch(reserved=60)) is Reserved.EXISTS
    assert house.batches.read(KEY) is None


def test_a_call_reserves(house: House) -> None:
    granted(house, 20)
    assert house.budgets.reserve("acme", CALL, 20) is Reserved.CREATED
    assert budget(house) == Budget(granted=20, available=0, reservations={CALL: 20})


def test_a_call_that_reserves_twice_reserves_once(house: House) -> None:
    """C37."""
    granted(house, 200)
    house.budgets.reserve("acme", CALL, 60)
    assert house.budgets.reserve("acme", CALL, 60) is Reserved.EXISTS
    assert budget(house).available == 140


def test_a_call_that_could_cost_too_much_reserves_nothing(house: House) -> None:
    granted(house, 19)
    assert house.budgets.reserve("acme", CALL, 20) is Reserved.TOO_LITTLE
    assert budget(house) == Budget(granted=19, available=19)


def test_what_was_not_used_is_given_back_once(house: House) -> None:
    """C37."""
    granted(house, 100)
    house.budgets.create_reserved(batch(reserved=60))
    ends = [house.budgets.give_back("acme", NAME, 60, used=13) for _ in range(3)]
    assert ends == [True, False, False]
    assert budget(house) == Budget(granted=100, available=87)
    assert budget(house).charged == 13


def test_what_was_used_beyond_the_reservation_is_owed(house: House) -> None:
    granted(house, 10)
    house.budgets.reserve("acme", CALL, 10)
    house.budgets.give_back("acme", CALL, 10, used=12)
    assert budget(house) == Budget(granted=10, available=-2)


def test_only_the_reservation_that_was_seen_ends(house: House) -> None:
    granted(house, 100)
    house.budgets.reserve("acme", CALL, 60)
    assert not house.budgets.give_back("acme", CALL, 59, used=0)
    assert not house.budgets.give_back("acme", NAME, 60, used=0)
    assert not house.budgets.give_back("other", CALL, 60, used=0)
    assert budget(house).reservations == {CALL: 60}


def test_a_budget_that_came_later_is_not_given_what_an_earlier_one_had_reserved(
    house: House,
) -> None:
    granted(house, 100)
    house.budgets.reserve("acme", CALL, 60)
    house.budgets.remove("acme")
    granted(house, 7)
    assert not house.budgets.give_back("acme", CALL, 60, used=0)
    assert budget(house) == Budget(granted=7, available=7)


def test_tenants_have_budgets_of_their_own(house: House) -> None:
    granted(house, 100)
    granted(house, 5, "other")
    house.budgets.reserve("acme", CALL, 60)
    assert house.budgets.reserve("other", CALL, 60) is Reserved.TOO_LITTLE
    assert budget(house, "other") == Budget(granted=5, available=5)


@pytest.mark.parametrize(
    "name", ["docs:a#b:c.d#1", "size", "#name", ":name", "a b", "ü[0]", "x" * 255]
)
def test_a_name_may_hold_any_character(house: House, name: str) -> None:
    granted(house, 3)
    house.budgets.reserve("acme", name, 1)
    house.budgets.reserve("acme", CALL, 1)
    assert budget(house).reservations == {name: 1, CALL: 1}
    assert house.budgets.give_back("acme", name, 1, used=0)
    assert budget(house).reservations == {CALL: 1}


def test_as_many_reservations_as_a_record_holds_well(on_aws: Cloud, aws_house: AwsHouse) -> None:
    """The longest names: no record comes near the 400 KB that one may have."""
    names = [batch_reservation(KEY, number) for number in range(2, MOST_RESERVATIONS + 2)]
    row = {"pk": "M#acme", "sk": "BUDGET", "granted": 10**12, "available": 10**12}
    full = {**row, "reservations": dict.fromkeys(names, 9_999)}
    assert on_aws.table("TenantTable").put(Put(full))
    assert aws_house.budgets.reserve("acme", CALL, 1) is Reserved.TOO_MANY
    assert aws_house.budgets.create_reserved(batch(reserved=1)) is Reserved.TOO_MANY
    assert aws_house.budgets.give_back("acme", names[0], 9_999, used=0)
    assert aws_house.budgets.reserve("acme", CALL, 1) is Reserved.CREATED
    image = on_aws.row("M#acme", "BUDGET", "TenantTable")
    assert record_bytes(image) < 60 * 1_024


def test_a_budget_as_it_stands(on_aws: Cloud, aws_house: AwsHouse) -> None:
    granted(aws_house, 100)
    aws_house.budgets.create_reserved(batch(reserved=60))
    assert on_aws.row("M#acme", "BUDGET", "TenantTable") == {
        "pk": {"S": "M#acme"},
        "sk": {"S": "BUDGET"},
        "schema": {"N": "1"},
        "granted": {"N": "100"},
        "available": {"N": "40"},
        "reservations": {"M": {NAME: {"N": "60"}}},
    }
