"""Which ways lead to pages and to receivers?"""

from collections.abc import Mapping
from typing import Protocol

from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.webhook_answer import WebhookAnswer


class Fetcher(Protocol):
    """The way to a page."""

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """Fetch a page within the time. Raises `PageFailed`."""


class Distiller(Protocol):
    """The way from a page to Markdown, or to rows."""

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """All that is ordered, within the time. Raises `PageFailed` for the whole of it."""


class Poster(Protocol):
    """The way to a receiver of webhooks."""

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """Send once, within the time. Raises `WebhookUnanswered`."""
