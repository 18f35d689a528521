"""How does an event reach its receiver?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Webhook
from batchbell.domain.event import Attempt, Verdict
from batchbell.domain.signature import sign
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.notify import attempt_due
from tests.memory.submissions import RECEIVER
from tests.memory.world import LIMITS, memory_store
from tests.usecases.desk import Before, closed_desk, dispatched_desk, throttled
from tests.usecases.notifier import LIMIT_MS, TIMEOUT, Notifier


def test_it_is_posted_once_and_done_with() -> None:
    notifier = Notifier()
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is Verdict.DELIVERED
    assert [post.url for post in notifier.poster.posted] == [RECEIVER.url]


def test_the_frozen_body_is_sent_byte_by_byte() -> None:
    notifier = Notifier()
    notifier.notify()
    assert notifier.poster.posted[0].body == notifier.desk.event.body.encode()


def test_the_headers_are_those_of_the_contract() -> None:
    notifier = Notifier()
    notifier.notify()
    body = notifier.desk.event.body.encode()
    assert notifier.poster.posted[0].headers == {
        "Content-Type": "application/json",
        "X-Webhook-Event": "batch.completed",
        "X-Webhook-Timestamp": str(notifier.now),
        "webhook-id": notifier.desk.event.id,
        "X-Webhook-Signature": sign("s3cret", notifier.now, body),
    }


def test_without_a_secret_nothing_is_signed() -> None:
    notifier = Notifier()
    webhook = Webhook(RECEIVER.url)
    notifier.desk.world.records.write_batch(notifier.desk.batch.evolve(webhook=webhook))
    notifier.notify()
    assert "X-Webhook-Signature" not in notifier.poster.posted[0].headers


def test_the_batch_is_due_no_more() -> None:
    notifier = Notifier()
    notifier.notify()
    assert notifier.desk.batch.next_look is None


# When to come again.


def test_a_failure_comes_again_by_the_schedule() -> None:
    notifier = Notifier()
    notifier.answers(WebhookAnswer(500))
    assert notifier.notify() == notifier.now + 10_000
    assert notifier.desk.event.verdict is Verdict.OWED


def test_jitter_only_adds() -> None:
    """W10, W11."""
    notifier = Notifier(jitter=0.999)
    notifier.answers(WebhookAnswer(500))
    wait = (notifier.notify() or 0) - notifier.now
    assert 10_900 < wait <= 11_000


@pytest.mark.parametrize("reason", Unanswered)
def test_no_answer_is_a_failure_like_any_other(reason: Unanswered) -> None:
    notifier = Notifier()
    notifier.answers(WebhookUnanswered(reason))
    assert notifier.notify() == notifier.now + 10_000
    assert notifier.attempts[0].error == reason


def test_a_message_that_comes_too_early_waits() -> None:
    """W6: repeats of the message send nothing."""
    notifier = Notifier()
    notifier.answers(WebhookAnswer(500))
    due = notifier.notify()
    notifier.desk.world.clock.advance(9_999)
    assert notifier.notify() == due
    assert len(notifier.poster.posted) == 1


def test_an_attempt_under_way_is_waited_for() -> None:
    """W6: another notifier may be sending."""
    notifier = Notifier()
    notifier.desk.world.deliveries.claim(notifier.desk.event, Attempt(number=1, claimed_at=5), 0)
    notifier.desk.world.records.write_batch(notifier.desk.batch)
    late = 5 + LIMIT_MS
    assert attempt_due(notifier.desk.world.store, notifier.attempts) == late


def test_how_long_an_attempt_is_waited_for_is_a_setting() -> None:
    limits = replace(LIMITS, webhook_timeout_ms=1_000, webhook_margin_ms=2_000)
    store = memory_store(limits=limits)
    assert attempt_due(store, [Attempt(number=1, claimed_at=5)]) == 5 + 3_000


def test_who_claims_second_sends_nothing() -> None:
    """W6: both came at once."""
    notifier = Notifier()
    event = notifier.desk.event
    world = notifier.desk.world
    first = Attempt(number=1, claimed_at=notifier.now)
    world.watch(Before("deliveries.claim", lambda: world.deliveries.claim(event, first, 0)))
    assert notifier.notify() == notifier.now + LIMIT_MS
    assert notifier.poster.posted == []


def test_an_attempt_whose_outcome_is_unknown_counts() -> None:
    notifier = Notifier()
    first = Attempt(number=1, claimed_at=notifier.now)
    notifier.desk.world.deliveries.claim(notifier.desk.event, first, 0)
    notifier.desk.world.clock.advance(LIMIT_MS)
    notifier.notify()
    assert [attempt.number for attempt in notifier.attempts] == [1, 2]


def test_six_attempts_of_unknown_outcome_are_enough() -> None:
    notifier = Notifier()
    for number in range(1, 7):
        claimed = Attempt(number=number, claimed_at=notifier.now)
        notifier.desk.world.deliveries.claim(notifier.desk.event, claimed, 0)
    assert notifier.notify() == notifier.now + LIMIT_MS
    notifier.desk.world.clock.advance(LIMIT_MS)
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is Verdict.EXHAUSTED
    assert notifier.poster.posted == []


# Verdicts.


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (WebhookAnswer(204), Verdict.DELIVERED),
        (WebhookAnswer(410), Verdict.REFUSED),
        (WebhookAnswer(500), Verdict.EXHAUSTED),
        (TIMEOUT, Verdict.EXHAUSTED),
    ],
)
def test_the_last_attempt_decides(answer: WebhookAnswer | BaseException, verdict: Verdict) -> None:
    notifier = Notifier()
    for number in range(1, 6):
        failed = Attempt(number=number, claimed_at=1, finished_at=2, status=500, next_at=3)
        notifier.desk.world.deliveries.claim(notifier.desk.event, failed, 0)
    notifier.answers(answer)
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is verdict


@pytest.mark.parametrize(("status", "verdict"), [(200, Verdict.DELIVERED), (410, Verdict.REFUSED)])
def test_a_decision_on_record_is_not_asked_for_again(status: int, verdict: Verdict) -> None:
    """W6, W14: its notifier died before it could record the verdict."""
    notifier = Notifier()
    notifier.answers(WebhookAnswer(status))
    notifier.desk.world.events.record_verdict = throttled  # type: ignore[method-assign]
    with pytest.raises(Exception, match="throttled"):
        notifier.notify()
    del notifier.desk.world.events.record_verdict
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is verdict
    assert len(notifier.poster.posted) == 1


def test_a_late_answer_of_an_attempt_given_up_counts() -> None:
    """The second attempt failed; then the first turns out to have been taken."""
    notifier = Notifier()
    deliveries, event = notifier.desk.world.deliveries, notifier.desk.event
    deliveries.claim(event, Attempt(number=1, claimed_at=1, finished_at=9, status=200), 0)
    failed = Attempt(number=2, claimed_at=5, finished_at=6, status=500, next_at=7)
    deliveries.claim(event, failed, 0)
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is Verdict.DELIVERED
    assert notifier.poster.posted == []


def test_without_a_receiver_nothing_is_sent() -> None:
    notifier = Notifier(closed_desk(webhook=False))
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is Verdict.NO_RECEIVER
    assert notifier.desk.batch.next_look is None


def test_a_receiver_that_comes_meanwhile_is_told() -> None:
    """`no receiver` is recorded only while there is none."""
    notifier = Notifier(closed_desk(webhook=False))
    world, batch = notifier.desk.world, notifier.desk.batch.evolve(webhook=RECEIVER)
    world.watch(Before("events.record_no_receiver", lambda: world.records.write_batch(batch)))
    assert notifier.notify() == notifier.now
    assert notifier.notify() is None
    assert notifier.desk.event.verdict is Verdict.DELIVERED


def test_an_event_that_has_its_verdict_is_done_with() -> None:
    """C18."""
    notifier = Notifier()
    notifier.notify()
    assert notifier.notify() is None
    assert len(notifier.poster.posted) == 1


def test_an_unknown_event_is_done_with() -> None:
    assert Notifier(dispatched_desk()).notify() is None
    assert Notifier().notify(generation=2) is None


# The breaker.
