"""What does the Pages API answer?

Source: Pages API contract, "Batches". Keys that were not asked for are left out, not null.
"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from batchbell.contracts.wire import Time, WireModel
from batchbell.contracts.words import (
    JobStatus,
    RowCode,
    RowStatus,
    iso,
    iso_if_any,
    job_status,
    row_status,
)
from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item, ItemState
from batchbell.domain.tally import Counts


class JobObject(WireModel):
    """A job. `metadata` is the caller's own, absent when not given."""

    id: str
    status: JobStatus
    total: int
    completed: int = Field(description="Rows that succeeded.")
    failed: int
    credits_used: int
    created_at: Time
    started_at: Time | None
    completed_at: Time | None = Field(
        description="When the last row ended, canceled ones included."
    )
    expires_at: Time = Field(description="From then on the job answers 410.")
    metadata: dict[str, Any] | None = None


class PageMetadataObject(WireModel):
    """What a page says about itself; null where it says nothing."""

    title: str | None
    description: str | None
    language: str | None
    author: str | None
    published_date: str | None
    image: str | None
    source_url_too: str = Field(alias="sourceURL")
    source_url: str
    status_code: int
    content_length: int = Field(description="Characters of Markdown.")


class RowErrorObject(WireModel):
    """Why a row failed."""

    code: RowCode
    message: str


class RowObject(WireModel):
    """A row: one of the submitted URLs. What does not apply to its status is absent."""

    index: int = Field(description="Its place in the submitted list, from 0.")
    url: str
    status: RowStatus
    success: bool | None = Field(None, description="Whether it succeeded, once it has ended.")
    markdown: str | None = None
    metadata: PageMetadataObject | None = None
    content_url: str | None = Field(
        None, description="Where the content is, when it did not fit into the answer."
    )
    error: RowErrorObject | None = None
    canceled: bool | None = Field(
        None, description="True when the job was cancelled before this row ended."
    )


class JobWithResults(JobObject):
    """A job with its rows, in the order of the submitted list."""

    results: list[RowObject]
    next_page: int | None = Field(
        None,
        description="There when not even rows without content fitted:"
        " go on with ?page=, and without pageSize.",
    )


class EndedJobObject(WireModel):
    """What a DELETE answers."""

    id: str
    status: JobStatus


def job_object(batch: Batch, counts: Counts, large_batch: int) -> dict[str, Any]:
    """A job as answered. `large_batch`: see `job_status`."""
    job = JobObject(
        id=batch.key.job_id,
        status=job_status(batch, large_batch),
        total=batch.total,
        completed=counts.succeeded,
        failed=counts.failed,
        credits_used=counts.credits,
        created_at=iso(batch.created_at),
        started_at=iso_if_any(batch.started_at),
        completed_at=iso_if_any(batch.completed_at),
        expires_at=iso(batch.expires_at),
        metadata=json.loads(batch.metadata) if batch.metadata else None,
    )
    absent = {"metadata"} if batch.metadata is None else None
    return job.model_dump(by_alias=True, exclude=absent)


def row_object(
    index: int,
    url: str,
    item: Item | None,
    contents: Mapping[ItemKey, Mapping[str, Any]],
    row_address: str,
) -> dict[str, Any]:
    """A row as answered: `row_address` is where a content that is not in `contents` can be read."""
    row: dict[str, Any] = {"index": index, "url": url, "status": row_status(item)}
    if item is None or item.state is ItemState.PROCESSING:
        return row
    if item.state is ItemState.CANCELED:
        return {**row, "canceled": True}
    row["success"] = item.state is ItemState.SUCCEEDED
    if item.error is not None:
        return {**row, "error": {"code": item.error.code, "message": item.error.message}}
    return {**row, **contents.get(item.key, {"contentUrl": row_address})}
