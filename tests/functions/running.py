"""How do a test's jobs get on? The use cases behind the queue, without the queue."""

from collections.abc import Iterable, Mapping

from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, item_key, pages_key
from batchbell.domain.page import DistilledPage
from batchbell.ports import ItemMessage
from batchbell.ports.kept_pages import KeptPages
from batchbell.usecases.admit import begin
from batchbell.usecases.advance import advance
from batchbell.usecases.fold import fold_items
from batchbell.usecases.keep_page import NOTHING_KEPT
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.memory.web import ScriptedDistiller, ScriptedFetcher
from tests.memory.world import World

TENANT = "acme"
Answers = Mapping[str, str | PageFailed]
"""What pages come to, by URL: Markdown, or a failure."""


def page_work(answers: Answers | None = None, kept: KeptPages = NOTHING_KEPT) -> PageWork:
    """A worker to whom each page says its own URL, but for the answers given."""
    fetcher, distiller = ScriptedFetcher(), ScriptedDistiller()
    for url, answer in (answers or {}).items():
        if isinstance(answer, PageFailed):
            fetcher.script.set(url, answer)
        else:
            distiller.script.set(url, DistilledPage(answer))
    return PageWork(
        fetcher=fetcher,
        distiller=distiller,
        jitter=lambda: 0.0,
        remaining_ms=lambda: 80_000,
        kept=kept,
    )


def messages_of(world: World, job_id: str) -> list[ItemMessage]:
    """The messages of a job, whose tallies there are now."""
    key = job_key(job_id)
    begin(world.store, key)
    for tally in world.tallies.read_all(key).values():
        world.tallies.mark_sent(key, tally, 1, world.clock())
    return [ItemMessage(item_key(key, index)) for index in range(world.records.batches[key].total)]


def work_on(world: World, messages: Iterable[ItemMessage], answers: Answers | None = None) -> None:
    """One attempt at the pages of messages."""
    work_pages(world.store, page_work(answers, world.kept), list(messages))


def finish(world: World, job_id: str, answers: Answers | None = None) -> None:
    """Work on every page of a job, and close it."""
    key = job_key(job_id)
    work_on(world, messages_of(world, job_id), answers)
    for chunk in world.tallies.read_all(key):
        fold_items(world.store, key, chunk, world.items.read_chunk(key, chunk, CHUNK_SIZE))
    closed = advance(world.store, key)
    assert closed is not None
    assert not closed.open


def job_key(job_id: str, tenant: str = TENANT) -> BatchKey:
    """The batch behind a job."""
    return pages_key(tenant, job_id)
