"""What does a webhook say?

Source: Pages API contract, "Webhook": small, no results; `metadata` is absent when the submission
had none. The shape is described in `answer_models`.
"""

import json

from batchbell.contracts.words import iso, iso_if_any, job_status
from batchbell.domain.batch import Batch


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
