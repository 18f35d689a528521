"""Does every event reach its receiver, and does a bad receiver delay nobody else?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from batchbell.domain.batch import Webhook
from batchbell.domain.event import Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.ends import delivered, ended, event_of
from tests.flow.pump import Pump
from tests.flow.scene import KEY, empty_scene, record, scene, watch
from tests.memory.clock import VirtualClock
from tests.memory.hooks import Killed
from tests.memory.submissions import RECEIVER, submission
from tests.memory.web import ScriptedPoster

MINUTE_MS = 60_000
OK, BROKEN = WebhookAnswer(200), WebhookAnswer(500)
HANGING = "https://hanging.example/hook"


@dataclass
class TimedPoster(ScriptedPoster):
    """Remembers when it was called; a call to `HANGING` takes its whole time and ends without
    an answer.
    """

    clock: VirtualClock = field(default_factory=VirtualClock)
    times: list[int] = field(default_factory=list)

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """The script's answer."""
        self.times.append(self.clock())
        answer = super().post(url, headers=headers, body=body, timeout_ms=timeout_ms)
        if url == HANGING:
            self.clock.advance(timeout_ms)
            raise WebhookUnanswered(Unanswered.TIMEOUT)
        return answer


def timed(pump: Pump, *answers: WebhookAnswer | BaseException) -> TimedPoster:
    """The pump's poster from now on, with these answers of `RECEIVER`."""
    poster = TimedPoster(OK, clock=pump.world.clock)
    if answers:
        poster.script.set(RECEIVER.url, *answers)
    pump.poster = poster
    return poster


def submit_to(pump: Pump, url: str, key: str) -> BatchKey:
    """A batch of one item whose receiver is there."""
    webhook = Webhook(url, RECEIVER.secret)
    return submit_pages(pump.world.store, submission(key=key, webhook=webhook)).batch.key


def test_six_attempts_by_the_schedule_and_then_it_is_given_up() -> None:
    pump = scene(1)
    poster = timed(pump, BROKEN)
    pump.run()
    waits = [later - earlier for earlier, later in pairwise(poster.times)]
    assert waits == [10_000, 30_000, 120_000, 600_000, 1_800_000]
    assert event_of(pump, KEY).verdict is Verdict.EXHAUSTED
    assert record(pump).next_look is None


def test_six_attempts_at_a_hanging_receiver_take_43_to_49_minutes() -> None:
    pump = empty_scene()
    key = submit_to(pump, HANGING, "key-1")
    poster = timed(pump)
    began = pump.world.clock()
    pump.run()
    assert len(poster.times) == 6
    assert 43 * MINUTE_MS <= pump.world.clock() - began <= 49 * MINUTE_MS
    assert event_of(pump, key).verdict is Verdict.EXHAUSTED


def test_every_attempt_has_the_same_id_and_body_and_a_time_and_signature_of_its_own() -> None:
    pump = scene(1)
    poster = timed(pump, BROKEN, BROKEN, OK)
    pump.run()
    ended(pump, KEY)
    delivered(poster.posted, event_of(pump, KEY))
    assert len({post.headers["X-Webhook-Timestamp"] for post in poster.posted}) == 3
    assert len({post.headers["X-Webhook-Signature"] for post in poster.posted}) == 3


@pytest.mark.parametrize("status", [301, 302, 400, 404, 429, 500, 503])
def test_whatever_is_no_2xx_is_tried_again(status: int) -> None:
    pump = scene(1)
    poster = timed(pump, WebhookAnswer(status), OK)
    pump.run()
    ended(pump, KEY)
    assert len(poster.posted) == 2


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_any_2xx_is_enough(status: int) -> None:
    pump = scene(1)
    poster = timed(pump, WebhookAnswer(status))
    pump.run()
    ended(pump, KEY)
    assert len(poster.posted) == 1


def test_a_receiver_that_is_gone_is_asked_once() -> None:
    pump = scene(1)
    poster = timed(pump, WebhookAnswer(410))
    pump.run()
    assert event_of(pump, KEY).verdict is Verdict.REFUSED
    assert len(poster.posted) == 1
    assert record(pump).next_look is None


def test_a_receiver_may_ask_for_more_time() -> None:
    pump = scene(1)
    poster = timed(pump, WebhookAnswer(503, retry_after_ms=400_000), OK)
    pump.run()
    assert poster.times[1] - poster.times[0] == 400_000


