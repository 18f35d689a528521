"""What does a webhook about documents say?"""

import json
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from batchbell.contracts.document_events import signed_headers, trial_body
from batchbell.contracts.webhook_events import closing_event, headers_for
from batchbell.domain.batch import Batch, BatchState, Outcome, Webhook
from batchbell.domain.identifiers import documents_key, event_id_for
from batchbell.domain.job_kind import JobKind
from batchbell.domain.standard_webhooks import secret_of
from batchbell.domain.tally import Counts, Dispatch, Phase
from batchbell.runtime.wiring import now as system_now

KEY = documents_key("acme", "march.invoices")
NEW, OLD = secret_of(b"n" * 32), secret_of(b"o" * 32)


def closed(**changes: Any) -> Batch:
    """A batch that has closed."""
    made = Batch(
        key=KEY,
        kind=JobKind.DOCUMENTS,
        total=3,
        chunks=1,
        spec="",
        created_at=1_790_000_000_000,
        expires_at=1_800_000_000_000,
        dispatch=Dispatch(Phase.SENT, 1, 0),
        next_look=None,
        state=BatchState.CLOSED,
        outcome=Outcome.COMPLETED,
        counts=Counts(succeeded=1, failed=1, canceled=1, credits=1),
        started_at=1_790_000_010_000,
        completed_at=1_790_000_060_000,
        api="https://api.example/v1/api/v1",
    )
    return made.evolve(**changes)


def test_it_says_what_the_contract_lists_and_no_more() -> None:
    assert json.loads(closing_event(closed()).body) == {
        "type": "batch.completed",
        "timestamp": "2026-09-21T14:14:20Z",
        "data": {
            "batch_name": "march.invoices",
            "generation": 1,
            "status": "succeeded",
            "all_done": True,
            "total": 3,
            "succeeded": 1,
            "failed": 1,
            "canceled": 1,
            "created_at": "2026-09-21T14:13:20Z",
            "started_at": "2026-09-21T14:13:30Z",
            "completed_at": "2026-09-21T14:14:20Z",
            "results_url": "https://api.example/v1/api/v1/batches/march.invoices/results",
        },
    }


@pytest.mark.parametrize(
    ("outcome", "kind", "word"),
    [
        (Outcome.COMPLETED, "batch.completed", "succeeded"),
        (Outcome.FAILED, "batch.completed", "failed"),
        (Outcome.CANCELED, "batch.canceled", "canceled"),
    ],
)
def test_every_outcome_has_its_type(outcome: Outcome, kind: str, word: str) -> None:
    """W2."""
    event = closing_event(closed(outcome=outcome))
    body = json.loads(event.body)
    assert (event.type, body["type"], body["data"]["status"]) == (kind, kind, word)
    assert event.id == event_id_for(KEY, 1, kind)


def test_its_bytes_stay_the_same_from_release_to_release() -> None:
    """An event is signed as it was recorded, and `verify` computes it anew, years later."""
    assert closing_event(closed(started_at=None, api=None)).body == (
        '{"type": "batch.completed", "timestamp": "2026-09-21T14:14:20Z", "data":'
        ' {"batch_name": "march.invoices", "generation": 1, "status": "succeeded",'
        ' "all_done": true, "total": 3, "succeeded": 1, "failed": 1, "canceled": 1,'
        ' "created_at": "2026-09-21T14:13:20Z", "started_at": null,'
        ' "completed_at": "2026-09-21T14:14:20Z",'
        ' "results_url": "/batches/march.invoices/results"}}'
    )


def test_it_is_the_same_for_the_same_generation() -> None:
    """Whoever closes, and however often it is tried."""
    later = closed(next_look=7, expires_at=9, webhook=Webhook("https://other.example/"))
    assert closing_event(closed()) == closing_event(later)


def test_each_generation_has_its_own_event() -> None:
    ids = {closing_event(closed(generation=number)).id for number in range(1, 6)}
    assert len(ids) == 5


def test_it_is_small() -> None:
    """Contract: under 20 KB, whatever the names."""
    batch = closed(key=documents_key("acme", "n" * 128), api="https://" + "h" * 2_000, total=10**6)
    assert len(closing_event(batch).body.encode()) < 20_000


@pytest.mark.parametrize("missing", ["counts", "outcome", "completed_at"])
def test_an_open_batch_has_no_closing_event(missing: str) -> None:
    with pytest.raises(ValueError, match="only a closed batch"):
        closing_event(closed(**{missing: None}))


def test_a_trial_says_that_it_is_one() -> None:
    assert json.loads(trial_body(KEY, 1_790_000_000_000)) == {
        "type": "webhook.test",
        "timestamp": "2026-09-21T14:13:20Z",
        "data": {"batch_name": "march.invoices"},
    }


# Headers.


def sent(webhook: Webhook, now: int) -> tuple[dict[str, str], bytes]:
    """One attempt at the event of a closed batch."""
    event = closing_event(closed())
    body = event.body.encode()
    return headers_for(event, webhook, now, body), body


def verifies(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Whether a receiver with this secret takes it."""
    try:
        Verifier(secret).verify(body, headers)
    except WebhookVerificationError:
        return False
    return True


def test_the_headers_are_those_of_the_standard() -> None:
    headers, _ = sent(Webhook("https://r.example/", NEW), 1_790_000_000_999)
    assert headers.pop("webhook-signature").startswith("v1,")
    assert headers == {
        "Content-Type": "application/json",
        "webhook-id": closing_event(closed()).id,
        "webhook-timestamp": "1790000000",
    }


def test_each_attempt_has_its_own_time_and_signature() -> None:
    webhook = Webhook("https://r.example/", NEW)
    first, again = sent(webhook, 1_000)[0], sent(webhook, 2_000)[0]
    assert first["webhook-id"] == again["webhook-id"]
    assert first["webhook-signature"] != again["webhook-signature"]


def test_a_receiver_verifies_an_attempt() -> None:
    headers, body = sent(Webhook("https://r.example/", NEW), system_now())
    assert verifies(NEW, headers, body)
    assert not verifies(OLD, headers, body)


def test_while_a_secret_is_rotated_either_verifies() -> None:
    now = system_now()
    headers, body = sent(Webhook("https://r.example/", NEW, OLD, now + 1), now)
    assert verifies(NEW, headers, body)
    assert verifies(OLD, headers, body)


def test_from_its_last_moment_on_the_replaced_one_signs_no_more() -> None:
    now = system_now()
    headers, body = sent(Webhook("https://r.example/", NEW, OLD, now), now)
    assert verifies(NEW, headers, body)
    assert not verifies(OLD, headers, body)


def test_without_a_secret_nothing_is_signed() -> None:
    assert "webhook-signature" not in signed_headers("evt_1", Webhook("https://r.example/"), 1, b"")
