"""Does every port hand documents over, and let a batch rest, on the conditions that it promises?"""

import pytest

from batchbell.domain.batch import BatchState, Fence, FenceReason, HandOver
from batchbell.domain.tally import Dispatch, Phase
from batchbell.ports.budgets import Reserved
from tests.contract.houses import House
from tests.contract.paper import BEGUN, DOCS, SPEC, finished, first_added, new_batch, there
from tests.contract.samples import CANCEL, FATAL, LEASE, NOW, closed, event

LOOK = NOW + 7
CHANGED = [
    {"total": 2},
    {"dispatch": Dispatch(Phase.WANTED, 0, NOW)},
    {"dispatch": Dispatch(Phase.SENT, 1, NOW)},
    {"hand_over": HandOver(9, 1, SPEC)},
    {"fence": CANCEL},
    {"purged_at": NOW},
]
MEANWHILE = pytest.mark.parametrize("meanwhile", CHANGED, ids=lambda c: str(next(iter(c))))


def test_a_hand_over_begins_and_the_batch_is_due(house: House) -> None:
    seen = first_added(house)
    assert house.batches.rest(seen)
    assert house.batches.begin_hand_over(seen, BEGUN, LOOK)
    assert there(house) == seen.evolve(hand_over=BEGUN, next_look=LOOK)
    assert house.batches.due(LOOK, 9) == [DOCS]


@MEANWHILE
def test_a_hand_over_depends_on_what_was_read(house: House, meanwhile: dict[str, object]) -> None:
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(**meanwhile))
    assert not house.batches.begin_hand_over(seen, BEGUN, LOOK)
    assert there(house) == seen.evolve(**meanwhile)


def test_no_hand_over_begins_in_what_was_seen_deleted(house: House) -> None:
    seen = first_added(house).evolve(fence=CANCEL)
    house.rewrite_batch(seen)
    assert not house.batches.begin_hand_over(seen, BEGUN, LOOK)


def test_no_hand_over_begins_in_what_has_closed_meanwhile(house: House) -> None:
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(state=BatchState.CLOSED))
    assert not house.batches.begin_hand_over(seen, BEGUN, LOOK)


def test_of_two_hand_overs_one_begins(house: House) -> None:
    seen = first_added(house)
    assert house.batches.begin_hand_over(seen, BEGUN, LOOK)
    assert not house.batches.begin_hand_over(seen, BEGUN, LOOK + 1)
    assert not house.batches.begin_hand_over(there(house), HandOver(2, 1, SPEC), LOOK)


def test_an_unknown_batch_hands_nothing_over(house: House) -> None:
    assert not house.batches.begin_hand_over(new_batch(), BEGUN, LOOK)
    assert not house.batches.end_hand_over(new_batch(hand_over=BEGUN), NOW)
    assert house.batches.read(DOCS) is None


def test_the_end_of_a_hand_over_wants_a_dispatch(house: House) -> None:
    seen = first_added(house)
    house.batches.begin_hand_over(seen, BEGUN, LOOK)
    begun = there(house)
    assert house.batches.end_hand_over(begun, NOW + 3)
    wanted = Dispatch(Phase.WANTED, 1, NOW + 3)
    assert there(house) == begun.evolve(hand_over=None, dispatch=wanted)
    assert not house.batches.end_hand_over(begun, NOW + 4)
    assert not house.batches.end_hand_over(there(house), NOW + 4)
    assert house.batches.mark_sent(DOCS, 1, NOW + 5)


@pytest.mark.parametrize("other", [HandOver(2, 1, SPEC), HandOver(1, 2, SPEC), None])
def test_another_hand_over_is_not_ended(house: House, other: HandOver | None) -> None:
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(hand_over=other))
    assert not house.batches.end_hand_over(seen.evolve(hand_over=BEGUN), NOW)
    assert there(house) == seen.evolve(hand_over=other)


def test_a_hand_over_of_a_deleted_batch_ends_as_well(house: House) -> None:
    begun = first_added(house).evolve(hand_over=BEGUN, fence=CANCEL)
    house.rewrite_batch(begun)
    assert house.batches.end_hand_over(begun, NOW)


def test_a_batch_rests(house: House) -> None:
    seen = first_added(house)
    assert house.batches.rest(seen)
    assert there(house) == seen.evolve(next_look=None)
    assert house.batches.due(NOW + 9 * LEASE, 9) == []
    house.batches.look_again(DOCS, NOW)
    assert there(house).next_look is None


@pytest.mark.parametrize("meanwhile", CHANGED[:5], ids=lambda change: str(next(iter(change))))
def test_rest_depends_on_what_was_read(house: House, meanwhile: dict[str, object]) -> None:
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(**meanwhile))
    assert not house.batches.rest(seen)
    assert there(house) == seen.evolve(**meanwhile)


def test_a_batch_that_is_put_off_meanwhile_does_not_rest(house: House) -> None:
    seen = first_added(house)
    house.batches.wake(DOCS, NOW + 7)
    assert not house.batches.rest(seen)
    assert there(house) == seen.evolve(next_look=NOW + 7)


def test_a_batch_that_rests_is_woken(house: House) -> None:
    seen = first_added(house)
    assert house.batches.rest(seen)
    house.batches.wake(DOCS, NOW + 7)
    assert there(house) == seen.evolve(next_look=NOW + 7)
    assert house.batches.due(NOW + 7, 9) == [DOCS]


