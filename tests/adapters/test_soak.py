"""Does a worker that lives long end as it began, after tens of thousands of pages?

Measured in this process and in its children: what each holds in memory, in files and in processes.
"""

import ctypes
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from batchbell.adapters.distiller import PAGES_PER_CHILD, ChildDistiller
from batchbell.adapters.remembered_specs import RememberedSpecs
from batchbell.domain.identifiers import item_key
from batchbell.domain.item import ItemState
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import DistillOptions, FetchOptions
from batchbell.ports import ItemMessage, Store
from batchbell.usecases.admit import begin
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.adapters.distilling import children, distilled
from tests.adapters.fetching import fetch
from tests.adapters.sites import answering, reply, served
from tests.memory.submissions import submitted
from tests.memory.world import World, memory_world
from tests.unit.hostile import SENTENCE, nested_tables, page, rows

BATCHES, ITEMS, AT_ONCE = 200, 100, 5
PAGES_OF_A_CHILD = 1_000
FETCHES, PAGES = 3_000, 600
CHILD_MEGABYTES = 100
MEGABYTE = 1_048_576
ARTICLE = page("".join(f"<h2>Part {n}</h2><p>{SENTENCE * 4}</p>" for n in range(12)) + rows(40))
LAYOUT = page(nested_tables(4, 3) + f"<p>{SENTENCE * 9}</p>")


def held() -> int:
    """Bytes of memory that this process holds, once it has given back what is free."""
    ctypes.CDLL(None).malloc_trim(0)
    resident = int(Path("/proc/self/statm").read_text().split()[1])
    return resident * os.sysconf("SC_PAGESIZE")


def most_held(child: int) -> int:
    """Bytes of memory that a child has held at most."""
    status = Path(f"/proc/{child}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024


def open_files() -> int:
    """How many this process has, sockets and pipes included."""
    return len(list(Path("/proc/self/fd").iterdir()))


@contextmanager
def nothing_left(distiller: ChildDistiller) -> Iterator[None]:
    """No process and no open file that was not there before."""
    before = open_files()
    try:
        yield
    finally:
        distiller.close()
    assert children() == []
    assert open_files() == before


class Site:
    """Short texts, and an article now and then."""

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """Whatever the address says."""
        if url.endswith("50"):
            return FetchedPage(url, 200, "text/html; charset=utf-8", ARTICLE)
        return FetchedPage(url, 200, "text/plain", url.encode())


def worked(world: World, store: Store, work: PageWork, number: int) -> Counter[ItemState]:
    """How the items of one more batch ended; then its records are gone, as after their time."""
    key = submitted(world, ITEMS, key=f"key-{number}").key
    begin(store, key)
    messages = [ItemMessage(item_key(key, index)) for index in range(ITEMS)]
    for start in range(0, ITEMS, AT_ONCE):
        work_pages(store, work, messages[start : start + AT_ONCE])
    ended = Counter(item.state for item in store.items.read_chunk(key, 0, ITEMS).values())
    for records in (world.records.batches, world.records.tallies, world.records.items):
        records.clear()
    world.results.stored.clear()
    world.specs.stored.clear()
    world.take_changes()
    return ended


@pytest.mark.slow
def test_the_last_of_twenty_thousand_items_is_worked_on_as_the_first_was() -> None:
    """Q15: none fails, none takes longer, and nothing piles up in the worker."""
    world = memory_world()
    distiller = ChildDistiller(children=2, pages_per_child=PAGES_OF_A_CHILD)
    store = replace(world.store, specs=RememberedSpecs(world.specs))
    work = PageWork(
        fetcher=Site(), distiller=distiller, jitter=lambda: 0.0, remaining_ms=lambda: 90_000
    )
    ended, spent, memory = Counter[ItemState](), [], []
    with nothing_left(distiller):
        for number in range(BATCHES):
            began = time.process_time()
            ended += worked(world, store, work, number)
            spent.append(time.process_time() - began)
            memory.append(held())
            assert len(children()) <= 2
    assert ended == {ItemState.SUCCEEDED: BATCHES * ITEMS}
    assert sum(spent[-20:]) < 2 * sum(spent[20:40])
    assert memory[-1] - memory[20] < 16 * MEGABYTE


@pytest.mark.slow
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_three_thousand_pages_are_fetched_by_one_process() -> None:
    """Q15: every connection is closed again."""
    with served(answering(reply("200 OK", body=ARTICLE))) as site:
        fetch(site.url)
        files, threads, memory = open_files(), threading.active_count(), held()
        for number in range(FETCHES):
            assert fetch(f"{site.url}/{number}").body == ARTICLE
        assert open_files() <= files + 1, "the site may still be hanging up"
        assert threading.active_count() <= threads + 1
        assert held() - memory < 16 * MEGABYTE


@pytest.mark.slow
def test_hundreds_of_pages_stay_under_a_ceiling_of_memory() -> None:
    """D5, D6: children end after their share of pages, and are reaped."""
    distiller, seen = ChildDistiller(children=2), dict[int, int]()

    def distill(number: int) -> bool:
        body = LAYOUT if number % 10 == 0 else ARTICLE
        fetched = FetchedPage("https://site.example/", 200, "text/html; charset=utf-8", body)
        return (
            SENTENCE.strip()
            in distilled(distiller, fetched, DistillOptions(), timeout_ms=20_000).markdown
        )

    with nothing_left(distiller), ThreadPoolExecutor(2) as pool:
        before = held()
        for start in range(0, PAGES, 50):
            assert all(pool.map(distill, range(start, start + 50)))
            assert len(children()) <= 2
            seen |= {child: most_held(child) for child in children()}
        after = held()
    assert len(seen) >= PAGES // PAGES_PER_CHILD
    assert max(seen.values()) < CHILD_MEGABYTES * MEGABYTE
    assert after - before < 16 * MEGABYTE
