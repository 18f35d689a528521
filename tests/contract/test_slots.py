"""Does every `Slots` port keep its promises?"""

from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Waiting
from tests.contract.houses import House
from tests.contract.samples import NOW


def waiting(name: str, since: int = NOW, tenant: str = "acme") -> Waiting:
    return Waiting(since, BatchKey(tenant, f"pages:{name}"))


def test_a_slot_is_taken_while_there_are_some(house: House) -> None:
    assert [house.slots.take("acme", name, 2) for name in "abc"] == [True, True, False]
    assert house.slots.members("acme") == {"a", "b"}


def test_who_holds_a_slot_may_take_it_again(house: House) -> None:
    assert [house.slots.take("acme", "a", 1) for _ in range(3)] == [True] * 3
    assert house.slots.members("acme") == {"a"}


def test_a_slot_that_was_freed_is_taken_by_another(house: House) -> None:
    house.slots.take("acme", "a", 1)
    house.slots.free("acme", "a")
    assert house.slots.members("acme") == frozenset()
    assert house.slots.take("acme", "b", 1)


def test_freeing_may_be_repeated_and_frees_nobody_else(house: House) -> None:
    """C37."""
    house.slots.take("acme", "a", 2)
    house.slots.take("acme", "b", 2)
    for _ in range(2):
        house.slots.free("acme", "a")
    house.slots.free("nobody", "a")
    assert house.slots.members("acme") == {"b"}
    assert house.slots.members("nobody") == frozenset()


def test_a_lower_limit_lets_nobody_in_until_enough_have_gone(house: House) -> None:
    for name in "abc":
        house.slots.take("acme", name, 3)
    assert not house.slots.take("acme", "d", 2)
    house.slots.free("acme", "a")
    assert not house.slots.take("acme", "d", 2)
    house.slots.free("acme", "b")
    assert house.slots.take("acme", "d", 2)


def test_tenants_have_slots_of_their_own(house: House) -> None:
    house.slots.take("acme", "a", 1)
    assert house.slots.take("other", "a", 1)
    assert house.slots.members("other") == {"a"}


def test_the_first_come_is_the_first_in_the_queue(house: House) -> None:
    late, early, tie = waiting("late", NOW + 1), waiting("b", NOW), waiting("a", NOW)
    for one in (late, early, tie):
        house.slots.wait(one, NOW)
    assert house.slots.waiting("acme") == [tie, early, late]
    assert house.slots.waiting("other") == []


def test_queueing_up_again_changes_nothing(house: House) -> None:
    for _ in range(2):
        house.slots.wait(waiting("a"), NOW)
    assert house.slots.waiting("acme") == [waiting("a")]


def test_who_leaves_is_out_of_the_queue(house: House) -> None:
    for name in "ab":
        house.slots.wait(waiting(name), NOW)
    for _ in range(2):
        house.slots.leave(waiting("a"))
    assert house.slots.waiting("acme") == [waiting("b")]


def test_of_a_long_queue_the_head_is_given(house: House) -> None:
    all_of_them = [waiting(f"{number:02}") for number in range(30)]
    for one in reversed(all_of_them):
        house.slots.wait(one, NOW)
    assert house.slots.waiting("acme") == all_of_them[:25]