def test_a_closed_batch_is_not_woken(house: House) -> None:
    seen = finished(house, first_added(house)).evolve(next_look=None)
    house.rewrite_batch(seen)
    house.batches.wake(DOCS, NOW + 7)
    house.batches.wake(new_batch().key, NOW + 7)
    assert there(house) == seen


def test_a_closed_batch_does_not_rest(house: House) -> None:
    seen = finished(house, first_added(house))
    assert not house.batches.rest(seen)
    assert not house.batches.rest(new_batch())
    assert there(house) == seen


def test_a_batch_that_rested_is_due_again_when_it_closes(house: House) -> None:
    seen = first_added(house, closed_chunks=frozenset({0}))
    assert house.batches.rest(seen)
    resting = there(house)
    assert house.batches.close(resting, closed(resting), event(DOCS))
    assert house.batches.due(NOW + LEASE, 9) == [DOCS]


@pytest.mark.parametrize("open_", [True, False])
def test_a_batch_is_deleted_whatever_its_state_and_is_due(house: House, open_: bool) -> None:
    seen = first_added(house)
    seen = seen if open_ else finished(house, seen)
    seen = seen.evolve(next_look=None)
    house.rewrite_batch(seen)
    assert house.batches.delete(DOCS, CANCEL)
    assert there(house).evolve(next_look=None) == seen.evolve(fence=CANCEL)
    assert house.batches.due(CANCEL.at, 9) == [DOCS]


def test_a_batch_is_deleted_once(house: House) -> None:
    first_added(house)
    assert house.batches.delete(DOCS, CANCEL)
    assert not house.batches.delete(DOCS, Fence(FenceReason.CANCEL, NOW + 99))
    assert not house.batches.delete(DOCS, FATAL)
    assert there(house).fence == CANCEL


def test_an_unknown_batch_is_not_deleted(house: House) -> None:
    assert not house.batches.delete(DOCS, CANCEL)
    assert house.batches.read(DOCS) is None


def test_a_hand_over_reserves_in_the_same_step(house: House) -> None:
    house.budgets.grant("acme", 9, None)
    seen = first_added(house)
    assert house.budgets.hand_over_reserved(seen, BEGUN, 4, LOOK) is Reserved.CREATED
    assert there(house) == seen.evolve(hand_over=BEGUN, next_look=LOOK)
    budget = house.budgets.read("acme")
    assert budget is not None
    assert (budget.available, budget.reservations) == (5, {"docs:receipts#1": 4})
    assert house.budgets.give_back("acme", "docs:receipts#1", 4, 1)


@pytest.mark.parametrize(
    ("granted", "outcome"), [(None, Reserved.NO_BUDGET), (3, Reserved.TOO_LITTLE)]
)
def test_a_hand_over_that_is_not_paid_does_not_begin(
    house: House, granted: int | None, outcome: Reserved
) -> None:
    if granted is not None:
        house.budgets.grant("acme", granted, None)
    seen = first_added(house)
    assert house.budgets.hand_over_reserved(seen, BEGUN, 4, LOOK) is outcome
    assert there(house) == seen
    budget = house.budgets.read("acme")
    assert (budget and budget.available) == granted


@MEANWHILE
def test_what_does_not_begin_reserves_nothing(house: House, meanwhile: dict[str, object]) -> None:
    house.budgets.grant("acme", 9, None)
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(**meanwhile))
    assert house.budgets.hand_over_reserved(seen, BEGUN, 4, LOOK) is Reserved.EXISTS
    assert there(house) == seen.evolve(**meanwhile)
    budget = house.budgets.read("acme")
    assert budget is not None
    assert (budget.available, budget.reservations) == (9, {})


def test_an_idle_slot_is_freed(house: House) -> None:
    seen = first_added(house)
    for member in (DOCS.batch, "another"):
        house.slots.take("acme", member, 2)
    assert house.slots.free_idle(seen)
    assert house.slots.members("acme") == {"another"}
    assert house.slots.free_idle(seen)
    assert there(house) == seen


@pytest.mark.parametrize("meanwhile", CHANGED[1:4], ids=str)
def test_a_slot_stays_when_others_are_handed_over_meanwhile(
    house: House, meanwhile: dict[str, object]
) -> None:
    seen = first_added(house)
    house.slots.take("acme", DOCS.batch, 1)
    house.rewrite_batch(seen.evolve(**meanwhile))
    assert not house.slots.free_idle(seen)
    assert house.slots.members("acme") == {DOCS.batch}


@pytest.mark.parametrize(
    "meanwhile", [{"total": 2}, {"state": BatchState.CLOSED}, {"fence": CANCEL}], ids=str
)
def test_a_slot_is_freed_whatever_else_has_changed(
    house: House, meanwhile: dict[str, object]
) -> None:
    seen = first_added(house)
    house.slots.take("acme", DOCS.batch, 1)
    house.rewrite_batch(seen.evolve(**meanwhile))
    assert house.slots.free_idle(seen)
    assert house.slots.members("acme") == frozenset()


def test_the_slot_of_an_unknown_batch_is_not_idle(house: House) -> None:
    house.slots.take("acme", DOCS.batch, 1)
    assert not house.slots.free_idle(new_batch())
    assert house.slots.members("acme") == {DOCS.batch}
