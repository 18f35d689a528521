"""Whose pages may be kept? Jobs and calls that wait, in one world, by one worker."""

from dataclasses import dataclass, field, replace
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey, item_key
from batchbell.domain.item import Item
from batchbell.domain.page_options import DistillOptions
from batchbell.ports import ItemMessage
from batchbell.ports.language_model import LanguageModel
from batchbell.usecases.admit import begin
from batchbell.usecases.advance import advance
from batchbell.usecases.convert import Conversion, convert
from batchbell.usecases.fold import fold_items
from batchbell.usecases.make_page import MadePage, PageTools
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.read_with_model import NO_MODEL
from batchbell.usecases.submit_pages import submit_pages
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.memory.submissions import TENANT, submission, task_of
from tests.memory.web import ScriptedDistiller, ScriptedFetcher
from tests.memory.world import World, memory_world

URL = "https://site.example/0"
KEEP_S = 600
TASK = replace(task_of(), cache_seconds=KEEP_S)
"""What is wanted, by a tenant whose pages are kept for ten minutes."""
METADATA = replace(TASK, distill=DistillOptions(formats=frozenset({"markdown", "metadata"})))
"""The same with what a call that waits always gets."""
MARKS = {"cached": True, "fetchedAt": "2026-09-21T14:13:20Z"}
"""Of a page that was fetched when the virtual clock began."""


@dataclass
class Keeper:
    """Everything that makes a page. `remaining_ms`: of the worker's time."""

    world: World = field(default_factory=memory_world)
    fetcher: ScriptedFetcher = field(default_factory=ScriptedFetcher)
    distiller: ScriptedDistiller = field(default_factory=ScriptedDistiller)
    model: LanguageModel = NO_MODEL
    remaining_ms: int = 170_000
    _jobs: int = 0

    @property
    def fetched(self) -> int:
        """How many pages were fetched so far."""
        return len(self.fetcher.fetched)

    def submit(self, task: PageTask = TASK, *, url: str = URL, tenant: str = TENANT) -> Batch:
        """A job of one page that waits for a worker."""
        self._jobs += 1
        asked = submission([url], tenant=tenant, key=f"key-{self._jobs}")
        batch = submit_pages(self.world.store, replace(asked, spec=PagesSpec((url,), task))).batch
        begin(self.world.store, batch.key)
        return batch

    def work(self, key: BatchKey) -> None:
        """The worker, once."""
        work = PageWork(
            fetcher=self.fetcher,
            distiller=self.distiller,
            jitter=lambda: 0.0,
            remaining_ms=lambda: self.remaining_ms,
            model=self.model,
            kept=self.world.kept,
        )
        work_pages(self.world.store, work, [ItemMessage(item_key(key, 0))])

    def job(self, task: PageTask = TASK, *, url: str = URL, tenant: str = TENANT) -> BatchKey:
        """A job of one page, worked on and closed."""
        key = self.submit(task, url=url, tenant=tenant).key
        self.work(key)
        fold_items(self.world.store, key, 0, self.world.items.read_chunk(key, 0, 1))
        closed = advance(self.world.store, key)
        assert closed is not None
        assert not closed.open
        return key

    def item(self, key: BatchKey) -> Item:
        """How a job's page ended."""
        item = self.world.items.read(item_key(key, 0))
        assert item is not None
        return item

    def content(self, key: BatchKey) -> dict[str, Any]:
        """What a job's row holds."""
        item = self.item(key)
        return dict(self.world.results.get([item])[item.key])

    def call(self, task: PageTask = TASK, *, url: str = URL, tenant: str = TENANT) -> MadePage:
        """A call that waits for its page."""
        self._jobs += 1
        tools = PageTools(fetcher=self.fetcher, distiller=self.distiller, model=self.model)
        wanted = Conversion(
            tenant=tenant,
            request_id=f"r-{self._jobs}",
            began_at=self.world.clock(),
            time_ms=25_000,
            url=url,
            task=task,
        )
        return convert(self.world.store, tools, wanted, self.world.kept)

    def pass_seconds(self, seconds: float) -> None:
        """Time passes."""
        self.world.clock.advance(int(seconds * 1_000))
