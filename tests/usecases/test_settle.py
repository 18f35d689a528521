"""How does a fenced batch end what has not ended?"""

import pytest

from batchbell.domain.batch import Fence, Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.usecases.settle import fenced_ending, settle
from tests.memory.hooks import Recorder
from tests.memory.world import memory_world
from tests.usecases.desk import (
    CANCEL,
    FATAL,
    KEY,
    Desk,
    bring_stranger,
    dispatched_desk,
    new_desk,
)


def fenced(desk: Desk, fence: Fence = CANCEL) -> Desk:
    """The same desk, its batch fenced."""
    assert desk.world.batches.raise_fence(KEY, fence)
    return desk


def test_what_never_began_ends_canceled() -> None:
    desk = fenced(dispatched_desk(2))
    settle(desk.world.store, KEY)
    assert desk.batch.counts == Counts(canceled=2)
    item = desk.item()
    assert item
    assert (item.state, item.started_at, item.attempt) == (ItemState.CANCELED, None, 0)


def test_what_is_in_work_ends_canceled() -> None:
    desk = fenced(dispatched_desk(1))
    desk.claim()
    settle(desk.world.store, KEY)
    assert desk.batch.counts == Counts(canceled=1)


@pytest.mark.parametrize("state", [ItemState.SUCCEEDED, ItemState.FAILED])
def test_what_had_ended_stays(state: ItemState) -> None:
    """X6."""
    desk = dispatched_desk(2)
    desk.finish(0, state=state)
    before = desk.item()
    settle(desk.world.store, fenced(desk).batch.key)
    assert desk.item() == before


def test_what_had_ended_unseen_is_counted() -> None:
    """All terminal rows of a chunk are folded, whoever ended them."""
    desk = dispatched_desk(2)
    desk.finish(0)
    settle(desk.world.store, fenced(desk).batch.key)
    assert desk.batch.counts == Counts(succeeded=1, canceled=1, credits=1)


@pytest.mark.parametrize("state", ItemState)
def test_what_is_no_item_is_neither_ended_nor_counted(state: ItemState) -> None:
    """C7."""
    desk = fenced(dispatched_desk(2))
    bring_stranger(desk, 2, state)
    before = desk.item(2)
    settle(desk.world.store, KEY)
    assert desk.batch.counts == Counts(canceled=2)
    assert desk.tally.reported == {0, 1}
    assert desk.item(2) == before


def test_tallies_that_nobody_made_are_made() -> None:
    desk = fenced(new_desk(130))
    settle(desk.world.store, KEY)
    assert desk.batch.outcome is Outcome.CANCELED
    assert {c: t.expected for c, t in desk.tallies.items()} == {0: 128, 1: 2}


def test_such_a_tally_wants_no_messages() -> None:
    desk = fenced(new_desk())
    settle(desk.world.store, KEY)
    assert str(desk.tally.dispatch) == "sent#0"


def test_a_lost_input_fails_what_is_open() -> None:
    desk = fenced(dispatched_desk(2), FATAL)
    settle(desk.world.store, KEY)
    assert desk.batch.outcome is Outcome.FAILED
    assert desk.batch.counts == Counts(failed=2)


def test_the_rows_of_a_lost_input_say_why() -> None:
    ending = fenced_ending(FATAL, 9)
    assert ending.error
    assert (ending.state, ending.error.code) == (ItemState.FAILED, ErrorCode.INTERNAL_ERROR)


def test_a_batch_without_a_fence_is_left_alone() -> None:
    desk = dispatched_desk(1)
    settle(desk.world.store, KEY)
    assert desk.item() is None
    assert desk.batch.open


def test_a_closed_batch_is_left_alone() -> None:
    desk = dispatched_desk(1)
    desk.close()
    recorder = Recorder()
    desk.world.watch(recorder)
    assert settle(desk.world.store, KEY) == desk.batch
    assert recorder.calls == ["batches.read"]


def test_an_unknown_batch_is_none() -> None:
    assert settle(memory_world().store, KEY) is None


def test_chunks_that_are_closed_are_not_read_again() -> None:
    """A large settling goes on where the last one died."""
    desk = dispatched_desk(130)
    desk.finish(*range(128))
    desk.fold(*range(128))
    fenced(desk)
    recorder = Recorder()
    desk.world.watch(recorder)
    settle(desk.world.store, KEY)
    assert recorder.calls.count("items.settle") == 2
    assert recorder.calls.count("items.read_chunk") == 3
