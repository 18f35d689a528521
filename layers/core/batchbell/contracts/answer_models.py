"""Which shapes do answers and webhooks have, for the document that describes them?

Source: Pages API contract, "Batches" and "Webhook". No function loads this: answers are built as
plain dicts in `pages_answers` and `webhook_events`, and tests hold each against its model.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from batchbell.contracts.words import JobStatus, RowCode, RowStatus

Time = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
"""ISO 8601 in UTC, whole seconds."""


class _Answer(BaseModel):
    """A shape of the Pages API: camelCase outside, our own spelling inside."""

    model_config = ConfigDict(alias_generator=to_camel, hide_input_in_errors=True)


class JobObject(_Answer):
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


class PageMetadataObject(_Answer):
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


class RowErrorObject(_Answer):
    """Why a row failed."""

    code: RowCode
    message: str


class RowObject(_Answer):
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


class EndedJobObject(_Answer):
    """What a DELETE answers."""

    id: str
    status: JobStatus


class BatchCompleted(_Answer):
    """A job has finished, whatever came of it."""

    id: str = Field(description="The job's id.")
    job_type: Literal["batch_distill"]
    status: Literal[JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED]
    total: int
    completed: int = Field(description="Rows that succeeded.")
    failed: int
    credits_used: int
    created_at: Time
    completed_at: Time | None
    metadata: dict[str, Any] | None = None
