"""What does a webhook say?

Source: Pages API contract, "Webhook": small, no results; `metadata` is absent when the submission
had none.
"""

import json
from typing import Any, Literal

from pydantic import Field

from batchbell.contracts.wire import Time, WireModel
from batchbell.contracts.words import JobStatus, iso, iso_if_any, job_status
from batchbell.domain.batch import Batch


class BatchCompleted(WireModel):
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
