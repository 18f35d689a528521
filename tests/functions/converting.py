"""Who waits for a page? A caller of the synchronous routes, on ports in memory."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.ports.language_model import LanguageModel, Reading
from batchbell.runtime.settings import Settings
from batchbell.usecases.make_page import PageTools
from batchbell.usecases.read_with_model import NO_MODEL
from functions.convert.app import routes
from tests.functions.callers import KEY, OTHER_KEY, Answer, answered
from tests.functions.event_files import load
from tests.memory.clock import VirtualClock
from tests.memory.language_model import ScriptedModel
from tests.memory.web import ScriptedDistiller, ScriptedFetcher
from tests.memory.world import World, memory_world

URL = "https://example.com/one"
ROUTES = ("distill", "extract", "suggest_fields")
TIME_MS = 25_000

R = TypeVar("R")


@dataclass
class Pace:
    """How long one step takes, and what it was given each time (milliseconds)."""

    clock: VirtualClock
    late: ErrorCode
    takes_ms: int = 0
    given: list[int] = field(default_factory=list)

    def walk(self, given_ms: int, step: Callable[[], R]) -> R:
        """Takes its time, or fails at the end of what it was given."""
        self.given.append(given_ms)
        self.clock.advance(min(self.takes_ms, given_ms))
        if self.takes_ms > given_ms:
            raise PageFailed(self.late, "It took too long.")
        return step()


class PacedFetcher(ScriptedFetcher):
    """One that takes time, and remembers how it was asked."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.pace = Pace(clock, ErrorCode.SCRAPE_TIMEOUT)
        self.options: list[FetchOptions] = []

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """The script's answer, in time or not."""
        self.options.append(options)
        fetch = super().fetch
        return self.pace.walk(timeout_ms, lambda: fetch(url, options, timeout_ms=timeout_ms))


class PacedDistiller(ScriptedDistiller):
    """One that takes time."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.pace = Pace(clock, ErrorCode.DISTILL_FAILED)

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """The script's answer, in time or not."""
        work_on = super().work_on
        return self.pace.walk(timeout_ms, lambda: work_on(page, order, timeout_ms=timeout_ms))


class PacedModel(ScriptedModel):
    """One that takes time for a summary and for an answer."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.pace = Pace(clock, ErrorCode.AI_TIMEOUT)

    def summary(self, text: str, *, timeout_ms: int) -> Reading[str]:
        """The script's answer, in time or not."""
        summary = super().summary
        return self.pace.walk(timeout_ms, lambda: summary(text, timeout_ms=timeout_ms))

    def answer(self, text: str, question: str, *, timeout_ms: int) -> Reading[str | None]:
        """The script's answer, in time or not."""
        answer = super().answer
        return self.pace.walk(timeout_ms, lambda: answer(text, question, timeout_ms=timeout_ms))


@dataclass
class Converter:
    """Calls the synchronous routes with a key of one tenant."""

    world: World = field(default_factory=memory_world)
    key: str = KEY
    model: LanguageModel = NO_MODEL
    fetcher: PacedFetcher = field(init=False)
    distiller: PacedDistiller = field(init=False)

    def __post_init__(self) -> None:
        world = self.world
        for secret, tenant in ((KEY, "acme"), (OTHER_KEY, "globex")):
            world.keys.create(ApiKey(key_hash(secret), tenant, KeyState.ACTIVE, world.clock()))
        self.fetcher, self.distiller = PacedFetcher(world.clock), PacedDistiller(world.clock)
        tools = PageTools(fetcher=self.fetcher, distiller=self.distiller, model=self.model)
        settings = Settings({"CONVERT_SECONDS": str(TIME_MS // 1000)})
        self._api = routes(world.store, world.door, tools, settings, world.kept)

    def as_other(self) -> "Converter":
        """Another tenant of the same deployment."""
        return replace(self, key=OTHER_KEY)

    @property
    def holders(self) -> set[str]:
        """Who holds the first tenant's slots."""
        return self.world.slots.held.get("acme", set())

    def distill(self, url: Any = URL, **fields: Any) -> Answer:
        """Wait for a page's pieces."""
        return self.call("distill", {"url": url, **fields})

    def extract(self, url: Any = URL, **fields: Any) -> Answer:
        """Wait for a page's rows."""
        return self.call("extract", {"url": url, **fields})

    def suggest(self, url: Any = URL, **fields: Any) -> Answer:
        """Wait for the fields that a page offers."""
        return self.call("suggest_fields", {"url": url, **fields})

    def call(self, route: str, body: Any, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a body, as JSON unless it is text."""
        event = load(f"convert/{route}")
        event["body"] = body if isinstance(body, str) else json.dumps(body)
        return self.send(event, headers)

    def send(self, event: dict[str, Any], headers: Mapping[str, str] | None = None) -> Answer:
        """Send an event with this caller's key and further headers."""
        for name, value in {"Authorization": f"Bearer {self.key}", **(headers or {})}.items():
            event["headers"][name] = value
            event["multiValueHeaders"][name] = [value]
        return answered(self._api, event)
