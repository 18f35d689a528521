"""What does the notifier send, and what does it tell its queue?"""

import json
from typing import Any

import pytest

from batchbell.domain.errors import Unavailable
from batchbell.domain.event import Verdict
from batchbell.domain.signature import verified
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.notify import Notifying
from functions.notifier.app import handle
from tests.functions.callers import SECRET, Caller
from tests.functions.documented import assert_webhook_documented, document
from tests.functions.event_files import load
from tests.functions.running import finish, job_key
from tests.functions.sent import MemoryPostponer, ids, kept, receipts
from tests.memory.hooks import Unwatched
from tests.memory.web import ScriptedPoster

JOB = "batch_11f74a28e58697e64e3b6dbd774a07f1"
HOOK = "https://hooks.example.com/batchbell"


@pytest.fixture
def event(caller: Caller) -> dict[str, Any]:
    """The message about the job in the event files, which has finished."""
    caller.send(load("submit/batch"))
    caller.world.clock.advance(1_500)
    finish(caller.world, JOB)
    return load("notifier/webhook")


@pytest.fixture
def poster() -> ScriptedPoster:
    """A receiver that takes everything."""
    return ScriptedPoster(WebhookAnswer(200))


def _handled(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> tuple[list[str], dict[str, int]]:
    postponer = MemoryPostponer()
    delivery = Notifying(deliveries=caller.world.deliveries, poster=poster, jitter=lambda: 0.0)
    answer = handle(event, caller.world.store, delivery, postponer)
    return kept(answer), postponer.hidden


def _verdict(caller: Caller) -> Verdict:
    found = caller.world.events.read(job_key(JOB), 1)
    assert found is not None
    return found.verdict


def test_a_webhook_says_what_the_job_came_to(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    """W3, W5."""
    assert _handled(caller, event, poster) == ([], {})
    (posted,) = poster.posted
    body = json.loads(posted.body)
    assert posted.url == HOOK
    assert body == {
        "id": JOB,
        "jobType": "batch_distill",
        "status": "COMPLETED",
        "total": 2,
        "completed": 2,
        "failed": 0,
        "creditsUsed": 2,
        "createdAt": "2026-09-21T14:13:20Z",
        "completedAt": "2026-09-21T14:13:21Z",
        "metadata": {"order": 17},
    }
    assert_webhook_documented(body)
    assert _verdict(caller) is Verdict.DELIVERED


def test_a_webhook_is_signed_as_documented(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    _handled(caller, event, poster)
    (posted,) = poster.posted
    parameters = document()["webhooks"]["batch.completed"]["post"]["parameters"]
    named = {parameter["name"] for parameter in parameters}
    assert posted.headers.keys() == named | {"Content-Type"}
    assert posted.headers["X-Webhook-Event"] == "batch.completed"
    assert posted.headers["webhook-id"] == "evt_0734c807b68d255f3e2a3aaabaded1e6"
    timestamp = int(posted.headers["X-Webhook-Timestamp"])
    assert timestamp == caller.world.clock()
    signature = posted.headers["X-Webhook-Signature"]
    assert verified(SECRET, timestamp, posted.body, signature)


def test_a_webhook_that_was_not_taken_waits_in_the_queue(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    poster.script.set(HOOK, WebhookAnswer(503))
    assert _handled(caller, event, poster) == (ids(event), {receipts(event)[0]: 10})


def test_a_receiver_may_ask_for_an_hour(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    poster.script.set(HOOK, WebhookAnswer(429, retry_after_ms=86_400_000))
    assert _handled(caller, event, poster) == (ids(event), {receipts(event)[0]: 3_600})


def test_a_message_that_comes_twice_sends_once(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    """W6."""
    _handled(caller, event, poster)
    assert _handled(caller, event, poster) == ([], {})
    assert len(poster.posted) == 1


def test_after_the_last_attempt_it_is_given_up(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    """W6, W9."""
    poster.script.set(HOOK, WebhookUnanswered(Unanswered.REFUSED))
    for _ in range(5):
        _, hidden = _handled(caller, event, poster)
        caller.world.clock.advance(hidden[receipts(event)[0]] * 1_000)
    assert _handled(caller, event, poster) == ([], {})
    assert len(poster.posted) == 6
    assert len({posted.headers["webhook-id"] for posted in poster.posted}) == 1
    assert len({posted.headers["X-Webhook-Timestamp"] for posted in poster.posted}) == 6
    assert _verdict(caller) is Verdict.EXHAUSTED


def test_a_message_about_nothing_is_done_with(caller: Caller, poster: ScriptedPoster) -> None:
    assert _handled(caller, load("notifier/webhook"), poster) == ([], {})
    assert not poster.posted


def test_a_message_that_nobody_can_read_waits_for_somebody_who_can(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    event["Records"][0]["body"] = '{"v": 2}'
    assert _handled(caller, event, poster) == (ids(event), {receipts(event)[0]: 60})


def test_when_the_table_is_away_the_message_comes_again(
    caller: Caller, event: dict[str, Any], poster: ScriptedPoster
) -> None:
    """Q10."""

    class Away(Unwatched):
        def before(self, call_name: str) -> None:
            raise Unavailable(call_name)

    caller.world.watch(Away())
    assert _handled(caller, event, poster) == (ids(event), {})
    assert not poster.posted
