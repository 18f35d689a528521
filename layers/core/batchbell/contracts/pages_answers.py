"""What does the Pages API answer?

Source: Pages API contract, "Batches". Keys that were not asked for are left out, not null. The
shapes are described in `answer_models`.
"""

import json
from collections.abc import Mapping
from typing import Any

from batchbell.contracts.words import iso, iso_if_any, job_status, row_status
from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item, ItemState
from batchbell.domain.tally import Counts


def job_object(batch: Batch, counts: Counts, large_batch: int) -> dict[str, Any]:
    """A job as answered. `large_batch`: see `job_status`."""
    job: dict[str, Any] = {
        "id": batch.key.job_id,
        "status": job_status(batch, large_batch),
        "total": batch.total,
        "completed": counts.succeeded,
        "failed": counts.failed,
        "creditsUsed": counts.credits,
        "createdAt": iso(batch.created_at),
        "startedAt": iso_if_any(batch.started_at),
        "completedAt": iso_if_any(batch.completed_at),
        "expiresAt": iso(batch.expires_at),
    }
    if batch.metadata is not None:
        job["metadata"] = json.loads(batch.metadata)
    return job


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
