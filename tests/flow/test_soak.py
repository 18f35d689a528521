"""How many of ten thousand batches stay open when everything goes wrong now and then?

Ten thousand different accidents: the simulation plays each batch in finer steps.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed, Unavailable
from batchbell.domain.event import Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.cancel import cancel
from batchbell.usecases.verify import verify
from tests.flow.pump import Pump
from tests.flow.scene import empty_scene, record, watch
from tests.memory.hooks import Killed, Unwatched
from tests.memory.records import Change
from tests.memory.submissions import KIND, submitted
from tests.memory.web import Posted, ScriptedFetcher, ScriptedPoster

DEPLOYMENTS, BATCHES = 200, 50
STORM_CALLS = 3_000
"""Port calls: most of what the batches of a deployment need."""


@dataclass
class Storm:
    """A port call in thirty is not taken, not heard of, or the last of whoever makes it; a change
    in twenty is told to nobody.
    """

    rng: random.Random
    left: int = STORM_CALLS
    faults: int = 0

    def before(self, call_name: str) -> None:
        """In place of a call."""
        self.left -= 1
        self._strike(call_name)

    def after(self, call_name: str) -> None:
        """When it has happened."""
        self._strike(call_name)

    def now_and_then(self, chance: float) -> bool:
        """Whether it strikes; never when it is over."""
        return self.left > 0 and self.rng.random() < chance

    def loses(self, change: Change) -> bool:
        """Whether nobody is told."""
        return self.now_and_then(0.05)

    def _strike(self, call_name: str) -> None:
        if self.now_and_then(1 / 60):
            self.faults += 1
            raise self.rng.choice([Killed(call_name), Unavailable(call_name)])


class StormyFetcher(ScriptedFetcher):
    """Now and then a page does not come, or ends its worker."""

    def __init__(self, storm: Storm) -> None:
        super().__init__()
        self._storm = storm

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """The page, if it is there."""
        if self._storm.now_and_then(0.1):
            late = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)
            gone = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
            raise self._storm.rng.choice([late, gone, Killed("fetch")])
        return super().fetch(url, options, timeout_ms=timeout_ms)


class StormyPoster(ScriptedPoster):
    """Now and then an answer is lost, or is none."""

    def __init__(self, storm: Storm) -> None:
        super().__init__(WebhookAnswer(200))
        self._storm = storm

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """The answer, if there is one."""
        answer = super().post(url, headers=headers, body=body, timeout_ms=timeout_ms)
        if self._storm.now_and_then(0.2):
            lost = WebhookUnanswered(Unanswered.CONNECTION)
            raise self._storm.rng.choice([lost, Killed("posted")])
        return answer


def deployment(storm: Storm) -> tuple[Pump, list[BatchKey]]:
    """With batches of one to three pages just submitted; every trigger comes twice, shuffled."""
    pump, sizes = empty_scene(), [storm.rng.randint(1, 3) for _ in range(BATCHES)]
    keys = [submitted(pump.world, n, key=f"key-{i}").key for i, n in enumerate(sizes)]
    pump.fetcher, pump.poster = StormyFetcher(storm), StormyPoster(storm)
    pump.rng, pump.times, pump.lost = storm.rng, 2, storm.loses
    watch(pump, storm)
    return pump, keys


def play(seed: int) -> Iterator[str]:
    """What is not as it should be once the storm is over."""
    storm = Storm(random.Random(seed))
    pump, keys = deployment(storm)
    while storm.left > STORM_CALLS * 2 // 3:
        pump.step()
    for key in keys[:5]:
        with suppress(CallerError, Killed, Unavailable):
            cancel(pump.world.store, key, KIND)
    pump.run_and_sweep()
    assert storm.faults > 40
    pump.world.watch(Unwatched())
    posts = defaultdict[str, list[Posted]](list)
    for post in pump.poster.posted:
        posts[post.headers["webhook-id"]].append(post)
    assert len(posts) == len(keys), "an event under two ids, or none"
    for key in keys:
        yield from wrong(pump, key, posts)


def wrong(pump: Pump, key: BatchKey, posts: Mapping[str, list[Posted]]) -> Iterator[str]:
    """Of one batch."""
    if record(pump, key).open or record(pump, key).next_look is not None:
        yield "stuck"
        return
    yield from verify(pump.world.store, pump.world.deliveries, key).differences
    (event,) = pump.world.events.read_all(key)
    if event.verdict is not Verdict.DELIVERED:
        yield f"event {event.verdict}"
    if {post.body for post in posts[event.id]} != {event.body.encode()}:
        yield "not the body that was frozen"


@pytest.mark.slow
def test_ten_thousand_batches_and_none_is_stuck() -> None:
    """C29: each closes, is proved, and is reported under one id."""
    found = Counter(problem for seed in range(DEPLOYMENTS) for problem in play(seed))
    assert found == Counter()
