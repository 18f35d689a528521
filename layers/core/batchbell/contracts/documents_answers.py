"""What does the Documents API answer?

Source: Documents API contract, "States and times" and "Endpoints". The three times are always
there; other keys that do not apply are left out. The shapes are described in `document_models`.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any

from batchbell.contracts.document_words import (
    PROCESSING_ERROR,
    DocumentStatus,
    batch_status,
    document_status,
    outer_reason,
    webhook_state,
)
from batchbell.contracts.words import iso, iso_if_any
from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.document import Document
from batchbell.domain.event import Event
from batchbell.domain.item import Item
from batchbell.domain.tally import Counts
from batchbell.domain.webhook_answer import Unanswered
from batchbell.ports.documents import UploadLink

CONTENT = ("pages", "line_items")
"""What is told of a document that succeeded, unless more is asked for."""
EVIDENCE = (*CONTENT, "evidence")


def document_object(
    document: Document, item: Item, content: Mapping[str, Any], told: Collection[str] = CONTENT
) -> dict[str, Any]:
    """A document as answered. `told`: what of its content, where it has one."""
    status = document_status(item)
    answer: dict[str, Any] = {
        "id": document.id,
        "batch_name": item.key.batch.batch_name,
        "filename": document.filename,
        "status": status,
        "created_at": iso(document.created_at),
        "started_at": iso_if_any(item.started_at if item.begun else None),
        "completed_at": iso_if_any(item.completed_at),
    }
    if document.metadata is not None:
        answer["metadata"] = json.loads(document.metadata)
    if item.error is not None:
        reason, message = outer_reason(item.error.code), item.error.message
        answer["error"] = {"code": PROCESSING_ERROR, "reason": reason, "message": message}
    if status is DocumentStatus.SUCCEEDED:
        answer |= {name: content[name] for name in told if name in content}
    return answer


def batch_object(batch: Batch, counts: Counts, processing: int) -> dict[str, Any]:
    """A batch as answered. `counts` and `processing` (documents in work): of the same look."""
    return {
        "batch_name": batch.key.batch_name,
        "status": batch_status(batch),
        "all_done": not batch.open,
        "generation": batch.generation,
        "expires_at": iso(batch.expires_at),
        "total": batch.total,
        "queued": batch.total - counts.ended - processing,
        "processing": processing,
        "succeeded": counts.succeeded,
        "failed": counts.failed,
        "canceled": counts.canceled,
        "created_at": iso(batch.created_at),
        "started_at": iso_if_any(batch.started_at),
        "completed_at": iso_if_any(batch.completed_at),
    }


def upload_object(link: UploadLink) -> dict[str, Any]:
    """Where a document's bytes are to be sent."""
    return {"url": link.url, "fields": dict(link.fields), "expires_at": iso(link.expires_at)}


def registered_object(name: str, webhook: Webhook) -> dict[str, Any]:
    """A receiver that was just registered: the only answer that tells its secret."""
    return {"batch_name": name, "url": webhook.url, "secret": webhook.secret}


def webhook_object(batch: Batch, event: Event | None) -> dict[str, Any]:
    """A batch's receiver, if it has one, and what came of its newest event, if it has any."""
    url = None if batch.webhook is None else batch.webhook.url
    answer: dict[str, Any] = {"batch_name": batch.key.batch_name, "url": url}
    if event is not None:
        answer["last_event"] = {
            "id": event.id,
            "type": event.type,
            "generation": event.generation,
            "state": webhook_state(event),
        }
    return answer


def trial_object(
    webhook_id: str, *, delivered: bool, status: int | None, reason: Unanswered | None
) -> dict[str, Any]:
    """What came of a test. `status`: the receiver's; `reason`: why there is none."""
    answer: dict[str, Any] = {"webhook_id": webhook_id, "delivered": delivered}
    if status is not None:
        answer["response_status"] = status
    if reason is not None:
        answer["reason"] = reason
    return answer
