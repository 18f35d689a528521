"""What is a batch, and what can it come to?"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from batchbell.domain.identifiers import BatchKey, ItemKey, chunk_length
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch

REMEMBERED_MS = 365 * 24 * 3_600_000  # Pages API contract, "Batches": 410 for a year, then 404
"""How long an expired batch is remembered, to answer that it has expired."""

GROWS_MS = 30 * 24 * 3_600_000  # Documents API contract, "Rules"
"""How long after its first document a batch takes others."""


class BatchState(StrEnum):
    """Open: something may still end. Closed: everything has, and an event says so."""

    OPEN = "open"
    CLOSED = "closed"


class Outcome(StrEnum):
    """What a closed batch came to."""

    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"


class FenceReason(StrEnum):
    """Why nothing more may start: a caller canceled, or the input list cannot be read."""

    CANCEL = "cancel"
    FATAL = "fatal"


@dataclass(frozen=True, slots=True)
class Fence:
    """Once raised it stays: no item of the batch starts any more. `at` is epoch milliseconds."""

    reason: FenceReason
    at: int


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where a batch's events go. The secret signs them; it is never logged.

    `previous`: a secret that this one has replaced; it signs along until `previous_until` (epoch
    ms).
    """

    url: str
    secret: str | None = field(default=None, repr=False)
    previous: str | None = field(default=None, repr=False)
    previous_until: int | None = None


@dataclass(frozen=True, slots=True)
class HandOver:
    """Documents on their way to the workers: those uploaded whose index is `below`, with the fields
    of `spec`. Whoever finds it on a batch may finish it.
    """

    number: int
    below: int
    spec: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One batch's record. Times are epoch milliseconds; `metadata` is the caller's JSON text."""

    key: BatchKey
    kind: JobKind
    total: int
    chunks: int
    spec: str
    """Its input list's fingerprint; empty where documents have specs of their own."""
    created_at: int
    expires_at: int
    dispatch: Dispatch
    next_look: int | None
    state: BatchState = BatchState.OPEN
    outcome: Outcome | None = None
    fence: Fence | None = None
    generation: int = 1
    closed_chunks: frozenset[int] = field(default_factory=frozenset)
    started_at: int | None = None
    completed_at: int | None = None
    counts: Counts | None = None
    webhook: Webhook | None = None
    metadata: str | None = None
    purged_at: int | None = None
    reserved: int | None = None
    """Credits that were set aside for it when it was submitted; None: its tenant has no budget."""
    hand_over: HandOver | None = None
    """One that has begun and is not through: its documents, or its dispatch, are still to come."""
    api: str | None = None
    """Under which address its caller reached the API: what links in its events begin with."""

    @property
    def parts_until(self) -> int:
        """Until when its parts are kept at least (epoch ms): later documents prolong it."""
        return self.expires_at + (GROWS_MS if self.kind.grows else 0)

    @property
    def open(self) -> bool:
        """Whether it still waits for items."""
        return self.state is BatchState.OPEN

    @property
    def takes_work(self) -> bool:
        """Whether items may start."""
        return self.open and self.fence is None

    def holds(self, item: ItemKey) -> bool:
        """Whether it has such an item: a message may name any."""
        return (
            item.batch == self.key
            and item.chunk in range(self.chunks)
            and item.position in range(chunk_length(self.total, item.chunk))
        )

    @property
    def all_chunks_closed(self) -> bool:
        """Whether every chunk is proved."""
        return len(self.closed_chunks) == self.chunks

    def cancel_promised(self, large_batch: int) -> bool:
        """Whether a cancel was answered at the fence: above `large_batch` items."""
        fence = self.fence
        return fence is not None and fence.reason is FenceReason.CANCEL and self.total > large_batch

    def forgotten(self, now: int) -> bool:
        """Whether it is as if it had never been: a year after it expired (contract, "Batches")."""
        return now >= self.expires_at + REMEMBERED_MS

    def gone(self, now: int) -> bool:
        """Whether it answers no more: expired, or erased at its owner's wish."""
        return now >= self.expires_at or self.purged_at is not None

    def evolve(self, **changes: object) -> "Batch":
        """The same batch, changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # replace() checks names at run time


def closing_outcome(batch: Batch, counts: Counts) -> Outcome:
    """The outcome once all items have ended: one bad page never fails a batch of pages; documents
    fail it when none succeeded (Documents API contract, "States and times").
    """
    if batch.kind.grows:
        return _by_counts(counts)
    return _by_fence(batch.fence)


def _by_counts(counts: Counts) -> Outcome:
    if counts.succeeded:
        return Outcome.COMPLETED
    return Outcome.FAILED if counts.failed else Outcome.CANCELED


def _by_fence(fence: Fence | None) -> Outcome:
    if fence is None:
        return Outcome.COMPLETED
    return Outcome.CANCELED if fence.reason is FenceReason.CANCEL else Outcome.FAILED
