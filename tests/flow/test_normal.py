"""What happens when nothing goes wrong, and when only pages do?"""

import json

from batchbell.domain.codes import DocumentReason, ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.event import Verdict
from batchbell.domain.item import ItemState
from batchbell.domain.page import FetchedPage
from batchbell.domain.tally import Counts
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.ends import ended, event_of
from tests.flow.intruder import Intruder
from tests.flow.pump import VISIBILITY_MS, Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, empty_scene, record, scene, watch
from tests.memory.hooks import Killed
from tests.memory.submissions import submission, urls_of

NOT_FOUND = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
TIMEOUT = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)


def busy(retry_after_ms: int) -> PageFailed:
    """A site that asks to wait."""
    return PageFailed(
        ErrorCode.SCRAPE_TARGET_RATE_LIMITED,
        "Too many requests.",
        retryable=True,
        retry_after_ms=retry_after_ms,
    )


def page(url: str) -> FetchedPage:
    """A page that can be distilled."""
    return FetchedPage(url, 200, "text/html", b"text")


def failing(pump: Pump, indexes: range, error: PageFailed = NOT_FOUND) -> None:
    """These pages fail with the error."""
    for index in indexes:
        pump.fetcher.script.set(urls_of(index + 1)[index], error)


def codes_of(pump: Pump) -> list[ErrorCode | DocumentReason | None]:
    """What the rows failed with."""
    rows = Reader(pump.world, KEY).read().rows
    return [error.code if (error := rows[index].error) else None for index in sorted(rows)]


def test_a_hundred_urls_become_a_hundred_rows_and_one_event() -> None:
    """C31, W2, W5."""
    pump = scene(100)
    pump.run()
    batch = ended(pump, KEY)
    assert batch.counts == Counts(succeeded=100, credits=100)
    assert len(Reader(pump.world, KEY).read().rows) == 100
    assert len(pump.poster.posted) == 1


def test_nothing_is_repaired_when_nothing_broke() -> None:
    pump = scene(3)
    pump.run()
    assert record(pump).next_look is None


def test_an_event_says_what_the_rows_say() -> None:
    """C9, C10, C26."""
    pump = scene(100)
    failing(pump, range(30))
    pump.run()
    ended(pump, KEY)
    body = json.loads(event_of(pump, KEY).body)
    assert (body["status"], body["completed"], body["failed"]) == ("COMPLETED", 70, 30)
    assert (body["total"], body["creditsUsed"]) == (100, 70)


def test_a_batch_of_failures_is_completed() -> None:
    """C10, C26."""
    pump = scene(5)
    failing(pump, range(5))
    pump.run()
    assert ended(pump, KEY).counts == Counts(failed=5)


def test_the_callers_metadata_comes_back_in_the_event() -> None:
    pump = empty_scene()
    submit_pages(pump.world.store, submission(metadata='{"order": 7}'))
    pump.run()
    assert json.loads(event_of(pump, KEY).body)["metadata"] == {"order": 7}


def test_equal_urls_are_rows_of_their_own() -> None:
    """Q19."""
    pump = empty_scene()
    submit_pages(pump.world.store, submission(["https://site.example/a"] * 3))
    pump.run()
    assert ended(pump, KEY).counts == Counts(succeeded=3, credits=3)
    assert pump.fetcher.fetched == ["https://site.example/a"] * 3


def test_a_page_that_fails_twice_may_succeed() -> None:
    pump = scene(1)
    url = urls_of(1)[0]
    pump.fetcher.script.set(url, TIMEOUT, TIMEOUT, page(url))
    pump.run()
    assert ended(pump, KEY).counts == Counts(succeeded=1, credits=1)


def test_a_page_is_tried_three_times() -> None:
    pump = scene(1)
    failing(pump, range(1), TIMEOUT)
    pump.run()
    assert codes_of(pump) == [ErrorCode.SCRAPE_TIMEOUT]
    assert len(pump.fetcher.fetched) == 3


def test_what_cannot_change_is_tried_once() -> None:
    pump = scene(1)
    failing(pump, range(1))
    pump.run()
    assert len(pump.fetcher.fetched) == 1


def test_a_site_is_given_the_time_it_asks_for() -> None:
    pump = scene(1)
    url = urls_of(1)[0]
    pump.fetcher.script.set(url, busy(20_000), page(url))
    pump.run()
    row = Reader(pump.world, KEY).read().rows[0]
    assert row.state is ItemState.SUCCEEDED
    assert (row.completed_at or 0) - (row.started_at or 0) >= 20_000


def test_a_site_that_asks_for_too_much_time_fails_its_row_at_once() -> None:
    pump = scene(1)
    failing(pump, range(1), busy(600_000))
    began = pump.world.clock()
    pump.run()
    assert codes_of(pump) == [ErrorCode.SCRAPE_TARGET_RATE_LIMITED]
    assert pump.world.clock() == began


def test_workers_that_die_use_up_the_attempts() -> None:
    """C2, D1."""
    pump = scene(1)
    pump.fetcher.script.set(urls_of(1)[0], Killed("fetch"))
    pump.run_and_sweep()
    assert codes_of(pump) == [ErrorCode.SCRAPE_SERVICE_FAILED]
    assert len(pump.fetcher.fetched) == 3
    ended(pump, KEY)


def test_an_item_that_lost_its_worker_does_not_wait_for_the_queue() -> None:
    """Invariant 5: the sweeper sends what lost its worker after the lease."""
    pump = scene(1)
    url = urls_of(1)[0]
    pump.fetcher.script.set(url, Killed("fetch"), page(url))
    began = pump.world.clock()
    limits = pump.world.store.limits
    pump.run_and_sweep()
    row = Reader(pump.world, KEY).read().rows[0]
    assert (row.completed_at or 0) - began <= 2 * limits.lease_ms + 60_000 < VISIBILITY_MS


def test_a_batch_without_webhook_owes_nobody() -> None:
    """W2: the event exists all the same."""
    pump = empty_scene()
    submit_pages(pump.world.store, submission(2, webhook=None))
    pump.run()
    assert event_of(pump, KEY).verdict is Verdict.NO_RECEIVER
    assert record(pump).next_look is None
    assert not pump.poster.posted


def test_readers_at_every_port_call_change_nothing_but_see_all() -> None:
    """C30, C31, R1."""
    for count in (1, 2, 3):
        pump = scene(count)
        reader = Reader(pump.world, KEY)
        failing(pump, range(1), TIMEOUT)
        watch(pump, Intruder(reader.read))
        pump.run()
        ended(pump, KEY)
        assert [reader.word(view) for view in (reader.answers[0], reader.answers[-1])] == [
            "PENDING",
            "COMPLETED",
        ]
