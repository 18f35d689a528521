"""How do tallies learn which items have ended?"""

from batchbell.domain.item import ItemState
from batchbell.usecases.fold import fold_items, fold_lacking
from tests.memory.hooks import Recorder
from tests.usecases.desk import KEY, bring_stranger, dispatched_desk, new_desk


def test_all_that_has_ended_is_reported() -> None:
    desk = dispatched_desk(3)
    desk.finish(0)
    desk.finish(1, state=ItemState.FAILED)
    desk.claim(2)
    tally = fold_items(desk.world.store, KEY, 0, desk.world.items.read_chunk(KEY, 0, 3))
    assert tally == desk.tally
    assert desk.tally.succeeded == {0}
    assert desk.tally.failed == {1}


def test_nothing_to_report_is_no_call() -> None:
    desk = dispatched_desk(1)
    recorder = Recorder()
    desk.world.watch(recorder)
    assert fold_items(desk.world.store, KEY, 0, {}) is None
    assert recorder.calls == []


def test_a_tally_that_is_not_there_is_not_made() -> None:
    """C7: a fold moves only what is known."""
    desk = new_desk()
    desk.finish(0)
    assert fold_items(desk.world.store, KEY, 0, desk.world.items.read_chunk(KEY, 0, 3)) is None
    assert desk.tallies == {}


def test_a_fold_that_comes_again_changes_nothing() -> None:
    """C1."""
    desk = dispatched_desk(2)
    desk.finish(0)
    items = desk.world.items.read_chunk(KEY, 0, 2)
    first = fold_items(desk.world.store, KEY, 0, items)
    desk.world.take_changes()
    assert fold_items(desk.world.store, KEY, 0, items) == first
    assert desk.world.take_changes() == []


def test_only_what_is_lacking_is_counted() -> None:
    desk = dispatched_desk(3)
    desk.finish(0, 1)
    desk.fold(0)
    assert fold_lacking(desk.world.store, desk.batch, desk.tallies) == 1
    assert desk.tally.succeeded == {0, 1}


def test_what_is_no_item_is_not_lacking() -> None:
    """C7."""
    desk = dispatched_desk(3)
    bring_stranger(desk, 3, ItemState.SUCCEEDED)
    assert fold_lacking(desk.world.store, desk.batch, desk.tallies) == 0
    desk.finish(0)
    assert fold_lacking(desk.world.store, desk.batch, desk.tallies) == 1
    assert desk.tally.reported == {0}


def test_covered_and_closed_chunks_are_not_read() -> None:
    desk = dispatched_desk(130)
    desk.finish(*range(128))
    desk.fold(*range(128))
    recorder = Recorder()
    desk.world.watch(recorder)
    fold_lacking(desk.world.store, desk.batch, desk.tallies)
    assert recorder.calls == ["items.read_chunk"]
