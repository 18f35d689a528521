"""Which shapes do answers and webhooks have, for the document that describes them?

Source: Pages API contract, "Endpoints", "Batches" and "Webhook". No function loads this: answers
are built as plain dicts in `pages_answers`, `async_answers` and `webhook_events`, and tests hold
each against its model. What is made of a page: see `content_models`.
"""

from typing import Any, Literal

from pydantic import Field

from batchbell.contracts.async_answers import AsyncStatus
from batchbell.contracts.content_models import (
    AnswerModel,
    PageMetadataObject,
    Pieces,
    Rows,
    Time,
)
from batchbell.contracts.words import JobStatus, RowCode, RowStatus


class JobObject(AnswerModel):
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


class RowErrorObject(AnswerModel):
    """Why a row failed."""

    code: RowCode
    message: str


class _Row(AnswerModel):
    """A row, its content aside."""

    index: int = Field(description="Its place in the submitted list, from 0.")
    url: str
    status: RowStatus
    success: bool | None = Field(None, description="Whether it succeeded, once it has ended.")
    metadata: PageMetadataObject | None = None
    content_url: str | None = Field(
        None, description="Where the content is, when it did not fit into the answer."
    )
    error: RowErrorObject | None = None
    canceled: bool | None = Field(
        None, description="True when the job was cancelled before this row ended."
    )


class RowObject(Pieces, _Row):
    """A row: one of the submitted URLs. What does not apply to its status is absent."""


class ExtractedRowObject(Rows, _Row):
    """A row of a job that extracts: one of the submitted URLs, whose own rows are in `data`."""


class _Results(JobObject):
    """A job with its rows, which are not named yet."""

    next_page: int | None = Field(
        None,
        description="There when not even rows without content fitted:"
        " go on with ?page=, and without pageSize.",
    )


class JobWithResults(_Results):
    """A job with its rows, in the order of the submitted list."""

    results: list[RowObject]


class JobWithExtractedResults(_Results):
    """A job that extracts with its rows, in the order of the submitted list."""

    results: list[ExtractedRowObject]


class EndedJobObject(AnswerModel):
    """What a DELETE answers."""

    id: str
    status: JobStatus


class _AsyncJob(AnswerModel):
    """A job of one URL, what it came to aside."""

    id: str
    status: AsyncStatus
    url: str
    created_at: Time
    started_at: Time | None
    completed_at: Time | None
    credits_used: int
    error: RowErrorObject | None = Field(None, description="When it has failed.")
    metadata: PageMetadataObject | None = Field(None, description="When it has completed.")


class AsyncDistillObject(Pieces, _AsyncJob):
    """A job of one URL; once completed, with what the synchronous call would have answered."""


class AsyncExtractObject(Rows, _AsyncJob):
    """A job of one URL; once completed, with its rows in `data`."""


class BatchCompleted(AnswerModel):
    """A job has finished, whatever came of it."""

    id: str = Field(description="The job's id.")
    job_type: Literal["batch_distill", "batch_extract"]
    status: Literal[JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED]
    total: int
    completed: int = Field(description="Rows that succeeded.")
    failed: int
    credits_used: int
    created_at: Time
    completed_at: Time | None
    metadata: dict[str, Any] | None = None
