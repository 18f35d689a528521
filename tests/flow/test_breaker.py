"""Is a receiver that hangs left alone at nobody else's cost, and told of all once it is back?"""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from batchbell.domain.batch import Webhook
from batchbell.domain.event import Verdict
from batchbell.domain.webhook_answer import Unanswered, WebhookUnanswered
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.ends import event_of
from tests.flow.receivers import HANGING, MINUTE_MS, OK, submit_to, timed
from tests.flow.scene import empty_scene, watch
from tests.memory.clock import VirtualClock
from tests.memory.submissions import RECEIVER, submission


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


def test_events_that_wait_for_a_receiver_do_not_come_all_at_once() -> None:
    """W11: three hundred, and a receiver that goes on timing out: one dial a pause."""
    pump = empty_scene()
    pump.jitter = random.Random(7).random
    for number in range(300):
        submit_to(pump, RECEIVER.url, f"key-{number}")
    poster = timed(pump, WebhookUnanswered(Unanswered.TIMEOUT))
    visits = Visits(pump.world.clock)
    while len(poster.times) < 3:
        pump.step()
    watch(pump, visits)
    began = pump.world.clock()
    while pump.world.clock() < began + 10 * MINUTE_MS:
        pump.step()
    after = [at for at in visits.times if at >= began + MINUTE_MS]
    assert max(Counter(at // 1_000 for at in after).values()) < 20
    assert min(later - earlier for earlier, later in pairwise(poster.times[3:])) >= MINUTE_MS


def test_a_receiver_that_is_back_gets_what_waited_soon_and_not_all_at_once() -> None:
    """W9, W11: within a pause after the pause, and the time of the first who tries."""
    pump = empty_scene()
    pump.jitter = random.Random(7).random
    keys = [submit_to(pump, RECEIVER.url, f"key-{number}") for number in range(100)]
    timeout = WebhookUnanswered(Unanswered.TIMEOUT)
    poster = timed(pump, *[timeout] * 3, OK)
    while len(poster.times) < 3:
        pump.step()
    paused_until = pump.world.clock() + MINUTE_MS
    pump.run()
    assert [event_of(pump, key).verdict for key in keys] == [Verdict.DELIVERED] * 100
    assert max(poster.times) <= paused_until + MINUTE_MS
    assert max(Counter(at // 1_000 for at in poster.times[3:]).values()) < 10


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
class Visits:
    """Notes when an event comes by."""

    clock: VirtualClock
    times: list[int] = field(default_factory=list)

    def before(self, call_name: str) -> None:
        """The first thing that is done with one."""
        if call_name == "events.read":
            self.times.append(self.clock())

    def after(self, call_name: str) -> None:
        """Nothing."""
