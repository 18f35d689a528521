"""Do every `Allowances` and every `Rates` port keep their promises?"""

from batchbell.domain.allowance import CallClass
from tests.contract.houses import House
from tests.contract.samples import NOW
from tests.memory.tenants import GENEROUS


def test_a_tenant_has_the_deployments_numbers(house: House) -> None:
    assert house.allowances.read("acme") == GENEROUS


def test_a_tenant_may_have_numbers_of_its_own(house: House) -> None:
    house.allowances.change("acme", {"writes_a_minute": 7})
    assert house.allowances.read("acme") == GENEROUS.evolve(writes_a_minute=7)
    assert house.allowances.read("other") == GENEROUS


def test_numbers_are_changed_one_by_one(house: House) -> None:
    house.allowances.change("acme", {"writes_a_minute": 7})
    house.allowances.change("acme", {"reads_a_minute": 9})
    assert house.allowances.read("acme") == GENEROUS.evolve(writes_a_minute=7, reads_a_minute=9)


def test_a_number_can_be_the_deployments_again(house: House) -> None:
    house.allowances.change("acme", {"writes_a_minute": 7, "reads_a_minute": 9})
    house.allowances.change("acme", {"writes_a_minute": None})
    assert house.allowances.read("acme") == GENEROUS.evolve(reads_a_minute=9)


def test_calls_are_counted_up_to_the_limit(house: House) -> None:
    counts = [house.rates.count("k", CallClass.WRITES, NOW, 2) for _ in range(4)]
    assert counts == [1, 2, 3, 3]


def test_each_key_class_and_minute_has_a_count_of_its_own(house: House) -> None:
    house.rates.count("k", CallClass.WRITES, NOW, 9)
    assert house.rates.count("other", CallClass.WRITES, NOW, 9) == 1
    assert house.rates.count("k", CallClass.READS, NOW, 9) == 1
    assert house.rates.count("k", CallClass.WRITES, NOW + 60_000, 9) == 1
    assert house.rates.count("k", CallClass.WRITES, NOW, 9) == 2
