"""What does a chunk's tally know, and when is a chunk proved?"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.item import Item, ItemState
from batchbell.domain.tally import (
    NOTHING,
    Counts,
    Dispatch,
    Phase,
    Summary,
    Tally,
    prove,
    summarise,
)

KEY = pages_key("acme", "batch_1")
EMPTY = Tally(chunk=0, expected=3, dispatch=Dispatch(Phase.WANTED, 1, 0))
TERMINAL = [state for state in ItemState if state.terminal]

truths = st.lists(st.sampled_from(TERMINAL), min_size=1, max_size=8)
"""How the items of a chunk ended; what is reported of them is some part of this."""


def endings(truth: list[ItemState], positions: list[int]) -> dict[int, ItemState]:
    """What is reported: these positions, as they are."""
    return {p % len(truth): truth[p % len(truth)] for p in positions}


reports = st.lists(st.lists(st.integers(0, 7), max_size=8), max_size=6)


def item(position: int, state: ItemState = ItemState.SUCCEEDED, **changes: object) -> Item:
    """An item that started at 10 + position and ended at 20 + position."""
    made = Item(
        key=ItemKey(KEY, 0, position),
        state=state,
        attempt=1,
        started_at=10 + position,
        completed_at=20 + position if state.terminal else None,
        credits=1 if state is ItemState.SUCCEEDED else 0,
    )
    return made.evolve(**changes)


# A union.


@given(truths, reports, st.randoms())
def test_reports_in_any_order_leave_the_same_tally(
    truth: list[ItemState], parts: list[list[int]], random: st.DataObject
) -> None:
    """C3: commutative."""
    there, back = EMPTY, EMPTY
    for part in parts:
        there = there.united(endings(truth, part))
    random.shuffle(parts)  # type: ignore[attr-defined]
    for part in parts:
        back = back.united(endings(truth, part))
    assert there == back


@given(truths, reports)
def test_a_report_twice_is_a_report_once(truth: list[ItemState], parts: list[list[int]]) -> None:
    """C1: idempotent, and late ones too."""
    once, twice = EMPTY, EMPTY
    for part in parts:
        once = once.united(endings(truth, part))
        twice = twice.united(endings(truth, part)).united(endings(truth, part))
    for part in parts:
        twice = twice.united(endings(truth, part))
    assert once == twice


@given(truths, reports)
def test_one_report_of_all_is_as_good_as_many(
    truth: list[ItemState], parts: list[list[int]]
) -> None:
    """Associative."""
    many = EMPTY
    for part in parts:
        many = many.united(endings(truth, part))
    assert EMPTY.united(endings(truth, [p for part in parts for p in part])) == many


@given(truths, reports)
def test_nothing_is_ever_forgotten_or_negative(
    truth: list[ItemState], parts: list[list[int]]
) -> None:
    """C3, C7: a set only grows, and by what was reported."""
    tally = EMPTY
    for part in parts:
        after = tally.united(endings(truth, part))
        assert after.known == tally.known | endings(truth, part).keys()
        tally = after


def test_a_union_changes_nothing_else() -> None:
    with_summary = replace(EMPTY, summary=NOTHING, generation=4)
    united = with_summary.united({0: ItemState.FAILED})
    assert replace(united, failed=frozenset()) == with_summary


# Covered.


@pytest.mark.parametrize(
    ("positions", "covered"), [((), False), ((0, 1), False), ((0, 1, 2), True), ((0, 1, 3), False)]
)
def test_a_tally_is_covered_by_every_expected_position(
    positions: tuple[int, ...], covered: bool
) -> None:
    assert EMPTY.united(dict.fromkeys(positions, ItemState.FAILED)).covered is covered


def test_all_ways_to_end_cover() -> None:
    """C10: a failed item counts as finished."""
    tally = EMPTY.united(dict(enumerate(TERMINAL)))
    assert tally.covered
    assert tally.succeeded | tally.failed | tally.canceled == {0, 1, 2}


def test_a_stranger_does_not_cover() -> None:
    """C7."""
    assert not EMPTY.united(dict.fromkeys((0, 1, 2, 9), ItemState.FAILED)).covered


# Proved.


def test_a_chunk_is_proved_by_its_items() -> None:
    items = dict(enumerate(item(p, state) for p, state in enumerate(TERMINAL)))
    assert prove(items, 3) == Summary(Counts(succeeded=1, failed=1, canceled=1, credits=1), 10, 22)


@pytest.mark.parametrize(
    "items",
    [
        {},
        {0: item(0)},
        {0: item(0), 1: item(1, ItemState.PROCESSING)},
        {0: item(0), 2: item(2)},
        {0: item(0), 1: item(1), 2: item(2)},
        {0: item(0), 1: item(1), 2: item(2, ItemState.PROCESSING)},
    ],
    ids=["none", "too few", "one open", "another one", "too many", "too many, open"],
)
def test_anything_else_proves_nothing(items: dict[int, Item]) -> None:
    """C5, C13."""
    assert prove(items, 2) is None


def test_what_was_canceled_did_not_start_the_chunk() -> None:
    """A worker that is turned away at the fence has claimed, not begun."""
    canceled = item(0, ItemState.CANCELED)
    assert summarise([canceled]).started_at is None
    assert summarise([canceled, item(5)]).started_at == 15


def test_what_never_started_has_no_start() -> None:
    failed = item(0, ItemState.FAILED, started_at=None)
    assert summarise([failed]) == Summary(Counts(failed=1), None, 20)


def test_an_open_item_is_not_in_a_summary() -> None:
    assert summarise([item(0, ItemState.PROCESSING)]) == NOTHING


# Sums.

counts = st.builds(
    Counts,
    succeeded=st.integers(0, 9),
    failed=st.integers(0, 9),
    canceled=st.integers(0, 9),
    credits=st.integers(0, 9),
)
times = st.none() | st.integers(0, 9)
summaries = st.builds(Summary, counts, times, times)


@given(summaries, summaries, summaries)
def test_summaries_add_up_in_any_order(a: Summary, b: Summary, c: Summary) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + NOTHING == a


def test_the_earliest_start_and_the_latest_end_count() -> None:
    assert Summary(Counts(), 5, 6) + Summary(Counts(), 3, None) == Summary(Counts(), 3, 6)


# Dispatch.


def test_a_dispatch_is_one_word() -> None:
    """A stream filter matches how it begins."""
    wanted = Dispatch(Phase.WANTED, 3, 7)
    assert str(wanted) == "wanted#3"
    assert str(wanted.done(9)) == "sent#3"
    assert (wanted.wanted, wanted.done(9).wanted, wanted.done(9).at) == (True, False, 9)
