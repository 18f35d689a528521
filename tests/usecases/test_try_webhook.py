"""Does a batch's receiver take what it is sent?"""

import json
from dataclasses import replace
from typing import Any

import pytest

from batchbell.contracts.document_events import signed_headers
from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.identifiers import documents_key
from batchbell.domain.job_kind import JobKind
from batchbell.domain.standard_webhooks import secret_of
from batchbell.domain.tally import Dispatch, Phase
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.try_webhook import Trial, send_test
from tests.memory.clock import START
from tests.memory.web import ScriptedPoster
from tests.memory.world import LIMITS, World, memory_world

KEY = documents_key("acme", "march")
RECEIVER = Webhook("https://receiver.example/hook", secret_of(bytes(32)))


def world_with(webhook: Webhook | None = RECEIVER, **changes: Any) -> World:
    """A world with a batch of documents."""
    batch = Batch(
        key=KEY,
        kind=JobKind.DOCUMENTS,
        total=1,
        chunks=1,
        spec="",
        created_at=START,
        expires_at=START + 86_400_000,
        dispatch=Dispatch(Phase.SENT, 0, 0),
        next_look=None,
        webhook=webhook,
    )
    world = memory_world()
    world.records.write_batch(batch.evolve(**changes))
    world.take_changes()
    return world


def tried(
    world: World,
    answer: WebhookAnswer | BaseException | None = None,
    request_id: str = "r-1",
    milliseconds: int = 25_000,
) -> tuple[Trial, ScriptedPoster]:
    """What comes of a test, and what was sent."""
    poster = ScriptedPoster(WebhookAnswer(204))
    if answer is not None:
        poster.script.set(RECEIVER.url, answer)
    trial = send_test(world.store, poster, KEY, request_id, world.clock() + milliseconds)
    return trial, poster


def test_it_is_sent_at_once() -> None:
    trial, poster = tried(world_with())
    assert (trial.delivered, trial.status, trial.reason) == (True, 204, None)
    assert [post.url for post in poster.posted] == [RECEIVER.url]
    assert json.loads(poster.posted[0].body)["type"] == "webhook.test"


def test_it_is_signed_as_every_other() -> None:
    world = world_with()
    trial, poster = tried(world)
    (post,) = poster.posted
    assert post.headers == signed_headers(trial.webhook_id, RECEIVER, world.clock(), post.body)


@pytest.mark.parametrize("status", [199, 302, 404, 410, 500])
def test_another_status_is_told(status: int) -> None:
    trial, _ = tried(world_with(), WebhookAnswer(status))
    assert (trial.delivered, trial.status) == (False, status)


@pytest.mark.parametrize("reason", Unanswered)
def test_why_nobody_answered_is_told(reason: Unanswered) -> None:
    trial, _ = tried(world_with(), WebhookUnanswered(reason))
    assert (trial.delivered, trial.status, trial.reason) == (False, None, reason)


def test_each_call_is_an_event_of_its_own() -> None:
    world = world_with()
    first, again = (tried(world, request_id=one)[0].webhook_id for one in ("r-1", "r-2"))
    assert first != again
    assert tried(world, request_id="r-1")[0].webhook_id == first


def test_nothing_of_it_is_kept() -> None:
    """Neither deliveries nor the breaker know of it, nor does the batch."""
    world = world_with()
    before = world.records.batches[KEY]
    for _ in range(5):
        tried(world, WebhookUnanswered(Unanswered.TIMEOUT))
    assert world.take_changes() == []
    assert world.records.batches[KEY] == before
    address = "receiver.example:443"
    assert world.deliveries.may_dial("acme", address, world.clock(), 60_000) is None


@pytest.mark.parametrize(
    ("milliseconds", "given"), [(25_000, LIMITS.webhook_timeout_ms), (4_000, 4_000)]
)
def test_it_takes_no_longer_than_there_is_time(milliseconds: int, given: int) -> None:
    _, poster = tried(world_with(), milliseconds=milliseconds)
    assert poster.posted[0].timeout_ms == given


def test_without_time_nothing_is_sent() -> None:
    with pytest.raises(Unavailable):
        tried(world_with(), milliseconds=0)


def refusal(world: World) -> DocumentsCode:
    """With which code a test is refused."""
    with pytest.raises(CallerError) as refused:
        tried(world)
    code = refused.value.code
    assert isinstance(code, DocumentsCode)
    return code


def test_a_batch_without_a_receiver_has_nothing_to_test() -> None:
    assert refusal(world_with(None)) is DocumentsCode.CONFLICT


def test_an_unknown_batch_is_not_found() -> None:
    assert refusal(memory_world()) is DocumentsCode.BATCH_NOT_FOUND


def test_an_expired_batch_sends_nothing() -> None:
    assert refusal(world_with(expires_at=START)) is DocumentsCode.EXPIRED


def test_a_replaced_secret_signs_along() -> None:
    old = secret_of(b"o" * 32)
    webhook = replace(RECEIVER, previous=old, previous_until=START + 1)
    _, poster = tried(world_with(webhook))
    assert len(poster.posted[0].headers["webhook-signature"].split(" ")) == 2
