"""What does a worker do with messages that come again, late, or behind the fence?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.item import Ending, ItemState
from batchbell.ports import Claim, ItemMessage
from batchbell.usecases.work_pages import work_pages
from tests.memory.hooks import Recorder
from tests.memory.world import LIMITS
from tests.usecases.desk import (
    CANCEL,
    KEY,
    Before,
    dispatched_desk,
    item_key,
    throttled,
)
from tests.usecases.worker import BUSY, GONE, LEASE_MS, Worker, new_worker, present

# Claims that are refused.


def test_an_item_that_has_ended_is_done_with() -> None:
    """C22."""
    worker = new_worker()
    worker.work(0)
    assert worker.work(0) == [None]
    assert len(worker.fetcher.fetched) == 1


def test_an_item_in_work_is_looked_at_again_after_its_lease() -> None:
    """Q1: never deleted, never done twice."""
    worker = new_worker()
    worker.desk.claim(0)
    assert worker.work(0) == [worker.desk.world.clock() + LEASE_MS + 1_000]
    assert worker.fetcher.fetched == []


def test_a_message_twice_in_one_hand_is_worked_on_once() -> None:
    """Q1."""
    worker = new_worker()
    verdicts = worker.work(0, 0)
    assert len(worker.fetcher.fetched) == 1
    assert verdicts == [None, worker.desk.world.clock() + LEASE_MS + 1_000]


def test_an_item_whose_worker_died_is_taken_over() -> None:
    worker = new_worker()
    worker.desk.claim(0)
    worker.desk.world.clock.advance(LEASE_MS + 1)
    worker.work(0)
    item = present(worker.desk.item())
    assert (item.state, item.attempt) == (ItemState.SUCCEEDED, 2)


def test_an_item_whose_last_attempt_died_fails() -> None:
    worker = new_worker()
    for _ in range(3):
        worker.desk.claim(0)
        worker.desk.world.clock.advance(LEASE_MS + 1)
    assert worker.work(0) == [None]
    item = present(worker.desk.item())
    assert item.error
    assert item.error.code is ErrorCode.SCRAPE_SERVICE_FAILED
    assert worker.fetcher.fetched == []


def test_who_comes_back_late_changes_nothing() -> None:
    """C1, X10: another has taken over."""
    worker = new_worker()
    other = Worker(worker.desk)
    other.answers(0, GONE)

    def take_over() -> None:
        worker.desk.world.clock.advance(LEASE_MS + 1)
        other.work(0)

    worker.desk.world.watch(Before("items.finish", take_over))
    worker.work(0)
    item = present(worker.desk.item())
    assert (item.state, item.attempt) == (ItemState.FAILED, 2)


# The fence.


@pytest.mark.parametrize("answer", [None, GONE, BUSY], ids=["page", "failure", "retry"])
def test_who_comes_back_late_does_not_end_anothers_attempt(answer: PageFailed | None) -> None:
    """X5: another has taken over and is still at it."""
    worker = new_worker()
    if answer:
        worker.answers(0, answer)

    def take_over() -> None:
        worker.desk.world.clock.advance(LEASE_MS + 1)
        worker.desk.claim(0)

    port = "items.postpone" if answer is BUSY else "items.finish"
    worker.desk.world.watch(Before(port, take_over))
    worker.work(0)
    item = present(worker.desk.item())
    assert (item.state, item.attempt) == (ItemState.PROCESSING, 2)
    assert item.lease_until == worker.desk.world.clock() + LEASE_MS


def test_behind_the_fence_nothing_starts() -> None:
    """X1: read after the claim."""
    worker = new_worker()
    world = worker.desk.world
    world.watch(Before("batches.read", lambda: world.batches.raise_fence(KEY, CANCEL)))
    assert worker.work(0) == [None]
    assert worker.fetcher.fetched == []


def test_the_worker_itself_ends_the_row_it_claimed() -> None:
    worker = new_worker()
    worker.desk.world.batches.raise_fence(KEY, CANCEL)
    worker.work(0)
    item = present(worker.desk.item())
    assert (item.state, item.attempt, item.error) == (ItemState.CANCELED, 1, None)


def test_a_turned_away_worker_starts_no_batch() -> None:
    worker = new_worker()
    worker.desk.world.batches.raise_fence(KEY, CANCEL)
    worker.work(0)
    assert worker.desk.batch.started_at is None


def test_the_batch_is_read_once_for_all_that_begin_together() -> None:
    worker = new_worker(3)
    recorder = Recorder()
    worker.desk.world.watch(recorder)
    worker.work(0, 1, 2)
    assert recorder.calls.count("batches.read") == 1
    assert recorder.calls[:4] == ["items.claim"] * 3 + ["batches.read"]


def test_a_late_result_is_dropped_and_not_charged() -> None:
    """X10."""
    worker = new_worker()
    world = worker.desk.world
    ending = Ending(state=ItemState.CANCELED, at=world.clock())
    world.watch(Before("items.finish", lambda: world.items.settle(item_key(), ending)))
    worker.work(0)
    item = present(worker.desk.item())
    assert (item.state, item.credits, item.result) == (ItemState.CANCELED, 0, None)


def test_a_message_of_no_batch_is_done_with() -> None:
    worker = new_worker()
    unknown = ItemMessage(ItemKey(pages_key("acme", "gone"), 0, 0))
    assert work_pages(worker.desk.world.store, worker.tools, [unknown]) == [None]
    assert worker.fetcher.fetched == []


def test_a_lost_input_fails_the_batch() -> None:
    worker = new_worker(2)
    worker.desk.world.specs.stored.clear()
    assert worker.work(0) == [None]
    assert worker.desk.batch.outcome is Outcome.FAILED
    assert worker.fetcher.fetched == []


# Calls that are not taken.


@pytest.mark.parametrize("port", ["finish", "postpone"])
def test_an_ending_that_is_not_taken_is_done_again_after_the_lease(port: str) -> None:
    """Q3: it costs this item an attempt, and no other."""
    worker = new_worker(2)
    worker.answers(1, BUSY)
    setattr(worker.desk.world.items, port, throttled)
    after_lease = worker.desk.world.clock() + LEASE_MS + 1_000
    verdicts = worker.work(0, 1)
    assert verdicts[0 if port == "finish" else 1] == after_lease
    assert verdicts[1 if port == "finish" else 0] != after_lease


def test_a_result_that_is_not_taken_is_no_success() -> None:
    worker = new_worker()
    worker.desk.world.results.put = throttled  # type: ignore[method-assign]
    assert worker.work(0) == [worker.desk.world.clock() + LEASE_MS + 1_000]
    assert present(worker.desk.item()).state is ItemState.PROCESSING


def test_a_claim_that_is_not_taken_costs_nobody_an_attempt() -> None:
    """Q3: the others begin all the same."""
    worker = new_worker(2)
    claim = worker.desk.world.items.claim

    def sometimes(key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        return throttled() if key.position == 0 else claim(key, now, lease_until, max_attempts)

    worker.desk.world.items.claim = sometimes  # type: ignore[method-assign]
    assert worker.work(0, 1) == [worker.desk.world.clock() + 30_000, None]
    assert worker.desk.item(0) is None
    assert present(worker.desk.item(1)).state is ItemState.SUCCEEDED


def test_a_batch_that_cannot_be_read_starts_nothing() -> None:
    worker = new_worker()
    worker.desk.world.batches.read = throttled  # type: ignore[method-assign]
    assert worker.work(0) == [worker.desk.world.clock() + LEASE_MS + 1_000]
    assert worker.fetcher.fetched == []


def test_a_lost_input_that_cannot_be_settled_is_settled_later() -> None:
    worker = new_worker()
    worker.desk.world.specs.stored.clear()
    worker.desk.world.items.settle = throttled  # type: ignore[method-assign]
    assert worker.work(0) == [worker.desk.world.clock() + LEASE_MS + 1_000]
    assert worker.desk.batch.open


def test_used_up_attempts_that_cannot_be_written_down_are_written_later() -> None:
    worker = new_worker()
    for _ in range(3):
        worker.desk.claim(0)
        worker.desk.world.clock.advance(LEASE_MS + 1)
    worker.desk.world.items.fail_exhausted = throttled  # type: ignore[method-assign]
    assert worker.work(0) == [worker.desk.world.clock() + 30_000]


def test_how_long_a_claim_that_is_not_taken_waits_is_a_setting() -> None:
    worker = Worker(dispatched_desk(limits=replace(LIMITS, throttled_ms=2_000)))
    worker.desk.world.items.claim = throttled  # type: ignore[method-assign]
    assert worker.work(0) == [worker.desk.world.clock() + 2_000]
