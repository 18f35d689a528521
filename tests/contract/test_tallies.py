"""Does every `Tallies` port keep its promises?"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from batchbell.domain.identifiers import CHUNK_SIZE
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts, Dispatch, Phase, Summary, Tally
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW, SUMMARY, batch, tally

S, F, C = ItemState.SUCCEEDED, ItemState.FAILED, ItemState.CANCELED
FULL = replace(
    tally(3, 128),
    generation=7,
    dispatch=Dispatch(Phase.SENT, 12, NOW),
    succeeded=frozenset(range(100)),
    failed=frozenset({100, 127}),
    canceled=frozenset(range(101, 127)),
    summary=Summary(Counts(succeeded=100, failed=2, canceled=26, credits=100), None, NOW),
)


@pytest.mark.parametrize("made", [tally(), FULL, replace(tally(5), summary=SUMMARY)])
def test_a_tally_is_read_back(house: House, made: Tally) -> None:
    assert house.tallies.put(KEY, made)
    assert house.tallies.read(KEY, made.chunk) == made


def test_a_tally_is_made_once(house: House) -> None:
    house.tallies.put(KEY, tally())
    assert not house.tallies.put(KEY, tally(expected=4))
    assert house.tallies.read(KEY, 0) == tally()


def test_an_unknown_tally_is_none(house: House) -> None:
    house.tallies.put(KEY, tally(1))
    assert house.tallies.read(KEY, 0) is None


def test_all_tallies_come_by_chunk(house: House) -> None:
    chunks = [10, 2, 0, 100, 1]
    for chunk in chunks:
        house.tallies.put(KEY, tally(chunk))
    house.batches.create(batch())
    all_of_them = house.tallies.read_all(KEY)
    assert list(all_of_them) == sorted(chunks)
    assert all_of_them[100] == tally(100)


def test_a_batch_may_have_no_tallies(house: House) -> None:
    assert house.tallies.read_all(KEY) == {}


def test_a_wanted_send_becomes_sent(house: House) -> None:
    house.tallies.put(KEY, tally())
    assert house.tallies.mark_sent(KEY, tally(), 1, NOW + 4)
    sent = Dispatch(Phase.SENT, 1, NOW + 4)
    assert house.tallies.read(KEY, 0) == replace(tally(), dispatch=sent)


def test_a_sent_chunk_is_sent_again(house: House) -> None:
    seen = replace(tally(), dispatch=Dispatch(Phase.SENT, 1, NOW))
    house.tallies.put(KEY, seen)
    assert house.tallies.mark_sent(KEY, seen, 2, NOW + 4)
    sent = Dispatch(Phase.SENT, 2, NOW + 4)
    assert house.tallies.read(KEY, 0) == replace(tally(), dispatch=sent)


def test_of_two_senders_one_marks(house: House) -> None:
    house.tallies.put(KEY, tally())
    assert house.tallies.mark_sent(KEY, tally(), 1, NOW + 4)
    assert not house.tallies.mark_sent(KEY, tally(), 1, NOW + 9)
    assert not house.tallies.mark_sent(KEY, tally(), 2, NOW + 9)
    sent = Dispatch(Phase.SENT, 1, NOW + 4)
    assert house.tallies.read(KEY, 0) == replace(tally(), dispatch=sent)


def test_an_unknown_tally_is_not_marked(house: House) -> None:
    assert not house.tallies.mark_sent(KEY, tally(), 1, NOW)
    assert house.tallies.read(KEY, 0) is None


@pytest.mark.parametrize("phase", Phase)
def test_another_send_is_wanted(house: House, phase: Phase) -> None:
    """Whether one was wanted already or not: it is another one from now on."""
    seen = replace(tally(), dispatch=Dispatch(phase, 4, NOW))
    house.tallies.put(KEY, seen)
    assert house.tallies.want(KEY, seen, NOW + 4)
    wanted = Dispatch(Phase.WANTED, 5, NOW + 4)
    assert house.tallies.read(KEY, 0) == replace(seen, dispatch=wanted)
    assert not house.tallies.want(KEY, seen, NOW + 5)
    assert not house.tallies.mark_sent(KEY, seen, 4, NOW + 5)
    assert house.tallies.read(KEY, 0) == replace(seen, dispatch=wanted)


def test_an_unknown_tally_wants_nothing(house: House) -> None:
    assert not house.tallies.want(KEY, tally(), NOW)
    assert house.tallies.read(KEY, 0) is None


def test_a_fold_answers_with_the_union(house: House) -> None:
    house.tallies.put(KEY, tally())
    united = house.tallies.fold(KEY, 0, {0: S, 2: F, 1: C}, 1)
    assert united == replace(
        tally(), succeeded=frozenset({0}), failed=frozenset({2}), canceled=frozenset({1})
    )
    assert house.tallies.read(KEY, 0) == united


def test_a_fold_adds_to_what_is_there(house: House) -> None:
    house.tallies.put(KEY, tally())
    house.tallies.fold(KEY, 0, {0: S}, 1)
    united = house.tallies.fold(KEY, 0, {1: S, 2: F}, 1)
    assert united == replace(tally(), succeeded=frozenset({0, 1}), failed=frozenset({2}))


def test_a_fold_twice_is_a_fold(house: House) -> None:
    house.tallies.put(KEY, tally())
    once = house.tallies.fold(KEY, 0, {0: S, 1: F}, 1)
    assert house.tallies.fold(KEY, 0, {0: S, 1: F}, 1) == once


def test_a_fold_of_what_is_no_item_does_no_harm(house: House) -> None:
    """C7: a stray message's record is folded like any other, and does not count."""
    house.tallies.put(KEY, tally())
    folded = house.tallies.fold(KEY, 0, {9: C, 127: S}, 1)
    assert folded is not None
    assert folded.known == frozenset()
    covered = house.tallies.fold(KEY, 0, {0: S, 1: F, 2: S}, 1)
    assert covered is not None
    assert covered.covered


