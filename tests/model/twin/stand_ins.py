"""How do the ports in memory come to what a setting says of each attempt?

Which attempt an actor has claimed is remembered: the site and the receiver answer by its number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from batchbell.domain.codes import DocumentReason, ErrorCode
from batchbell.domain.document import DocumentFields, DocumentRead
from batchbell.domain.errors import DocumentFailed, PageFailed, Unavailable
from batchbell.domain.event import Attempt, Event
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.webhook_answer import WebhookAnswer
from batchbell.ports import Claim
from tests.memory.deliveries import MemoryDeliveries
from tests.memory.hooks import Hook, atomic
from tests.memory.items import MemoryItems
from tests.memory.records import Records
from tests.model.records import POSTPONED, SUCCEEDED
from tests.model.setting import Setting
from tests.model.twin.receivers import receiver_at
from tests.simulation.actors import Actor, Stage

LONG_PAST = 0


@dataclass
class Attempts:
    """Which attempt each actor is at, and when items started, in order."""

    stage: Stage
    claimed: dict[Actor | None, int] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)

    def claim(self, number: int) -> None:
        """The actor that runs now has claimed it."""
        self.claimed[self.stage.current()] = number

    @property
    def number(self) -> int:
        """Of the actor that runs now."""
        return self.claimed[self.stage.current()]


class Items(MemoryItems):
    """Remembers claims."""

    def __init__(self, records: Records, attempts: Attempts) -> None:
        super().__init__(records)
        self._attempts = attempts

    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """As ever."""
        return self._noted(super().claim(key, now, lease_until, max_attempts), now)

    def claim_queued(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """As ever."""
        return self._noted(super().claim_queued(key, now, lease_until, max_attempts), now)

    def _noted(self, claim: Claim, now: int) -> Claim:
        if claim.mine and claim.item:
            self._attempts.claim(claim.item.attempt)
            if claim.item.started_at == now:
                self._attempts.starts.append(now)
        return claim


class Deliveries(MemoryDeliveries):
    """Remembers claims."""

    def __init__(self, records: Records, attempts: Attempts) -> None:
        super().__init__(records)
        self._noted = attempts

    def claim(self, event: Event, attempt: Attempt, keep_until: int) -> bool:
        """As ever."""
        self._noted.claim(attempt.number - event.attempts_before)
        return super().claim(event, attempt, keep_until)

    def end(self, event: Event) -> None:
        """The last attempt's time, or its wait for the next, is over."""
        attempts = self._of(event)
        last = attempts[max(attempts)]
        if last.finished_at is None:
            attempts[last.number] = replace(last, claimed_at=LONG_PAST)
        else:
            attempts[last.number] = replace(last, next_at=LONG_PAST)

    def put_off(self, event: Event, by_ms: int) -> None:
        """All of it happens so much later."""
        for number, attempt in self._of(event).items():
            next_at = None if attempt.next_at is None else attempt.next_at + by_ms
            began = attempt.claimed_at and attempt.claimed_at + by_ms
            self._of(event)[number] = replace(attempt, claimed_at=began, next_at=next_at)


@dataclass
class Site:
    """The fetcher."""

    setting: Setting
    attempts: Attempts

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """What the setting says of this attempt."""
        outcome = self.setting.outcome_of(self.attempts.number)
        if outcome == SUCCEEDED:
            return FetchedPage(url, 200, "text/html", b"page")
        code, again = ErrorCode.SCRAPE_SITE_ERROR, outcome == POSTPONED
        raise PageFailed(code, "The site failed.", retryable=again)


@dataclass
class Engine:
    """Reads documents."""

    setting: Setting
    attempts: Attempts

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """What the setting says of this attempt."""
        outcome = self.setting.outcome_of(self.attempts.number)
        if outcome == SUCCEEDED:
            return DocumentRead(pages=1, rows=({"text": "read"},))
        if outcome == POSTPONED:
            raise Unavailable("The engine is not there.")
        raise DocumentFailed(DocumentReason.CORRUPT_FILE, "It is damaged.")


class Plain:
    """The distiller."""

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """The page as it is."""
        return PageAnswer(distilled=DistilledPage(page.body.decode()))


@dataclass
class Receiver:
    """The poster. What goes out is a call like any other here, since somebody may die before it."""

    setting: Setting
    attempts: Attempts
    records: Records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self.records.hook

    @atomic("poster.post")
    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """What the setting says of this attempt."""
        refuses = receiver_at(url) == self.setting.refusing
        taken = self.setting.receiver[self.attempts.number - 1] and not refuses
        return WebhookAnswer(200 if taken else 500)
