"""Does every `Ledger` port keep its promises?"""

from batchbell.domain.budget import (
    Charge,
    batch_reservation,
    days_between,
)
from batchbell.domain.tally import Counts
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW

NAME = batch_reservation(KEY, 1)
COUNTS = Counts(succeeded=2, failed=1, canceled=4, credits=2)


def charge(name: str = NAME, at: int = NOW, tenant: str = "acme") -> Charge:
    """What something came to."""
    return Charge(tenant=tenant, name=name, at=at, counts=COUNTS)


def test_a_day_is_the_sum_of_its_charges(house: House) -> None:
    house.ledger.put(charge("pages:a#1"))
    house.ledger.put(charge("request#1#b"))
    house.ledger.put(charge("pages:a#1", tenant="other"))
    assert house.ledger.day("acme", charge().day) == COUNTS + COUNTS


def test_a_day_without_charges_is_nothing(house: House) -> None:
    assert house.ledger.day("acme", "2026-11-29") == Counts()


def test_a_charge_that_comes_twice_counts_once(house: House) -> None:
    """C37."""
    for _ in range(3):
        house.ledger.put(charge())
    assert house.ledger.day("acme", charge().day) == COUNTS


def test_days_are_those_of_utc(house: House) -> None:
    midnight = 1_795_996_800_000  # 2026-11-30T00:00:00Z
    house.ledger.put(charge("a", midnight - 1))
    house.ledger.put(charge("b", midnight))
    house.ledger.put(charge("c", midnight + 1))
    assert house.ledger.day("acme", "2026-11-29") == COUNTS
    assert house.ledger.day("acme", "2026-11-30") == COUNTS + COUNTS


def test_a_charge_is_found_by_its_name(house: House) -> None:
    day = 24 * 3_600_000
    for at in (NOW, NOW + 2 * day):
        house.ledger.put(charge(at=at))
    house.ledger.put(charge("request#1#b"))
    first, between, last = days_between(NOW, NOW + 2 * day)
    assert house.ledger.entries("acme", NAME, [first, between]) == {first: COUNTS}
    assert house.ledger.entries("acme", NAME, [between, last]) == {last: COUNTS}
    assert house.ledger.entries("other", NAME, [first]) == {}


def test_a_charge_as_it_stands(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.ledger.put(charge())
    assert on_aws.row("U#acme", f"DAY#{charge().day}#{NAME}", "TenantTable") == {
        "pk": {"S": "U#acme"},
        "sk": {"S": f"DAY#2026-09-21#{NAME}"},
        "schema": {"N": "1"},
        "succeeded": {"N": "2"},
        "failed": {"N": "1"},
        "canceled": {"N": "4"},
        "credits": {"N": "2"},
        "ttl": {"N": str(NOW // 1_000 + 400 * 24 * 3_600)},
    }
