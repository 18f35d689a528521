"""The ways out (`Fetcher`, `Distiller`, `Poster`) with answers from a script.

A script holds, per URL, answers in the order in which they are given; the last one stays.
An answer that is an exception (`Killed` too) is raised. A URL without a script gets the default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from batchbell.domain.extracted import Extracted, Suggestion
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions, FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.schema import Field, Schema
from batchbell.domain.webhook_answer import WebhookAnswer

T = TypeVar("T")


class Script(Generic[T]):
    """Answers by URL."""

    def __init__(self) -> None:
        self._answers: dict[str, list[T | BaseException]] = {}

    def set(self, url: str, *answers: T | BaseException) -> None:
        """What the URL answers from now on."""
        self._answers[url] = list(answers)

    def next(self, url: str) -> T | None:
        """The URL's next answer, raised if it is an error. None: it has no script."""
        answers = self._answers.get(url)
        if not answers:
            return None
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer


class ScriptedFetcher:
    """See `batchbell.ports.Fetcher`. By default a page says which URL it is."""

    def __init__(self) -> None:
        self.script: Script[FetchedPage] = Script()
        self.fetched: list[str] = []

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """The script's answer."""
        self.fetched.append(url)
        return self.script.next(url) or FetchedPage(url, 200, "text/html", url.encode())


class ScriptedDistiller:
    """See `batchbell.ports.Distiller`. By default a page's body is its Markdown, and each field."""

    def __init__(self) -> None:
        self.script: Script[DistilledPage] = Script()
        self.rows: Script[Extracted] = Script()
        self.offers: dict[str, Any] = {
            "type": "object",
            "properties": {"title": {"type": "string"}},
        }
        self.orders: list[PageOrder] = []

    @property
    def options(self) -> list[DistillOptions]:
        """How pages were to be distilled."""
        return [order.distill for order in self.orders if order.distill is not None]

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """The script's answers."""
        self.orders.append(order)
        text = page.body.decode("utf-8", "replace")
        distilled = (self.script.next(page.url) or DistilledPage(text)) if order.distill else None
        extracted = self._extracted(page.url, order.extract, text) if order.extract else None
        offered = Suggestion(text, (Field("title"),), self.offers)
        suggested = offered if order.suggest else None
        return PageAnswer(distilled=distilled, extracted=extracted, suggested=suggested)

    def _extracted(self, url: str, schema: Schema, text: str) -> Extracted:
        return self.rows.next(url) or Extracted((dict.fromkeys(schema.names, text),))


@dataclass(frozen=True, slots=True)
class Posted:
    """One call of the poster."""

    url: str
    headers: Mapping[str, str]
    body: bytes
    timeout_ms: int = 0


@dataclass
class ScriptedPoster:
    """See `batchbell.ports.Poster`. `default` answers where the script says nothing."""

    default: WebhookAnswer
    script: Script[WebhookAnswer] = field(default_factory=Script)
    posted: list[Posted] = field(default_factory=list)

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """The script's answer."""
        self.posted.append(Posted(url, dict(headers), body, timeout_ms))
        return self.script.next(url) or self.default
