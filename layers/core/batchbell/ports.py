"""What do the use cases need from outside?

Each method is one atomic call: a crash falls between two of them, never within one. Reads are
strongly
consistent unless they say otherwise. Every method may raise `Unavailable`: a write that does so
may have
happened, and its condition makes repeating it harmless. Times are epoch milliseconds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from batchbell.domain.batch import Batch, Fence
from batchbell.domain.event import Attempt, Event, Verdict
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Endings, Item
from batchbell.domain.keys import ApiKey
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.retry import PageRetry, WebhookRetry
from batchbell.domain.tally import Summary, Tally
from batchbell.domain.webhook_answer import WebhookAnswer


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to a claim: `item` is the record after it, or the one that refused it."""

    mine: bool
    item: Item | None


class Batches(Protocol):
    """Batch records."""

    def create(self, batch: Batch) -> bool:
        """Write a new record. False: one with this key exists, and nothing changed."""

    def read(self, key: BatchKey) -> Batch | None:
        """The record, or None."""

    def mark_sent(self, key: BatchKey, number: int, at: int) -> bool:
        """`wanted#number` becomes `sent#number`. False: it is something else by now."""

    def mark_started(self, key: BatchKey, at: int) -> None:
        """Record the earliest start of an open batch; a later one changes nothing."""

    def raise_fence(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence of an open batch. False: closed, gone, or raised before."""

    def close(self, seen: Batch, closed: Batch, event: Event) -> bool:
        """Close the generation and put its event, in one transaction.

        Conditional on: open, every chunk closed, and generation, total, fence and `started_at` as
        in `seen`.
        """

    def look_again(self, key: BatchKey, at: int) -> None:
        """Set when the sweeper looks at a batch that is in the due index; one that has left
        stays out.
        """

    def leave_due(self, seen: Batch) -> bool:
        """Take a closed batch out of the due index.

        Conditional on closed, and on generation, webhook and `purged_at` as in `seen`: a batch
        whose
        erasure began meanwhile stays until it is done.
        """

    def mark_purged(self, key: BatchKey, at: int) -> bool:
        """A closed batch answers no more, from now on, and is due until its content is erased.

        False: it is open, or there is none. A repeat keeps the first time.
        """

    def due(self, now: int, limit: int) -> list[BatchKey]:
        """Batches whose `next_look` has come, oldest first. From an index: late and unproved."""


class Tallies(Protocol):
    """Tally records, one a chunk."""

    def put(self, key: BatchKey, tally: Tally) -> bool:
        """Make a chunk's tally if it is absent. False: it is there, and nothing changed."""

    def read(self, key: BatchKey, chunk: int) -> Tally | None:
        """One tally, or None."""

    def read_all(self, key: BatchKey) -> dict[int, Tally]:
        """Every tally of a batch, by chunk."""

    def mark_sent(self, key: BatchKey, seen: Tally, number: int, at: int) -> bool:
        """The dispatch as in `seen` becomes `sent#number`. False: it is something else by now."""

    def fold(self, key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        """Unite positions with the sets. -> the tally after it; None: no such tally, or a newer
        generation.
        """

    def close_chunk(self, key: BatchKey, seen: Tally, summary: Summary) -> bool:
        """Write the summary and add the chunk to `closed_chunks`, in one transaction.

        Conditional on `expected` and generation as in `seen`.
        """


class Items(Protocol):
    """Item records."""

    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt on an item that is absent, or whose lease is over with attempts left."""

    def finish(self, item: Item, ending: Ending) -> bool:
        """Record how the attempt of `item` ended. False: it is no longer that attempt's to end."""

    def postpone(self, item: Item, until: int) -> bool:
        """Keep the attempt's item processing until its next attempt. False: as in `finish`."""

    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """End an item whose last allowed attempt died."""

    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """End an item that has not ended, with or without a record. False: it had ended."""

    def read(self, key: ItemKey) -> Item | None:
        """One item, or None."""

    def read_chunk(self, key: BatchKey, chunk: int) -> dict[int, Item]:
        """Every item record of a chunk, by position."""


class Events(Protocol):
    """Event records."""

    def read(self, key: BatchKey, generation: int) -> Event | None:
        """One event, or None."""

    def read_all(self, key: BatchKey) -> list[Event]:
        """Every event of a batch, oldest generation first."""

    def record_verdict(self, event: Event, verdict: Verdict) -> bool:
        """End what is owed. False: it had ended."""

    def record_no_receiver(self, event: Event) -> bool:
        """End what is owed to nobody, in one transaction with the check that the batch has no
        webhook.
        """


class Specs(Protocol):
    """What a batch was asked to do; immutable, named by its fingerprint."""

    def put(
        self, key: BatchKey, fingerprint: str, body: Mapping[str, Any], keep_until: int
    ) -> None:
        """Store if absent. The same fingerprint is the same body."""

    def get(self, key: BatchKey, fingerprint: str) -> Mapping[str, Any]:
        """The body. Raises `SpecMissing` when it is gone or cannot be decoded."""

    def erase(self, key: BatchKey, fingerprint: str) -> None:
        """Forget it."""


class Results(Protocol):
    """What items came to."""

    def put(self, item: Item, content: Mapping[str, Any], keep_until: int) -> None:
        """Store the content under the item's generation and attempt."""

    def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        """The contents named by the items; one that is gone is left out."""

    def erase(self, key: BatchKey, chunks: int) -> None:
        """Forget every result of a batch."""


@dataclass(frozen=True, slots=True)
class PageMessage:
    """The order to work on one item."""

    item: ItemKey


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """The order to deliver one event."""

    key: BatchKey
    generation: int


class PageQueue(Protocol):
    """The queue of items to work on: at least once, in any order."""

    def send(self, messages: Sequence[PageMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""


class WebhookQueue(Protocol):
    """The queue of events to deliver: at least once, in any order."""

    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""


class Deliveries(Protocol):
    """Attempts to deliver events, and the breaker per tenant, host and port."""

    def attempts(self, event: Event) -> list[Attempt]:
        """Every attempt of an event, first to last."""

    def claim(self, event: Event, attempt: Attempt, keep_until: int) -> bool:
        """Begin an attempt. False: somebody else has begun it."""

    def finish(self, event: Event, attempt: Attempt) -> None:
        """Record how an attempt ended."""

    def may_dial(self, tenant: str, address: str, now: int, pause_ms: int) -> int | None:
        """None: dial. Else the time (epoch ms) until which the address is left alone.

        When a pause is over, one caller is let through and the pause begins anew for the others.
        """

    def report_dial(
        self, tenant: str, address: str, now: int, pause_ms: int, *, timed_out: bool
    ) -> None:
        """Count timeouts in a row: the third begins a pause; any answer ends all."""


class Keys(Protocol):
    """API keys."""

    def read(self, key_hash: str) -> ApiKey | None:
        """The key with this hash, or None."""

    def create(self, key: ApiKey) -> None:
        """Store a new key."""

    def revoke(self, key_hash: str) -> bool:
        """From now on it opens nothing. False: no such key."""

    def list(self, tenant: str | None) -> list[ApiKey]:
        """Every key, or a tenant's. Eventually consistent."""


class Fetcher(Protocol):
    """The way to a page."""

    def fetch(self, url: str, *, timeout_ms: int, accept_language: str) -> FetchedPage:
        """Fetch a page within the time. Raises `PageFailed`."""


class Distiller(Protocol):
    """The way from a page to Markdown."""

    def distill(self, page: FetchedPage, *, timeout_ms: int) -> DistilledPage:
        """Distill a page within the time. Raises `PageFailed`."""


class Poster(Protocol):
    """The way to a receiver of webhooks."""

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """Send once, within the time. Raises `WebhookUnanswered`."""


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
    """How long an attempt owns its item: longer than the worker function may run."""
    page_retry: PageRetry
    webhook_retry: WebhookRetry
    webhook_timeout_ms: int
    breaker_pause_ms: int
    distill_timeout_ms: int
    large_batch: int = 5_000
    """Above this many items a cancel answers after the fence (contract, "Cancel")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """All that the protocol of the close reads and writes."""

    batches: Batches
    tallies: Tallies
    items: Items
    events: Events
    specs: Specs
    results: Results
    limits: Limits
    now: Callable[[], int]
    each: Each
