"""How does a submission become a batch?

The input list first, the batch record last: a crash in between leaves nothing that anybody can see,
and a crash after it leaves a batch that its own stream record sets going.
"""

from dataclasses import dataclass, field

from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import (
    ASYNC_ID_PREFIX,
    BATCH_ID_PREFIX,
    chunk_count,
    job_id_for,
    pages_key,
)
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase
from batchbell.ports import Store
from batchbell.usecases.charge import create_batch
from batchbell.usecases.read_spec import PagesSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesSubmission:
    """A validated submission. `fingerprint` is that of the canonical request body."""

    tenant: str
    kind: JobKind
    fingerprint: str
    spec: PagesSpec
    retention_ms: int
    idempotency_key: str = field(repr=False)
    """The caller's, or a fresh random one when the caller gave none."""
    webhook: Webhook | None = None
    metadata: str | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    """The batch that the submission made, or found again."""

    batch: Batch
    replayed: bool


def submit_pages(store: Store, submission: PagesSubmission) -> Submitted:
    """Store the batch, or find the one that the same submission made before.

    Raises `CallerError`: 409 when the Idempotency-Key was used for another body, 410 when its job
    is gone, 402 when it may cost more than is available.
    """
    batch = _new_batch(store, submission)
    existing = store.batches.read(batch.key)
    if existing is None:
        store.specs.put(
            batch.key, batch.spec, submission.spec.as_body(), keep_until=batch.expires_at
        )
        most_credits = submission.spec.task.most_credits(batch.total)
        if create_batch(store, store.money, batch, most_credits):
            return Submitted(batch, replayed=False)
        existing = store.batches.read(batch.key)
    return _replay(store, batch, existing)


def _replay(store: Store, batch: Batch, existing: Batch | None) -> Submitted:
    if existing is None or existing.gone(store.now()):
        raise CallerError(
            ErrorCode.JOB_EXPIRED,
            "The job of this Idempotency-Key has expired. Take a new key to submit again.",
        )
    if existing.spec != batch.spec:
        raise CallerError(
            ErrorCode.IDEMPOTENCY_CONFLICT,
            "This Idempotency-Key was used with another body. Take a new key for a new submission.",
        )
    return Submitted(existing, replayed=True)


def _new_batch(store: Store, submission: PagesSubmission) -> Batch:
    now = store.now()
    total = len(submission.spec.urls)
    kind = submission.kind
    prefix = BATCH_ID_PREFIX if kind.takes_slot else ASYNC_ID_PREFIX
    job_id = job_id_for(submission.tenant, kind.route, submission.idempotency_key, prefix)
    return Batch(
        key=pages_key(submission.tenant, job_id),
        kind=submission.kind,
        total=total,
        chunks=chunk_count(total),
        spec=submission.fingerprint,
        created_at=now,
        expires_at=now + submission.retention_ms,
        dispatch=Dispatch(Phase.WANTED, 1, now),
        next_look=now + store.limits.lease_ms,
        webhook=submission.webhook,
        metadata=submission.metadata,
    )
