"""What is an item, and when may whom do what with it?"""

import pytest

from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.item import Item, ItemState, endings_of, open_positions

KEY = ItemKey(pages_key("acme", "batch_1"), 0, 0)


def item(state: ItemState = ItemState.PROCESSING, **changes: object) -> Item:
    """An item under its first lease, until 100."""
    made = Item(key=KEY, state=state, attempt=1, lease_until=100, started_at=1)
    return made.evolve(**changes)


_UNFINISHED = (ItemState.UPLOADED, ItemState.QUEUED, ItemState.PROCESSING)


@pytest.mark.parametrize("state", ItemState)
def test_what_waits_or_is_worked_on_is_not_terminal(state: ItemState) -> None:
    """C10."""
    assert state.terminal is (state not in _UNFINISHED)


@pytest.mark.parametrize(("now", "over"), [(99, False), (100, False), (101, True)])
def test_a_lease_is_over_after_its_time(now: int, over: bool) -> None:
    assert item().lease_is_over(now) is over


@pytest.mark.parametrize("state", [state for state in ItemState if state.terminal])
def test_what_has_ended_is_nobodys(state: ItemState) -> None:
    """Invariant 1."""
    ended = item(state)
    assert not ended.lease_is_over(999)
    assert not ended.exhausted(999, 3)


@pytest.mark.parametrize(("attempt", "exhausted"), [(1, False), (2, False), (3, True), (4, True)])
def test_attempts_are_bounded(attempt: int, exhausted: bool) -> None:
    assert item(attempt=attempt).exhausted(101, 3) is exhausted


def test_the_last_attempt_has_its_whole_lease() -> None:
    assert not item(attempt=3).exhausted(100, 3)


@pytest.mark.parametrize("state", [ItemState.PROCESSING, ItemState.SUCCEEDED, ItemState.FAILED])
def test_work_began_with_a_start(state: ItemState) -> None:
    assert item(state).begun
    assert not item(state, started_at=None).begun


def test_a_canceled_item_may_only_have_been_claimed() -> None:
    assert not item(ItemState.CANCELED).begun


def test_endings_are_the_terminal_states() -> None:
    items = {0: item(), 1: item(ItemState.FAILED), 5: item(ItemState.CANCELED)}
    assert endings_of(items) == {1: ItemState.FAILED, 5: ItemState.CANCELED}


def test_what_has_no_record_is_open() -> None:
    items = {0: item(ItemState.SUCCEEDED), 2: item(), 9: item()}
    assert open_positions(items, 4) == [1, 2, 3]