def test_a_receiver_gets_no_more_than_an_hour() -> None:
    pump = scene(1)
    poster = timed(pump, WebhookAnswer(503, retry_after_ms=86_400_000), OK)
    pump.run()
    assert poster.times[1] - poster.times[0] == 3_600_000


def test_the_sweeper_leaves_a_delivery_that_waits_alone() -> None:
    """W6: looks in between send nothing early."""
    pump = scene(1)
    poster = timed(pump, BROKEN)
    pump.run_and_sweep()
    assert len(poster.posted) == 6
    assert poster.times[-1] - poster.times[0] < 49 * MINUTE_MS


def test_a_lost_answer_is_delivered_again_under_the_same_id() -> None:
    """W6: the outcome of the first attempt is unknown."""
    pump = scene(1)
    poster = timed(pump, Killed("posted"), OK)
    pump.run_and_sweep()
    ended(pump, KEY)
    assert len(poster.posted) == 2


@pytest.mark.parametrize("call", ["deliveries.finish", "deliveries.report_dial"])
def test_a_known_answer_is_not_delivered_again(call: str) -> None:
    """W6: the notifier died after it had written down that it was taken."""
    pump = scene(1)
    poster = timed(pump)
    watch(pump, KillsAfter(call))
    pump.run_and_sweep()
    ended(pump, KEY)
    assert pump.deaths == 1
    assert len(poster.posted) == 1


def test_the_last_answer_counts_even_if_its_notifier_died() -> None:
    """W14: a sixth attempt that was taken is not an exhausted event."""
    pump = scene(1)
    poster = timed(pump, *[BROKEN] * 5, OK)
    watch(pump, KillsAfter("deliveries.finish", times=6))
    pump.run_and_sweep()
    assert event_of(pump, KEY).verdict is Verdict.DELIVERED
    assert len(poster.posted) == 6


def test_every_attempt_is_on_record() -> None:
    """W14: successes too."""
    pump = scene(1)
    timed(pump, BROKEN, WebhookUnanswered(Unanswered.REFUSED), OK)
    pump.run()
    attempts = pump.world.deliveries.attempts(event_of(pump, KEY))
    assert [(a.number, a.status, a.error) for a in attempts] == [
        (1, 500, None),
        (2, None, "refused"),
        (3, 200, None),
    ]


def test_a_hanging_receiver_delays_nobody_else() -> None:
    """W1, W7, W11: after three attempts it is left alone, and those that wait lose no attempt."""
    pump = empty_scene()
    for number in range(100):
        submit_to(pump, HANGING, f"hanging-{number}")
    healthy = submit_to(pump, RECEIVER.url, "healthy")
    poster = timed(pump)
    while RECEIVER.url not in [post.url for post in poster.posted]:
        pump.step()
    assert [post.url for post in poster.posted].count(HANGING) == 3
    assert event_of(pump, healthy).verdict is Verdict.DELIVERED


def test_what_was_left_alone_is_delivered_when_the_receiver_is_back() -> None:
    """W9: all of it, in time, without a lost attempt."""
    pump = empty_scene()
    keys = [submit_to(pump, RECEIVER.url, f"key-{number}") for number in range(20)]
    timeout = WebhookUnanswered(Unanswered.TIMEOUT)
    poster = timed(pump, *[timeout] * 4, OK)
    pump.run()
    assert [event_of(pump, key).verdict for key in keys] == [Verdict.DELIVERED] * 20
    attempts = [pump.world.deliveries.attempts(event_of(pump, key)) for key in keys]
    assert sum(len(each) for each in attempts) == len(poster.posted) == 24


def test_another_tenant_is_not_told_to_wait() -> None:
    """S11: the breaker is the tenant's own."""
    pump = empty_scene()
    for number in range(3):
        submit_to(pump, HANGING, f"key-{number}")
    poster = timed(pump)
    pump.run()
    before = len(poster.posted)
    webhook = Webhook(HANGING)
    submit_pages(pump.world.store, submission(tenant="other", webhook=webhook))
    while len(poster.posted) == before:
        assert pump.step()


@dataclass
class KillsAfter:
    """Kills whoever makes a call of this name, the `times`-th time."""

    name: str
    times: int = 1

    def before(self, call_name: str) -> None:
        """Waits."""

    def after(self, call_name: str) -> None:
        """Strikes."""
        self.times -= call_name == self.name
        if call_name == self.name and self.times == 0:
            raise Killed(call_name)