def test_a_fold_of_nothing_reads(house: House) -> None:
    house.tallies.put(KEY, tally())
    assert house.tallies.fold(KEY, 0, {}, 1) == tally()


@pytest.mark.parametrize("endings", [{}, {0: S}])
def test_a_fold_makes_no_tally(house: House, endings: dict[int, ItemState]) -> None:
    assert house.tallies.fold(KEY, 0, endings, 1) is None
    assert house.tallies.read(KEY, 0) is None


@pytest.mark.parametrize("endings", [{}, {0: S}])
def test_an_older_generation_is_not_folded(house: House, endings: dict[int, ItemState]) -> None:
    """C7."""
    there = replace(tally(), generation=3)
    house.tallies.put(KEY, there)
    assert house.tallies.fold(KEY, 0, endings, 2) is None
    assert house.tallies.read(KEY, 0) == there


@pytest.mark.parametrize("generation", [3, 4])
def test_the_same_or_a_newer_generation_is_folded(house: House, generation: int) -> None:
    there = replace(tally(), generation=3)
    house.tallies.put(KEY, there)
    folded = house.tallies.fold(KEY, 0, {0: S}, generation)
    assert folded == replace(there, succeeded=frozenset({0}))


def test_a_fold_leaves_the_rest_alone(house: House) -> None:
    house.tallies.put(KEY, FULL)
    folded = house.tallies.fold(KEY, 3, {0: F}, 7)
    assert folded == replace(FULL, failed=FULL.failed | {0})


Report = st.dictionaries(
    st.integers(0, CHUNK_SIZE - 1), st.sampled_from([S, F, C]), min_size=1, max_size=6
)


@given(data=st.data(), reports=st.lists(Report, max_size=6))
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_order_and_any_repeats_leave_the_union(
    house: House, data: st.DataObject, reports: list[dict[int, ItemState]]
) -> None:
    """C1, C3, C7: idempotent, commutative, associative; and a set only grows by what it is told."""
    new = tally(expected=CHUNK_SIZE)
    house.rewrite_tally(KEY, new)
    repeats = data.draw(st.lists(st.sampled_from(reports), max_size=4)) if reports else []
    for report in data.draw(st.permutations(reports + repeats)):
        assert house.tallies.fold(KEY, 0, report, 1) is not None
    ended = {(position, state) for report in reports for position, state in report.items()}
    sets = {state.value: frozenset(p for p, s in ended if s is state) for state in (S, F, C)}
    assert house.tallies.read(KEY, 0) == replace(new, **sets)  # type: ignore[arg-type]  # fields


def test_a_chunk_is_closed_in_both_records(house: House) -> None:
    made = batch(closed_chunks=frozenset({4}))
    house.batches.create(made)
    house.tallies.put(KEY, tally())
    assert house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.tallies.read(KEY, 0) == replace(tally(), summary=SUMMARY)
    assert house.batches.read(KEY) == made.evolve(closed_chunks=frozenset({0, 4}))


def test_a_chunk_may_be_closed_again(house: House) -> None:
    house.batches.create(batch())
    house.tallies.put(KEY, tally())
    house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.batches.read(KEY) == batch(closed_chunks=frozenset({0}))


def test_what_was_folded_meanwhile_does_not_matter(house: House) -> None:
    house.batches.create(batch())
    house.tallies.put(KEY, tally())
    house.tallies.fold(KEY, 0, {0: S}, 1)
    assert house.tallies.close_chunk(KEY, tally(), SUMMARY)


@pytest.mark.parametrize("meanwhile", [{"expected": 4}, {"generation": 2}], ids=str)
def test_a_chunk_that_has_changed_stays_open(house: House, meanwhile: dict[str, int]) -> None:
    house.batches.create(batch())
    there = replace(tally(), **meanwhile)  # type: ignore[arg-type]  # names of the fields
    house.tallies.put(KEY, there)
    assert not house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.tallies.read(KEY, 0) == there
    assert house.batches.read(KEY) == batch()


def test_a_chunk_of_no_batch_stays_open(house: House) -> None:
    house.tallies.put(KEY, tally())
    assert not house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.tallies.read(KEY, 0) == tally()
    assert house.batches.read(KEY) is None


def test_a_chunk_without_tally_stays_open(house: House) -> None:
    house.batches.create(batch())
    assert not house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert house.tallies.read(KEY, 0) is None
    assert house.batches.read(KEY) == batch()
