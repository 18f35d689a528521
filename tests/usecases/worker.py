"""How do the tests of `work_pages` put a worker to work?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.item import Item
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.memory.submissions import urls_of
from tests.memory.web import ScriptedDistiller, ScriptedFetcher
from tests.usecases.desk import (
    Desk,
    dispatched_desk,
    message,
)

LEASE_MS = 180_000


BUSY = PageFailed(ErrorCode.SCRAPE_TARGET_RATE_LIMITED, "Too many requests.", retryable=True)
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")


@dataclass
class Worker:
    """One worker at a desk."""

    desk: Desk
    fetcher: ScriptedFetcher = field(default_factory=ScriptedFetcher)
    distiller: ScriptedDistiller = field(default_factory=ScriptedDistiller)
    remaining_ms: int = 170_000

    def work(self, *positions: int) -> Sequence[int | None]:
        """Handed the messages of these positions."""
        messages = [message(position) for position in positions]
        return work_pages(self.desk.world.store, self.tools, messages)

    @property
    def tools(self) -> PageWork:
        """What it works with."""
        return PageWork(
            fetcher=self.fetcher,
            distiller=self.distiller,
            jitter=lambda: 0.0,
            remaining_ms=lambda: self.remaining_ms,
            kept=self.desk.world.kept,
        )

    def answers(self, position: int, answer: PageFailed) -> None:
        """What a page's site answers."""
        self.fetcher.script.set(urls_of(position + 1)[position], answer)


def new_worker(count: int = 1) -> Worker:
    """A worker with a batch of so many items."""
    return Worker(dispatched_desk(count))


def present(item: Item | None) -> Item:
    assert item is not None
    return item
