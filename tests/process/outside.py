"""What do the functions meet outside: pages and receivers that keep to a script?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from batchbell.domain.webhook_answer import WebhookAnswer
from batchbell.runtime import (
    wiring,
    wiring_convert,
    wiring_documents,
    wiring_keep,
    wiring_work,
)
from batchbell.usecases.make_page import PageTools
from batchbell.usecases.notify import Notifying
from batchbell.usecases.read_with_model import NO_MODEL
from batchbell.usecases.work_pages import PageWork
from tests.memory.documents import ScriptedEngine
from tests.memory.web import ScriptedDistiller, ScriptedFetcher, ScriptedPoster


@dataclass
class Outside:
    """By default every page is found, every document is read and every receiver says thank you, at
    once.
    """

    fetcher: ScriptedFetcher = field(default_factory=ScriptedFetcher)
    distiller: ScriptedDistiller = field(default_factory=ScriptedDistiller)
    engine: ScriptedEngine = field(default_factory=ScriptedEngine)
    poster: ScriptedPoster = field(default_factory=lambda: ScriptedPoster(WebhookAnswer(200)))

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """The ways out are exchanged where they are built; the handlers stay as they are."""
        with (
            patch.object(wiring_work, "page_work", self._page_work),
            patch.object(wiring_work, "delivery", self._delivery),
            patch.object(wiring_work, "webhook_poster", lambda: self.poster),
            patch.object(wiring_documents, "document_engine", lambda: self.engine),
            patch.object(wiring_convert, "page_tools", self._page_tools),
        ):
            yield

    def _page_work(self, remaining_ms: Callable[[], int]) -> PageWork:
        return PageWork(
            fetcher=self.fetcher,
            distiller=self.distiller,
            jitter=lambda: 0.0,
            remaining_ms=remaining_ms,
            kept=wiring_keep.kept_pages(),
        )

    def _page_tools(self) -> PageTools:
        return PageTools(fetcher=self.fetcher, distiller=self.distiller, model=NO_MODEL)

    def _delivery(self) -> Notifying:
        return Notifying(deliveries=wiring.deliveries(), poster=self.poster, jitter=lambda: 0.0)
