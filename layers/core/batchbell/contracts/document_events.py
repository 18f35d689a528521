"""What does a webhook about documents say?

Source: Documents API contract, "Webhook: Standard Webhooks 1.0". It names our own address for the
results, never a link that opens them.
"""

import json
from typing import Any

from batchbell.contracts.document_words import batch_status
from batchbell.contracts.words import iso, iso_if_any
from batchbell.domain.batch import Batch, Outcome, Webhook
from batchbell.domain.event import BATCH_CANCELED, BATCH_COMPLETED, WEBHOOK_TEST
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.standard_webhooks import signatures


def closing_type(batch: Batch) -> str:
    """The type of a closed batch's event: a wholly failed one has completed as well."""
    return BATCH_CANCELED if batch.outcome is Outcome.CANCELED else BATCH_COMPLETED


def closing_body(batch: Batch) -> str:
    """The body for a closed batch: always the same bytes for the same generation of it."""
    counts = batch.counts
    if counts is None or batch.outcome is None or batch.completed_at is None:
        raise ValueError("only a closed batch has a closing event")
    data = {
        "batch_name": batch.key.batch_name,
        "generation": batch.generation,
        "status": batch_status(batch),
        "all_done": True,
        "total": batch.total,
        "succeeded": counts.succeeded,
        "failed": counts.failed,
        "canceled": counts.canceled,
        "created_at": iso(batch.created_at),
        "started_at": iso_if_any(batch.started_at),
        "completed_at": iso(batch.completed_at),
        "results_url": f"{batch.api or ''}/batches/{batch.key.batch_name}/results",
    }
    return _body(closing_type(batch), batch.completed_at, data)


def trial_body(key: BatchKey, now: int) -> str:
    """The body that tries a receiver out."""
    return _body(WEBHOOK_TEST, now, {"batch_name": key.batch_name})


def signed_headers(event_id: str, webhook: Webhook, now: int, body: bytes) -> dict[str, str]:
    """The headers of one attempt at `now` (epoch ms). A secret that was replaced signs along for a
    while, so that no event is lost to a receiver that learns of the new one late.
    """
    timestamp = now // 1000
    headers = {
        "Content-Type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
    }
    secrets = _in_force(webhook, now)
    if secrets:
        headers["webhook-signature"] = signatures(secrets, event_id, timestamp, body)
    return headers


def _in_force(webhook: Webhook, now: int) -> list[str]:
    replaced = webhook.previous if now < (webhook.previous_until or 0) else None
    return [secret for secret in (webhook.secret, replaced) if secret is not None]


def _body(event_type: str, at: int, data: dict[str, Any]) -> str:
    return json.dumps({"type": event_type, "timestamp": iso(at), "data": data})
