"""What does the protocol of the close run on?"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from batchbell.domain.job_kind import JobKind
from batchbell.domain.retry import PageRetry, WebhookRetry
from batchbell.ports.budgets import Money
from batchbell.ports.contents import Results, Specs
from batchbell.ports.records import Batches, Events, Items, Tallies
from batchbell.ports.slots import Slots
from batchbell.ports.tenants import Allowances

A = TypeVar("A")
R = TypeVar("R")


class Each(Protocol):
    """Does independent calls for several arguments, one after another or side by side."""

    def __call__(self, function: Callable[[A], R], arguments: Iterable[A], /) -> list[R]:
        """The results, in order. The first error is raised once all have ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The deployment's numbers. Times are milliseconds."""

    lease_ms: int
    """How long an attempt owns its page: longer than the worker function may run."""
    document_lease_ms: int
    """The same for a document."""
    document_timeout_ms: int
    """How long an engine may take for one."""
    page_retry: PageRetry
    page_margin_ms: int
    """What a page leaves of the worker function's time, for the writes after it."""
    distill_timeout_ms: int
    model_timeout_ms: int
    webhook_retry: WebhookRetry
    webhook_timeout_ms: int
    webhook_margin_ms: int
    """Beyond the timeout, before a delivery without an outcome counts as lost."""
    breaker_pause_ms: int
    throttled_ms: int
    """Until a message comes again whose claim was not taken: the SDK has tried again by itself."""
    unreadable_ms: int
    """Until a message comes again that cannot be read."""
    closed_look_ms: int
    """Between two looks at a closed batch whose event waits."""
    sweep_margin_ms: int
    """What must be left of the sweeper's time for it to begin with another batch."""
    large_batch: int = 5_000
    """Above this many items a cancel answers after the fence (contract, "Cancel")."""

    @property
    def document_retry(self) -> PageRetry:
        """The same for documents, one attempt at which may outlast all of a page's."""
        deadline_ms = self.page_retry.max_attempts * self.document_lease_ms
        return replace(self.page_retry, deadline_ms=deadline_ms)

    def lease_of(self, kind: JobKind) -> int:
        """How long an attempt owns an item of such a batch."""
        return self.document_lease_ms if kind.grows else self.lease_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """All that the protocol of the close reads and writes."""

    batches: Batches
    tallies: Tallies
    items: Items
    events: Events
    specs: Specs
    results: Results
    slots: Slots
    allowances: Allowances
    money: Money
    limits: Limits
    now: Callable[[], int]
    each: Each
