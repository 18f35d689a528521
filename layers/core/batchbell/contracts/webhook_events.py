"""What does a webhook say?

Source: Pages API contract, "Webhook": small, no results; `metadata` is absent when the submission
had none. The shape is described in `answer_models`. What is said of documents is in
`document_events`.
"""

import json

from batchbell.contracts.document_events import closing_body, closing_type, signed_headers
from batchbell.contracts.words import iso, iso_if_any, job_status
from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.event import BATCH_COMPLETED, Event
from batchbell.domain.identifiers import event_id_for
from batchbell.domain.signature import sign


def closing_event(closed: Batch) -> Event:
    """What is owed for this generation of a closed batch: always the same for the same batch."""
    kind = closing_type(closed) if closed.key.is_documents else BATCH_COMPLETED
    body = closing_body(closed) if closed.key.is_documents else completed_body(closed)
    event_id = event_id_for(closed.key, closed.generation, kind)
    return Event(closed.key, closed.generation, event_id, kind, body)


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
    """The headers of one attempt (contracts, "Webhook"); the timestamp is this attempt's own."""
    if event.key.is_documents:
        return signed_headers(event.id, webhook, now, body)
    headers = {
        "Content-Type": "application/json",
        "X-Webhook-Event": event.type,
        "X-Webhook-Timestamp": str(now),
        "webhook-id": event.id,
    }
    if webhook.secret is not None:
        headers["X-Webhook-Signature"] = sign(webhook.secret, now, body)
    return headers
