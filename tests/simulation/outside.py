"""What do sites and receivers do?"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from tests.memory.hooks import Hook, atomic
from tests.memory.web import Posted

FIELD = "address"


class PageKind(StrEnum):
    """How a page answers."""

    FINE = "fine"
    GONE = "gone"
    FLAKY = "flaky"
    """Its first answer comes too late, the next are fine."""
    DEAD = "dead"
    """No answer ever comes in time."""


class Reply(StrEnum):
    """How a receiver takes a webhook."""

    OK = "ok"
    ERROR = "error"
    LOST = "lost"
    """Taken, but the answer does not arrive."""
    UNREACHABLE = "unreachable"
    GONE = "gone"


class SimulatedSite:
    """See `batchbell.ports.Fetcher` and `Distiller`. A page's Markdown is its URL, and so is the
    one value (of `FIELD`) that it holds.
    """

    def __init__(self, hook: Callable[[], Hook], pages: Mapping[str, PageKind]) -> None:
        self._hook = hook
        self._pages = pages
        self.fetched: list[str] = []
        """The URLs asked for, in order."""

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._hook()

    @atomic("fetcher.fetch")
    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """By the page's kind."""
        kind = self._pages[url]
        first = url not in self.fetched
        self.fetched.append(url)
        if kind is PageKind.GONE:
            raise PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
        if kind is PageKind.DEAD or (kind is PageKind.FLAKY and first):
            raise PageFailed(ErrorCode.SCRAPE_TIMEOUT, "It took too long.", retryable=True)
        return FetchedPage(url, 200, "text/html", url.encode())

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """Its URL."""
        url = page.body.decode()
        extracted = None if order.extract is None else Extracted(({FIELD: url},))
        return PageAnswer(distilled=DistilledPage(url), extracted=extracted)


class SimulatedReceiver:
    """See `batchbell.ports.Poster`. `replies` are given in order; after them all is well."""

    def __init__(self, hook: Callable[[], Hook]) -> None:
        self._hook = hook
        self.replies: list[Reply] = []
        self.posted: list[Posted] = []
        """What arrived."""
        self.unwell = 0
        """How often the answer was none, or not a good one."""
        self.refused = False
        """Whether it has said that it wants no more."""

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._hook()

    @atomic("poster.post")
    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """By the next reply."""
        reply = self.replies.pop(0) if self.replies else Reply.OK
        if reply is not Reply.UNREACHABLE:
            self.posted.append(Posted(url, dict(headers), body))
        if reply is Reply.OK:
            return WebhookAnswer(200)
        self.unwell += 1
        if reply in (Reply.LOST, Reply.UNREACHABLE):
            raise WebhookUnanswered(Unanswered.TIMEOUT)
        self.refused = self.refused or reply is Reply.GONE
        return WebhookAnswer(410 if reply is Reply.GONE else 500)
