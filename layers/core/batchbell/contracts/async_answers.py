"""What is answered about a job of one URL, and what of a page that a caller waited for?

Source: Pages API contract, "Endpoints": lower-case states; once completed, the fields that the
synchronous call answers; a URL that failed is `failed` with its error.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from batchbell.contracts.words import iso, iso_if_any
from batchbell.domain.batch import Batch
from batchbell.domain.item import Item, ItemState


class AsyncStatus(StrEnum):
    """The states of a job of one URL."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


def async_object(
    batch: Batch, url: str, item: Item | None, content: Mapping[str, Any]
) -> dict[str, Any]:
    """A job of one URL as answered. `content`: of its page, once that has succeeded."""
    job: dict[str, Any] = {
        "id": batch.key.job_id,
        "status": async_status(batch, item),
        "url": url,
        "createdAt": iso(batch.created_at),
        "startedAt": iso_if_any(batch.started_at),
        "completedAt": iso_if_any(batch.completed_at),
        "creditsUsed": batch.counts.credits if batch.counts is not None else 0,
    }
    if batch.open or item is None:
        return job
    if item.error is not None:
        return {**job, "error": {"code": item.error.code, "message": item.error.message}}
    return {**job, **content}


def async_status(batch: Batch, item: Item | None) -> AsyncStatus:
    """The word for a job of one URL: it has ended when its batch has."""
    if batch.open:
        return AsyncStatus.PENDING if batch.started_at is None else AsyncStatus.PROCESSING
    succeeded = item is not None and item.state is ItemState.SUCCEEDED
    return AsyncStatus.COMPLETED if succeeded else AsyncStatus.FAILED
