"""What if writing down a failure fails?"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, Unavailable
from batchbell.domain.event import Verdict
from batchbell.domain.tally import Counts
from batchbell.domain.webhook_answer import WebhookAnswer
from tests.flow.ends import event_of
from tests.flow.pump import Pump
from tests.flow.scene import KEY, record, scene, watch
from tests.memory.hooks import Killed
from tests.memory.submissions import RECEIVER, urls_of

GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
BUSY = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)
WAYS = {
    "not taken": ("before", Unavailable("throttled")),
    "taken, and nobody knows": ("after", Unavailable("timed out")),
    "taken, and then it died": ("after", Killed("here")),
}


@dataclass
class Fails:
    """Every call of this name fails so, `times` times."""

    name: str
    when: str
    error: BaseException
    times: int

    def before(self, call_name: str) -> None:
        """Before it has happened."""
        self._fail(call_name, "before")

    def after(self, call_name: str) -> None:
        """When it has."""
        self._fail(call_name, "after")

    def _fail(self, call_name: str, when: str) -> None:
        if (call_name, when) == (self.name, self.when) and self.times > 0:
            self.times -= 1
            raise self.error


def page_answers(*answers: PageFailed | Killed) -> Callable[[Pump], None]:
    """The first page does."""
    return lambda pump: pump.fetcher.script.set(urls_of(1)[0], *answers)


def input_is_lost(pump: Pump) -> None:
    """Nobody can read what was submitted."""
    pump.world.specs.stored.clear()


def receiver_answers(status: int) -> Callable[[Pump], None]:
    """Whatever is sent to it."""
    return lambda pump: pump.poster.script.set(RECEIVER.url, WebhookAnswer(status))


@dataclass(frozen=True)
class Failure:
    """What goes wrong, which write says so, and what the batch comes to all the same."""

    prepare: Callable[[Pump], None]
    write: str
    failed: int = 1
    outcome: Outcome = Outcome.COMPLETED
    verdict: Verdict = Verdict.DELIVERED


EXHAUSTED = Failure(receiver_answers(500), "deliveries.finish", 0, verdict=Verdict.EXHAUSTED)
FAILURES = {
    "a page fails": Failure(page_answers(GONE), "items.finish"),
    "a page is to be tried again": Failure(page_answers(BUSY, GONE), "items.postpone"),
    "a page has no attempt left": Failure(page_answers(BUSY), "items.finish"),
    "a page kills its workers": Failure(page_answers(Killed("fetch")), "items.fail_exhausted", 3),
    "the input is lost": Failure(input_is_lost, "batches.raise_fence", 3, Outcome.FAILED),
    "and its rows fail": Failure(input_is_lost, "items.settle", 3, Outcome.FAILED),
    "and its chunk is closed": Failure(input_is_lost, "tallies.close_chunk", 3, Outcome.FAILED),
    "and it is closed": Failure(input_is_lost, "batches.close", 3, Outcome.FAILED),
    "a delivery fails": EXHAUSTED,
    "and is counted": replace(EXHAUSTED, write="deliveries.report_dial"),
    "and is given up": replace(EXHAUSTED, write="events.record_verdict"),
    "nobody wants it": Failure(
        receiver_answers(410), "events.record_verdict", 0, verdict=Verdict.REFUSED
    ),
}
"""A dying worker takes with it what it was handed together, so all three fail there."""


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_that_cannot_be_written_down_is_written_down_later(
    name: str, way: str, times: int
) -> None:
    """C33: and nothing stays open for it."""
    pump, failure = scene(3), FAILURES[name]
    failure.prepare(pump)
    when, error = WAYS[way]
    fails = Fails(failure.write, when, error, times)
    watch(pump, fails)
    pump.run_and_sweep()
    assert fails.times < times, "there was no such write"
    batch = record(pump)
    assert (batch.outcome, batch.next_look) == (failure.outcome, None)
    succeeded = 3 - failure.failed
    assert batch.counts == Counts(succeeded=succeeded, failed=failure.failed, credits=succeeded)
    assert event_of(pump, KEY).verdict is failure.verdict
