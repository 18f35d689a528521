"""How long can a page keep its batch, and what of its neighbours, whatever it does?"""

from collections.abc import Callable

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.item import ItemState
from batchbell.domain.page import FetchedPage
from tests.flow.ends import ended
from tests.flow.pump import Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, scene
from tests.memory.hooks import Killed
from tests.memory.submissions import urls_of

SWEEP_MS = 60_000


def busy(retry_after_ms: int | None) -> PageFailed:
    """A site that asks to wait."""
    return PageFailed(
        ErrorCode.SCRAPE_TARGET_RATE_LIMITED,
        "Too many requests.",
        retryable=True,
        retry_after_ms=retry_after_ms,
    )


def answers(answer: PageFailed | Killed) -> Callable[[Pump], None]:
    """The first page does, each time."""
    return lambda pump: pump.fetcher.script.set(urls_of(1)[0], answer)


def loses_messages(pump: Pump) -> None:
    """And no message ever arrives but the sweeper's."""
    pump.lost = lambda _: True
    answers(Killed("fetch"))(pump)


HABITS = {
    "never answers in time": answers(busy(None)),
    "always asks for a little more time": answers(busy(90_000)),
    "always asks for a week": answers(busy(7 * 86_400_000)),
    "kills every worker": answers(Killed("fetch")),
    "kills every worker that the sweeper sends for": loses_messages,
}


@pytest.mark.parametrize("habit", HABITS)
def test_a_page_has_its_end_in_time_and_a_reason(habit: str) -> None:
    """D1: an attempt costs at most its lease and the wait until the sweeper comes."""
    pump = scene(1)
    HABITS[habit](pump)
    pump.run_and_sweep()
    ended(pump, KEY)
    row = Reader(pump.world, KEY).read().rows[0]
    limits = pump.world.store.limits
    longest = limits.page_retry.max_attempts * (limits.lease_ms + SWEEP_MS)
    assert (row.completed_at or 0) - (row.started_at or 0) <= longest
    assert row.error
    assert row.error.message.endswith(".")
    assert row.attempt == len(pump.fetcher.fetched) <= limits.page_retry.max_attempts


@pytest.mark.parametrize("stalls", [0, 4, 9])
def test_a_page_that_stalls_its_worker_to_death_takes_no_finished_page_along(stalls: int) -> None:
    """Q2: ten are handed over together; what had ended is kept, and is never fetched again."""
    pump = scene(10)
    urls = urls_of(10)
    later = FetchedPage(urls[stalls], 200, "text/html", b"at last")
    pump.fetcher.script.set(urls[stalls], Killed("out of time"), later)
    while not pump.deaths:
        assert pump.step()
    kept = [row for row in pump.world.items.read_chunk(KEY, 0, 10).values() if row.state.terminal]
    assert [row.key.index for row in kept] == list(range(stalls))
    pump.run_and_sweep()
    rows = Reader(pump.world, KEY).read().rows
    assert [rows[row.key.index] for row in kept] == kept
    assert {row.state for row in rows.values()} == {ItemState.SUCCEEDED}
    assert [pump.fetcher.fetched.count(url) for url in urls[:stalls]] == [1] * stalls
