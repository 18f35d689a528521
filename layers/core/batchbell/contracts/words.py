"""Which words do batches and items answer with?

The only place where the words of the Pages API are chosen; its sets are closed (docs/pages-api.md).
"""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Literal

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.item import Item, ItemState


class JobStatus(StrEnum):
    """The states of a job."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


class RowStatus(StrEnum):
    """The states of a row."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


RowCode = Literal[
    ErrorCode.INVALID_URL,
    ErrorCode.SCRAPE_TIMEOUT,
    ErrorCode.SCRAPE_SSL_ERROR,
    ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR,
    ErrorCode.SCRAPE_SITE_ERROR,
    ErrorCode.SCRAPE_EMPTY_CONTENT,
    ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
    ErrorCode.SCRAPE_TARGET_FORBIDDEN,
    ErrorCode.SCRAPE_TARGET_NOT_FOUND,
    ErrorCode.SCRAPE_UNSUPPORTED_FILE,
    ErrorCode.SCRAPE_TARGET_RATE_LIMITED,
    ErrorCode.SCRAPE_SERVICE_FAILED,
    ErrorCode.DISTILL_FAILED,
    ErrorCode.EXTRACT_FAILED,
    ErrorCode.AI_EXTRACTION_FAILED,
    ErrorCode.AI_SERVICE_UNAVAILABLE,
    ErrorCode.AI_TIMEOUT,
    ErrorCode.INTERNAL_ERROR,
]
"""The codes that a row may fail with."""

_OUTCOMES = {
    Outcome.COMPLETED: JobStatus.COMPLETED,
    Outcome.FAILED: JobStatus.FAILED,
    Outcome.CANCELED: JobStatus.CANCELLED,
}
_ROWS = {
    ItemState.PROCESSING: RowStatus.PROCESSING,
    ItemState.SUCCEEDED: RowStatus.SUCCEEDED,
    ItemState.FAILED: RowStatus.FAILED,
    ItemState.CANCELED: RowStatus.PENDING,
}


def job_status(batch: Batch, large_batch: int) -> JobStatus:
    """The word for a batch as recorded; nothing is derived from counts.

    A canceled batch of more than `large_batch` items is CANCELLED from the fence on: its close can
    say nothing else (contract, "Cancel").
    """
    if batch.outcome is not None:
        return _OUTCOMES[batch.outcome]
    if batch.cancel_promised(large_batch):
        return JobStatus.CANCELLED
    return JobStatus.PENDING if batch.started_at is None else JobStatus.PROCESSING


def row_status(item: Item | None) -> RowStatus:
    """The word for an item; one without a record waits. A canceled one stays listed as PENDING."""
    return RowStatus.PENDING if item is None else _ROWS[item.state]


def iso(at: int) -> str:
    """A time (epoch ms) as answered: ISO 8601 in UTC, whole seconds."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def iso_if_any(at: int | None) -> str | None:
    """A time as answered that may not have come yet."""
    return None if at is None else iso(at)
