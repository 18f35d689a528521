"""What does a worker do with messages of items that no batch has?

C7: a fault of ours, a redrive into another stack, a message that somebody typed in.
"""

import pytest

from batchbell.domain.batch import Fence, Outcome
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from tests.memory.hooks import Recorder
from tests.memory.submissions import submitted, urls_of
from tests.memory.world import memory_world
from tests.usecases.desk import CANCEL, FATAL, KEY, Desk, throttled
from tests.usecases.worker import LEASE_MS, Worker, new_worker, present

STRANGERS = pytest.mark.parametrize("index", [3, 127, 128, 128 * 10**9])


@STRANGERS
def test_it_is_done_with(index: int) -> None:
    worker = new_worker(3)
    assert worker.work(index) == [None]
    assert worker.fetcher.fetched == []
    assert worker.desk.world.results.stored == {}


@STRANGERS
def test_it_leaves_the_others_alone(index: int) -> None:
    worker = new_worker(3)
    assert worker.work(0, index, 2) == [None, None, None]
    assert worker.fetcher.fetched == [urls_of(3)[0], urls_of(3)[2]]
    assert present(worker.desk.item(2)).state is ItemState.SUCCEEDED
    assert present(worker.desk.item(index)).state is ItemState.PROCESSING


@STRANGERS
def test_it_starts_no_batch(index: int) -> None:
    worker = new_worker(3)
    worker.work(index)
    assert worker.desk.batch.started_at is None
    worker.desk.world.clock.advance(LEASE_MS + 1)
    worker.work(index, 0)
    assert worker.desk.batch.started_at == worker.desk.world.clock()


@STRANGERS
def test_it_costs_a_claim_and_a_read(index: int) -> None:
    worker = new_worker(3)
    recorder = Recorder()
    worker.desk.world.watch(recorder)
    worker.work(index)
    assert recorder.calls == ["items.claim", "batches.read"]


@pytest.mark.parametrize("fence", [CANCEL, FATAL], ids=lambda fence: fence.reason)
def test_it_is_not_ended_behind_the_fence_either(fence: Fence) -> None:
    """An ending would be told to the tally."""
    worker = new_worker(3)
    worker.desk.world.batches.raise_fence(KEY, fence)
    assert worker.work(3) == [None]
    assert present(worker.desk.item(3)).state is ItemState.PROCESSING


def test_it_loses_no_input() -> None:
    """Whether the list is there is asked for the items' sake."""
    worker = new_worker(3)
    worker.desk.world.specs.stored.clear()
    assert worker.work(3) == [None]
    assert worker.desk.batch.open
    worker.work(0)
    assert worker.desk.batch.outcome is Outcome.FAILED
    assert worker.desk.batch.counts == Counts(failed=3)


def test_again_and_again_it_is_still_done_with() -> None:
    """While its first claim is leased it waits; when its attempts are used up it ends."""
    worker = new_worker(3)
    worker.work(3)
    for _ in range(2):
        assert worker.work(3) == [worker.desk.world.clock() + LEASE_MS + 1_000]
        worker.desk.world.clock.advance(LEASE_MS + 1)
        assert worker.work(3) == [None]
    worker.desk.world.clock.advance(LEASE_MS + 1)
    assert [worker.work(3), worker.work(3)] == [[None], [None]]
    assert worker.fetcher.fetched == []


def test_when_the_batch_cannot_be_read_it_comes_again() -> None:
    worker = new_worker(3)
    worker.desk.world.batches.read = throttled  # type: ignore[method-assign]
    assert worker.work(3) == [worker.desk.world.clock() + LEASE_MS + 1_000]


def test_a_message_that_comes_before_its_batch_ends_none_of_its_items() -> None:
    """A table restored to a moment before the batch, say, and the batch submitted again."""
    worker = Worker(Desk(memory_world()))
    assert worker.work(0, 1) == [None, None]
    submitted(worker.desk.world, 2)
    worker.desk.world.clock.advance(LEASE_MS + 1)
    assert worker.work(0, 1) == [None, None]
    items = [present(worker.desk.item(index)) for index in range(2)]
    assert [item.state for item in items] == [ItemState.SUCCEEDED] * 2
