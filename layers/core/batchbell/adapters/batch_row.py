"""How does a batch stand in its table?

Stream filters match the beginning of `dispatch`, and `fence` and `state`: their names and words
are fixed.
"""

from typing import Any

from batchbell.adapters.attributes import Row
from batchbell.adapters.lifetimes import batch_ttl
from batchbell.adapters.row_keys import batch_key_of, batch_row_key, due_shard
from batchbell.adapters.tally_row import counts_of, counts_value, dispatch_of
from batchbell.adapters.writes import SCHEMA
from batchbell.domain.batch import (
    Batch,
    BatchState,
    Fence,
    FenceReason,
    HandOver,
    Outcome,
    Webhook,
)
from batchbell.domain.job_kind import JobKind

_RAISED = "raised#"


def batch_row(batch: Batch) -> Row:
    """The record of a batch."""
    return {
        **batch_row_key(batch.key).row(),
        "schema": SCHEMA,
        "kind": batch.kind.value,
        "total": batch.total,
        "chunks": batch.chunks,
        "spec": batch.spec,
        "created_at": batch.created_at,
        "expires_at": batch.expires_at,
        "dispatch": str(batch.dispatch),
        "dispatched_at": batch.dispatch.at,
        "fence": fence_value(batch.fence),
        "fenced_at": batch.fence and batch.fence.at,
        "generation": batch.generation,
        "closed_chunks": batch.closed_chunks,
        "webhook": webhook_value(batch.webhook),
        "metadata": batch.metadata,
        "purged_at": batch.purged_at,
        "reserved": batch.reserved,
        "hand_over": hand_over_value(batch.hand_over),
        "api": batch.api,
        "ttl": batch_ttl(batch.expires_at),
        **closing_values(batch),
    }


def closing_values(batch: Batch) -> Row:
    """What a close writes."""
    return {
        "state": batch.state.value,
        "outcome": batch.outcome and batch.outcome.value,
        "counts": batch.counts and counts_value(batch.counts),
        "started_at": batch.started_at,
        "completed_at": batch.completed_at,
        **due_values(batch, batch.next_look),
    }


def due_values(batch: Batch, next_look: int | None) -> Row:
    """What puts a batch into the due index; both absent: it is not in there."""
    due = next_look is not None
    return {"next_look": next_look, "due_shard": due_shard(batch.key) if due else None}


def fence_value(fence: Fence | None) -> str | None:
    """A fence as text."""
    return None if fence is None else _RAISED + fence.reason


def webhook_value(webhook: Webhook | None) -> dict[str, Any] | None:
    """A webhook as a map."""
    if webhook is None:
        return None
    return {
        "url": webhook.url,
        "secret": webhook.secret,
        "previous": webhook.previous,
        "previous_until": webhook.previous_until,
    }


def hand_over_value(hand_over: HandOver | None) -> dict[str, Any] | None:
    """A hand-over as a map."""
    if hand_over is None:
        return None
    return {"number": hand_over.number, "below": hand_over.below, "spec": hand_over.spec}


def batch_of(row: Row) -> Batch:
    """The batch that a record tells of."""
    return Batch(
        key=batch_key_of(row["pk"]),
        kind=JobKind(row["kind"]),
        total=row["total"],
        chunks=row["chunks"],
        spec=row["spec"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        dispatch=dispatch_of(row),
        next_look=row.get("next_look"),
        state=BatchState(row["state"]),
        outcome=Outcome(row["outcome"]) if "outcome" in row else None,
        fence=_fence_of(row),
        generation=row["generation"],
        closed_chunks=row.get("closed_chunks", frozenset()),
        started_at=row.get("started_at"),
        completed_at=row.get("completed_at"),
        counts=counts_of(row["counts"]) if "counts" in row else None,
        webhook=_webhook_of(row),
        metadata=row.get("metadata"),
        purged_at=row.get("purged_at"),
        reserved=row.get("reserved"),
        hand_over=_hand_over_of(row),
        api=row.get("api"),
    )


def _fence_of(row: Row) -> Fence | None:
    if "fence" not in row:
        return None
    return Fence(FenceReason(row["fence"].removeprefix(_RAISED)), row["fenced_at"])


def _webhook_of(row: Row) -> Webhook | None:
    if "webhook" not in row:
        return None
    webhook = row["webhook"]
    return Webhook(
        webhook["url"],
        webhook.get("secret"),
        webhook.get("previous"),
        webhook.get("previous_until"),
    )


def _hand_over_of(row: Row) -> HandOver | None:
    if "hand_over" not in row:
        return None
    hand_over = row["hand_over"]
    return HandOver(hand_over["number"], hand_over["below"], hand_over["spec"])
