"""Who is told of a batch of documents, when its receiver comes late, changes or goes?"""

import pytest

from batchbell.domain.event import Event, Verdict
from batchbell.domain.webhook_answer import WebhookAnswer
from tests.flow.intruder import Intruder
from tests.flow.office import HOOK, OTHER_HOOK, Office, office
from tests.flow.pump import Notified
from tests.flow.scene import watch
from tests.flow.settled import settled


def finished() -> Office:
    """A batch that has closed, whose event had no receiver."""
    desk = office()
    desk.upload("a")
    desk.process()
    desk.pump.run_and_sweep()
    assert desk.events[0].verdict is Verdict.NO_RECEIVER
    return desk


def test_a_receiver_that_comes_late_is_told_at_once_and_once() -> None:
    desk = finished()
    now = desk.pump.world.clock()
    for _ in range(3):
        desk.register()
        desk.pump.run()
    assert desk.posts() == [desk.events[0].id]
    assert desk.pump.world.clock() == now
    assert desk.events[0].taken_by == HOOK
    desk.pump.run_and_sweep()
    settled(desk)


def test_another_receiver_is_told_as_well_once_and_the_first_not_again() -> None:
    desk = finished()
    for url in (HOOK, OTHER_HOOK):
        desk.register(url)
        desk.pump.run()
    for url in (OTHER_HOOK, HOOK, OTHER_HOOK):
        desk.register(url)
        assert desk.events[0].verdict is Verdict.DELIVERED, "owed to who has it"
        desk.pump.run()
    assert desk.posts(HOOK) == desk.posts(OTHER_HOOK) == [desk.events[0].id]
    desk.pump.run_and_sweep()
    settled(desk)


def test_a_receiver_of_an_open_batch_is_told_when_it_closes() -> None:
    desk = office()
    desk.upload("a")
    desk.register(OTHER_HOOK)
    desk.register()
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert (desk.posts(), desk.posts(OTHER_HOOK)) == ([desk.events[0].id], [])


def test_who_is_unregistered_is_told_nothing() -> None:
    desk = office()
    desk.upload("a")
    desk.register()
    desk.process()
    for _ in range(2):
        desk.unregister()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.posts() == []
    desk.register()
    desk.pump.run()
    assert desk.posts() == [desk.events[0].id]


def test_the_newest_event_is_told_to_a_late_receiver_and_no_older() -> None:
    desk = finished()
    desk.upload("b")
    desk.process()
    desk.pump.run()
    desk.register()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.posts() == [desk.events[1].id]


def test_a_receiver_that_had_refused_is_tried_again_when_it_registers_again() -> None:
    """W9."""
    desk = finished()
    desk.pump.poster.script.set(HOOK, WebhookAnswer(410), WebhookAnswer(200))
    desk.register()
    desk.pump.run()
    assert desk.events[0].verdict is Verdict.REFUSED
    desk.register()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.posts() == [desk.events[0].id] * 2


def test_attempts_at_another_receiver_do_not_count() -> None:
    desk = finished()
    most = desk.pump.world.store.limits.webhook_retry.max_attempts
    for url in (HOOK, OTHER_HOOK):
        desk.pump.poster.script.set(url, WebhookAnswer(500))
        desk.register(url)
        desk.pump.run_and_sweep()
        assert len(desk.posts(url)) == most
        assert desk.events[0].verdict is Verdict.EXHAUSTED
    settled(desk)


def test_a_receiver_may_register_at_any_moment_of_a_delivery() -> None:
    """Between any two calls of whoever delivers to the one before: both are told, each once."""
    number = 0
    while True:
        number += 1
        desk = finished()
        desk.register()
        intruder = Intruder(lambda desk=desk: desk.register(OTHER_HOOK), number)  # type: ignore[misc]
        watch(desk.pump, intruder)
        desk.pump.run()
        watch(desk.pump)
        desk.register(OTHER_HOOK)
        desk.pump.run_and_sweep()
        settled(desk)
        assert desk.posts(OTHER_HOOK) == [desk.events[0].id], number
        assert desk.posts(HOOK) in ([], [desk.events[0].id])
        if not intruder.came:
            break
    assert number > 10


def test_a_delivery_may_come_between_any_two_calls_of_a_registration() -> None:
    """Whoever delivers to the one before, meanwhile, does not end what is owed to the next, though
    its verdict comes when all the rest is done.
    """
    number = 0
    while True:
        number += 1
        desk = finished()
        desk.register()
        while not any(isinstance(trigger, Notified) for _, trigger in desk.pump.waiting):
            desk.pump.step()
            desk.pump.collect()
        slow = _SlowVerdict(desk)
        intruder = Intruder(slow.deliver, number)
        watch(desk.pump, intruder)
        desk.register(OTHER_HOOK)
        watch(desk.pump)
        slow.end()
        desk.pump.run_and_sweep()
        settled(desk)
        assert desk.posts(OTHER_HOOK) == [desk.events[0].id], number
        if not intruder.came:
            break
    assert number > 4


class _SlowVerdict:
    """A notifier that stands still before it records its verdict."""

    def __init__(self, desk: Office) -> None:
        self._desk = desk
        self._record = desk.pump.world.events.record_verdict
        self._late: list[tuple[Event, Verdict, str | None]] = []

    def deliver(self) -> None:
        """All but the verdict."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self._desk.pump.world.events, "record_verdict", self._hold)
            self._desk.pump.run()

    def end(self) -> None:
        """The verdict."""
        for event, verdict, taken_by in self._late:
            self._record(event, verdict, taken_by)

    def _hold(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        self._late.append((event, verdict, taken_by))
        return True


def test_a_secret_that_was_replaced_signs_along_for_a_day() -> None:
    desk = finished()
    desk.register()
    newer = "whsec_" + "QUJD" * 10
    desk.register(HOOK, newer)
    desk.upload("b")
    desk.process()
    desk.pump.run()
    signatures = desk.pump.poster.posted[-1].headers["webhook-signature"].split(" ")
    assert len(signatures) == 2
    desk.pump.world.clock.advance(86_400_000)
    desk.upload("c")
    desk.process()
    desk.pump.run()
    assert len(desk.pump.poster.posted[-1].headers["webhook-signature"].split(" ")) == 1
    desk.pump.run_and_sweep()
    settled(desk)
