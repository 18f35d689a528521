"""Which ways lead to pages and to receivers?"""

from collections.abc import Mapping
from typing import Protocol

from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions, FetchOptions
from batchbell.domain.webhook_answer import WebhookAnswer


class Fetcher(Protocol):
    """The way to a page."""

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """Fetch a page within the time. Raises `PageFailed`."""


class Distiller(Protocol):
    """The way from a page to Markdown."""

    def distill(
        self, page: FetchedPage, options: DistillOptions, *, timeout_ms: int
    ) -> DistilledPage:
        """Distill a page within the time. Raises `PageFailed`."""


class Poster(Protocol):
    """The way to a receiver of webhooks."""

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """Send once, within the time. Raises `WebhookUnanswered`."""
