"""Does every event reach its receiver?"""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from batchbell.domain.event import Verdict
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from tests.flow.ends import delivered, ended, event_of
from tests.flow.receivers import BROKEN, HANGING, MINUTE_MS, OK, submit_to, timed
from tests.flow.scene import KEY, empty_scene, record, scene, watch
from tests.memory.hooks import Killed


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
