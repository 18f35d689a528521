"""What does a webhook say?

Source: Pages API contract, "Webhook": small, no results; `metadata` is absent when the submission
had none. The shape is described in `answer_models`.
"""

import json

from batchbell.contracts.words import iso, iso_if_any, job_status
from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.event import Event
from batchbell.domain.signature import sign


def completed_body(batch: Batch) -> str:
    """The body for a closed batch: always the same bytes for the same batch."""
    counts = batch.counts
    if counts is None:
        raise ValueError("only a closed batch has a closing event")
    body = {
        "id": batch.key.job_id,
        "jobType": f"batch_{batch.kind}",
        "status": job_status(batch, batch.total),
        "total": batch.total,
        "completed": counts.succeeded,
        "failed": counts.failed,
        "creditsUsed": counts.credits,
        "createdAt": iso(batch.created_at),
        "completedAt": iso_if_any(batch.completed_at),
    }
    if batch.metadata is not None:
        body["metadata"] = json.loads(batch.metadata)
    return json.dumps(body)


def headers_for(event: Event, webhook: Webhook, now: int, body: bytes) -> dict[str, str]:
    """The headers of one attempt (contract, "Webhook"); the timestamp is this attempt's own."""
    headers = {
        "Content-Type": "application/json",
        "X-Webhook-Event": event.type,
        "X-Webhook-Timestamp": str(now),
        "webhook-id": event.id,
    }
    if webhook.secret is not None:
        headers["X-Webhook-Signature"] = sign(webhook.secret, now, body)
    return headers
