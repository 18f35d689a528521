"""When does a batch close?"""

import json
from collections import Counter

import pytest

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.errors import Unavailable
from batchbell.domain.event import BATCH_COMPLETED, Event, Verdict
from batchbell.domain.identifiers import event_id_for
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.usecases.advance import advance
from tests.memory.hooks import Recorder
from tests.memory.world import memory_world
from tests.usecases.desk import CANCEL, FATAL, KEY, Before, Desk, dispatched_desk


def reported(desk: Desk, *positions: int) -> None:
    """Tallies hold these as succeeded, whatever the items say, and nobody advances."""
    endings = dict.fromkeys(positions, ItemState.SUCCEEDED)
    assert desk.world.tallies.fold(KEY, 0, endings, 1)


def test_a_covered_batch_closes() -> None:
    desk = dispatched_desk(2)
    desk.finish(0, 1)
    reported(desk, 0, 1)
    closed = advance(desk.world.store, KEY)
    assert closed == desk.batch
    assert desk.batch.outcome is Outcome.COMPLETED
    assert desk.batch.counts == Counts(succeeded=2, credits=2)


def test_the_event_comes_with_the_close() -> None:
    """C19, C21: in one call, with its whole body."""
    desk = dispatched_desk(1)
    desk.finish(0)
    reported(desk, 0)
    recorder = Recorder()
    desk.world.watch(recorder)
    advance(desk.world.store, KEY)
    assert recorder.calls[-1] == "batches.close"
    assert desk.event.id == event_id_for(KEY, 1, BATCH_COMPLETED)
    assert desk.event.verdict is Verdict.OWED
    assert json.loads(desk.event.body)["status"] == "COMPLETED"


def test_it_stays_due_until_its_event_has_a_verdict() -> None:
    desk = dispatched_desk(1)
    desk.close()
    assert desk.batch.next_look == desk.world.clock() + desk.world.store.limits.lease_ms


def test_an_uncovered_batch_stays_open() -> None:
    """C5."""
    desk = dispatched_desk(2)
    desk.finish(0, 1)
    reported(desk, 0)
    assert advance(desk.world.store, KEY) == desk.batch
    assert desk.batch.open


def test_a_tally_is_not_believed() -> None:
    """C5, C13: checked from the items at the close."""
    desk = dispatched_desk(2)
    desk.finish(0)
    reported(desk, 0, 1)
    advance(desk.world.store, KEY)
    assert desk.batch.open
    assert desk.tally.summary is None


def test_one_covered_chunk_closes_and_waits_for_the_others() -> None:
    desk = dispatched_desk(130)
    desk.finish(*range(128))
    reported(desk, *range(128))
    advance(desk.world.store, KEY)
    assert desk.batch.closed_chunks == {0}
    assert desk.batch.open


def test_a_closed_batch_is_read_once() -> None:
    desk = dispatched_desk(1)
    desk.close()
    recorder = Recorder()
    desk.world.watch(recorder)
    assert advance(desk.world.store, KEY) == desk.batch
    assert recorder.calls == ["batches.read"]


def test_an_unknown_batch_is_none() -> None:
    assert advance(memory_world().store, KEY) is None


def test_a_fence_raised_meanwhile_is_in_the_outcome() -> None:
    """X5: the close is conditional on the fence it was computed from."""
    desk = dispatched_desk(1)
    desk.finish(0)
    reported(desk, 0)
    desk.world.watch(Before("batches.close", lambda: desk.world.batches.raise_fence(KEY, CANCEL)))
    advance(desk.world.store, KEY)
    assert desk.batch.outcome is Outcome.CANCELED
    assert '"CANCELLED"' in desk.event.body


def test_a_start_recorded_meanwhile_is_not_forgotten() -> None:
    """A reader may have told it already."""
    desk = dispatched_desk(1)
    began = desk.world.clock()
    desk.world.clock.advance(1_000)
    desk.finish(0)
    reported(desk, 0)
    desk.world.watch(Before("batches.close", lambda: desk.world.batches.mark_started(KEY, began)))
    advance(desk.world.store, KEY)
    assert desk.batch.started_at == began


def test_who_closed_first_is_no_error() -> None:
    """C17: two at once, one close."""
    desk = dispatched_desk(1)
    desk.finish(0)
    reported(desk, 0)
    desk.world.watch(Before("batches.close", lambda: advance(desk.world.store, KEY)))
    closed = advance(desk.world.store, KEY)
    assert closed == desk.batch
    assert len(desk.world.records.events[KEY]) == 1


def test_a_lost_input_makes_a_failed_batch() -> None:
    desk = dispatched_desk(1)
    desk.world.batches.raise_fence(KEY, FATAL)
    desk.finish(0, state=ItemState.FAILED)
    reported(desk)
    desk.fold(0, state=ItemState.FAILED)
    assert desk.batch.outcome is Outcome.FAILED


def test_it_started_with_its_first_item_and_completed_with_its_last() -> None:
    desk = dispatched_desk(2)
    began = desk.world.clock()
    desk.finish(0)
    desk.world.clock.advance(5_000)
    desk.finish(1)
    desk.world.clock.advance(5_000)
    desk.fold(0, 1)
    assert (desk.batch.started_at, desk.batch.completed_at) == (began, began + 5_000)


@pytest.mark.parametrize("items", [1, 128, 129])
def test_a_close_touches_no_content(items: int) -> None:
    """R13: no step that grows with what the pages hold; it costs a few calls a chunk."""
    desk = dispatched_desk(items)
    desk.finish(*range(items))
    for chunk in desk.tallies:
        positions = dict.fromkeys(range(desk.tallies[chunk].expected), ItemState.SUCCEEDED)
        desk.world.tallies.fold(KEY, chunk, positions, 1)
    recorder = Recorder()
    desk.world.watch(recorder)
    advance(desk.world.store, KEY)
    chunks = len(desk.tallies)
    assert Counter(recorder.calls) == {
        "batches.read": 2,
        "tallies.read_all": 2,
        "items.read_chunk": chunks,
        "tallies.close_chunk": chunks,
        "batches.close": 1,
    }


def test_a_batch_that_never_comes_to_rest_is_left_to_a_later_try() -> None:
    desk = dispatched_desk(1)
    desk.finish(0)
    reported(desk, 0)
    refusing: list[Batch] = []

    def refuse(seen: Batch, closed: Batch, event: Event) -> bool:
        refusing.append(seen)
        return False

    desk.world.batches.close = refuse  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        advance(desk.world.store, KEY)
    assert len(refusing) == 99
