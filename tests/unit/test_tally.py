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


# Covered.


@pytest.mark.parametrize(
    ("positions", "covered"),
    [
        ((), False),
        ((0, 1), False),
        ((0, 1, 2), True),
        ((0, 1, 3), False),
        ((0, 1, 2, 3), True),
        ((0, 1, 2, 127), True),
    ],
)
def test_a_tally_is_covered_by_every_expected_position(
    positions: tuple[int, ...], covered: bool
) -> None:
    """C7: what a stray message was about covers nothing, and keeps nothing from being covered."""
    assert replace(EMPTY, failed=frozenset(positions)).covered is covered


def test_all_ways_to_end_cover() -> None:
    """C10: a failed item counts as finished."""
    sets = {state.value: frozenset({position}) for position, state in enumerate(TERMINAL)}
    assert replace(EMPTY, **sets).covered  # type: ignore[arg-type]  # names of the fields


def test_only_items_are_known() -> None:
    """C7."""
    tally = replace(
        EMPTY, succeeded=frozenset({0, 3}), failed=frozenset({1, 4}), canceled=frozenset({5})
    )
    assert tally.known == {0, 1}
    assert tally.reported == {0, 1, 3, 4, 5}


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
        {0: item(0), 2: item(2), 3: item(3)},
    ],
    ids=["none", "too few", "one open", "another one", "others"],
)
def test_anything_else_proves_nothing(items: dict[int, Item]) -> None:
    """C5, C13."""
    assert prove(items, 2) is None


@pytest.mark.parametrize("state", ItemState)
def test_what_is_no_item_is_not_in_the_proof(state: ItemState) -> None:
    """C7."""
    items = {0: item(0), 1: item(1), 2: item(2, state, started_at=1)}
    assert prove(items, 2) == Summary(Counts(succeeded=2, credits=2), 10, 21)


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
