"""What changes when triggers come several times, in any order, at any moment?"""

import random
from collections.abc import Callable
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.tally import Counts
from batchbell.domain.webhook_answer import WebhookAnswer
from batchbell.usecases.cancel import cancel
from batchbell.usecases.purge import purge
from tests.flow.ends import ended, event_of
from tests.flow.intruder import Intruder
from tests.flow.pump import Aggregated, Dispatched, Notified, Pump, Worked
from tests.flow.reader import Reader
from tests.flow.scene import KEY, record, scene, watch
from tests.memory.submissions import KIND, RECEIVER, submitted, urls_of

COUNTS = pytest.mark.parametrize("items", [1, 2, 3])
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("items", [1, 3, 130])
def test_everything_five_times_shuffled_is_as_if_it_came_once(seed: int, items: int) -> None:
    """C1, C3, C7, C17, C22: same tallies, one close, one event id."""
    pump = scene(items)
    pump.rng, pump.times = random.Random(seed), 5
    pump.fetcher.script.set(urls_of(1)[0], GONE)
    pump.run()
    batch = ended(pump, KEY)
    assert batch.counts == Counts(succeeded=items - 1, failed=1, credits=items - 1)
    assert len(pump.poster.posted) == 1


def test_a_message_that_comes_again_starts_no_second_run() -> None:
    """Q1: the lease owns the item, not the message."""
    pump = scene(3)
    pump.times = 5
    pump.run()
    assert sorted(pump.fetcher.fetched) == sorted(urls_of(3))


@COUNTS
def test_two_workers_with_the_same_messages_fetch_no_page_twice(items: int) -> None:
    """Q1: the other begins between any two calls of the first, and so do messages one by one."""
    for number in count(1):
        pump = scene(items)
        intruder = Intruder(lambda pump=pump: _redeliver(pump), number)  # type: ignore[misc]
        watch(pump, intruder)
        pump.run()
        ended(pump, KEY)
        assert sorted(pump.fetcher.fetched) == sorted(urls_of(items))
        if not intruder.came:
            assert number > 30
            return


def _redeliver(pump: Pump) -> None:
    match pump.current:
        case Worked(messages):
            for some in (messages, *[(message,) for message in messages]):
                pump.bring(Worked(some))


def test_a_wait_brings_no_copies() -> None:
    """Q7: a page and a receiver that ask for time, each with a hundred copies of its message."""
    pump = scene(1)
    url = urls_of(1)[0]
    busy = PageFailed(
        ErrorCode.SCRAPE_TARGET_RATE_LIMITED, "Wait.", retryable=True, retry_after_ms=60_000
    )
    pump.fetcher.script.set(url, busy, FetchedPage(url, 200, "text/html", b"text"))
    asks = WebhookAnswer(503, retry_after_ms=3_600_000)
    pump.poster.script.set(RECEIVER.url, asks, WebhookAnswer(200))
    for kind in (Worked, Notified):
        while not [trigger for trigger in pump.brought if isinstance(trigger, kind)]:
            pump.step()
        before = len(pump.fetcher.fetched), len(pump.poster.posted)
        for _ in range(100):
            pump.bring(pump.brought[-1])
        assert (len(pump.fetcher.fetched), len(pump.poster.posted)) == before
    pump.run_and_sweep()
    ended(pump, KEY)
    assert (len(pump.fetcher.fetched), len(pump.poster.posted)) == (2, 2)


@COUNTS
def test_whatever_comes_again_after_the_close_changes_nothing(items: int) -> None:
    """C18, C22, W6: hours later as little as at once; nor do callers, readers and sweeps."""
    pump = scene(items)
    pump.run()
    before = record(pump), dict(pump.world.records.tallies[KEY]), event_of(pump, KEY)
    first = list(pump.brought)
    assert {type(trigger) for trigger in first} == {Dispatched, Aggregated, Worked, Notified}
    for pause_ms in (0, 10 * 3_600_000):
        pump.world.clock.advance(pause_ms)
        for trigger in first:
            pump.bring(trigger)
        for intrude in INTRUDERS.values():
            intrude(pump)
        pump.run()
    assert (record(pump), pump.world.records.tallies[KEY], event_of(pump, KEY)) == before
    assert len(pump.poster.posted) == 1


def test_a_replayed_submission_after_the_close_is_the_same_job() -> None:
    """W18: it owes no second event, and the first was not swallowed."""
    pump = scene(2)
    pump.run()
    before = record(pump)
    assert submitted(pump.world, 2) == before
    pump.run()
    assert len(pump.poster.posted) == 1


def _sweep(pump: Pump) -> None:
    pump.world.clock.advance(pump.world.store.limits.lease_ms + 1)
    pump.sweep(KEY)


def _same_again(pump: Pump) -> None:
    if pump.current is not None:
        pump.bring(pump.current)


def _cancel(pump: Pump) -> None:
    try:
        cancel(pump.world.store, KEY, KIND)
    except CallerError:
        assert record(pump).outcome is Outcome.COMPLETED


def _submit_again(pump: Pump) -> None:
    assert submitted(pump.world, record(pump).total).key == KEY


INTRUDERS: dict[str, Callable[[Pump], None]] = {
    "the same function with the same trigger": _same_again,
    "the whole rest of the system": Pump.run,
    "the sweeper, after every lease is over": _sweep,
    "a cancel": _cancel,
    "the same submission": _submit_again,
}


@COUNTS
@pytest.mark.parametrize("name", INTRUDERS)
def test_another_invocation_may_run_in_between_any_two_calls(name: str, items: int) -> None:
    """Q13, W18, X5: started, another run to its end, continued."""
    for number in count(1):
        pump = scene(items)
        pump.fetcher.script.set(urls_of(1)[0], GONE)
        intruder = Intruder(lambda pump=pump: INTRUDERS[name](pump), number)  # type: ignore[misc]
        watch(pump, intruder)
        pump.run_and_sweep()
        ended(pump, KEY, record(pump).outcome or Outcome.FAILED)
        if not intruder.came:
            assert number > 30
            return


@COUNTS
def test_readers_may_read_in_between_any_two_calls_of_a_reader_or_a_cancel(items: int) -> None:
    """C31, R1: what one was told, no other takes back."""
    for number in count(1):
        pump = scene(items)
        pump.lost = lambda change: change.kind == "item"
        pump.run()
        reader = Reader(pump.world, KEY)
        intruder = Intruder(reader.read, number)
        watch(pump, intruder)
        Reader(pump.world, KEY).read()
        _cancel(pump)
        reader.read()
        pump.run()
        ended(pump, KEY)
        if not intruder.came:
            return


def test_an_erasure_may_come_in_between_any_two_calls() -> None:
    """The event is delivered all the same, and no content stays."""
    for number in count(1):
        pump = scene(2)

        def erase(pump: Pump = pump) -> None:
            try:
                purge(pump.world.store, KEY, KIND)
            except CallerError:
                assert record(pump).open

        intruder = Intruder(erase, number)
        watch(pump, intruder)
        pump.run_and_sweep()
        ended(pump, KEY)
        purged = record(pump).purged_at is not None
        assert bool(pump.world.results.stored) is not purged
        if not intruder.came:
            return
