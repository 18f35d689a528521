"""Does the worker live, whatever a page does to the process that distills it?"""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from batchbell.adapters.distiller import ChildDistiller
from batchbell.domain.codes import ErrorCode
from batchbell.domain.page import PageImage, PageLink
from batchbell.domain.page_options import FORMATS, DistillOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from tests.adapters.distilling import (
    URL,
    children,
    distilled,
    failure,
    fetched,
    good,
    is_running,
    wait_until_gone,
)
from tests.unit.hostile import GOOD, SENTENCE, WIDE, page


def test_a_page_is_distilled(distiller: ChildDistiller) -> None:
    distilled = good(distiller)
    assert SENTENCE.strip() in distilled.markdown
    assert distilled.metadata.title == "T"


def test_all_pieces_come_back(distiller: ChildDistiller) -> None:
    body = page(f"<nav>Nav</nav><main><p>{SENTENCE}<a href=/a>A</a><img src=/i width=3></p></main>")
    options = DistillOptions(formats=FORMATS, include_tags=("main",), exclude_tags=("nav",))
    made = distilled(distiller, fetched(body), options, timeout_ms=20_000)
    assert made.markdown.endswith(f"[A]({URL}a)![]({URL}i)")
    assert (made.html or "").startswith("<main>")
    assert made.links == (PageLink("A", f"{URL}a"),)
    assert made.images == (PageImage(f"{URL}i", "", 3, None),)


def test_an_order_may_hold_nothing(distiller: ChildDistiller) -> None:
    assert distiller.work_on(fetched(GOOD), PageOrder(), timeout_ms=20_000) == PageAnswer()


def test_a_failure_comes_back_as_it_was(distiller: ChildDistiller) -> None:
    failed = failure(distiller, page(""))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_EMPTY_CONTENT, False)
    assert len(children()) == 1


def test_the_child_stays_warm(distiller: ChildDistiller) -> None:
    good(distiller)
    first = children()
    good(distiller)
    assert children() == first


def test_any_text_comes_back(distiller: ChildDistiller) -> None:
    """D11: surrogates in JSON, odd planes, quotes and line ends."""
    text = "<p>" + "🦊 \u2028 \u200f “x” \\ud800 &#xD800; \ufffe ".strip() * 20
    body = page(text, '<script type="application/ld+json">{"headline":"\\ud800 x"}</script>')
    assert "🦊" in distilled(distiller, fetched(body), DistillOptions(), timeout_ms=20_000).markdown


def test_a_page_that_takes_too_long_is_killed(distiller: ChildDistiller) -> None:
    """D7: no thread and no signal stops C code, a kill does."""
    good(distiller)
    [before] = children()
    began = time.monotonic()
    failed = failure(distiller, WIDE["100,000 attributes"], timeout_ms=500)
    assert time.monotonic() - began < 2
    assert (failed.code, failed.retryable) == (ErrorCode.DISTILL_FAILED, False)
    assert "too long" in failed.message
    assert not Path(f"/proc/{before}").exists()
    assert SENTENCE.strip() in good(distiller).markdown


def test_a_page_whose_time_went_to_another_may_be_tried_again() -> None:
    hostile = WIDE["100,000 attributes"]
    one_child = ChildDistiller(children=1)
    good(one_child)
    first = threading.Thread(
        target=failure, args=(one_child, hostile), kwargs={"timeout_ms": 1_500}
    )
    first.start()
    time.sleep(0.2)
    second = failure(one_child, hostile, timeout_ms=2_500)
    first.join()
    one_child.close()
    assert (second.code, second.retryable) == (ErrorCode.DISTILL_FAILED, True)


def test_a_child_that_dies_takes_only_its_page(distiller: ChildDistiller) -> None:
    good(distiller)
    [child] = children()
    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(failure, distiller, WIDE["100,000 attributes"])
        time.sleep(0.3)
        os.kill(child, signal.SIGSEGV)
        failed = pending.result()
    assert (failed.code, failed.retryable) == (ErrorCode.DISTILL_FAILED, False)
    assert "too long" not in failed.message
    assert SENTENCE.strip() in good(distiller).markdown


def test_a_child_that_died_between_pages_is_replaced(distiller: ChildDistiller) -> None:
    good(distiller)
    [child] = children()
    os.kill(child, signal.SIGKILL)
    wait_until_gone(child, 5)
    assert SENTENCE.strip() in good(distiller).markdown
    assert len(children()) == 1


def test_memory_is_limited() -> None:
    """D5: a page may not take the worker's memory with it."""
    small = ChildDistiller(children=1, memory_mb=256)
    try:
        assert failure(small, WIDE["10 MB in one paragraph"]).code is ErrorCode.DISTILL_FAILED
        assert SENTENCE.strip() in good(small).markdown
    finally:
        small.close()


def test_children_are_recycled_and_reaped() -> None:
    """D5, D6: memory that a library keeps is given back, and no process stays behind."""
    recycling = ChildDistiller(children=1, pages_per_child=1)
    try:
        good(recycling)
        assert children() == []
        good(recycling)
        assert children() == []
    finally:
        recycling.close()


def test_a_page_whose_child_does_not_start_may_be_tried_again() -> None:
    """The page is not to blame; nothing of the child stays behind."""
    hurried = ChildDistiller(children=1, start_seconds=0)
    failed = failure(hurried, page(f"<p>{SENTENCE}</p>"))
    assert (failed.code, failed.retryable) == (ErrorCode.DISTILL_FAILED, True)
    assert "did not start" in failed.message
    assert children() == []


def test_threads_share_the_children() -> None:
    """Each thread gets the result of its own page."""
    shared = ChildDistiller(children=2)
    try:
        with ThreadPoolExecutor(6) as pool:
            pages = [fetched(page(f"<p>Page {n}. {SENTENCE * 3}</p>")) for n in range(24)]
            results = list(
                pool.map(
                    lambda one: distilled(shared, one, DistillOptions(), timeout_ms=20_000), pages
                )
            )
        assert [f"Page {n}. " in result.markdown for n, result in enumerate(results)] == [True] * 24
        assert len(children()) == 2
    finally:
        shared.close()
    assert children() == []


def test_a_closed_distiller_has_no_children_and_may_start_again(
    distiller: ChildDistiller,
) -> None:
    good(distiller)
    distiller.close()
    assert children() == []
    assert SENTENCE.strip() in good(distiller).markdown


def test_the_child_has_no_credentials(
    distiller: ChildDistiller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    good(distiller)
    [child] = children()
    assert b"AWS" not in Path(f"/proc/{child}/environ").read_bytes()


def test_the_child_cannot_reach_the_network() -> None:
    """A library's own `fetch_url` finds no way out."""
    code = """
import socket, sys
from batchbell.engines.confined import stay_inside
stay_inside()
for call in (socket.socket, lambda: socket.getaddrinfo("localhost", 80)):
    try:
        call()
    except PermissionError:
        continue
    sys.exit("a socket was made")
"""
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={"PYTHONPATH": os.pathsep.join(sys.path)}
    )


PARENT = """
import sys, time
from pathlib import Path
from threading import Thread
from batchbell.adapters.distiller import ChildDistiller
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import DistillOptions
from batchbell.domain.page_order import PageOrder
from tests.unit.hostile import GOOD, WIDE
distiller = ChildDistiller(children=1)
def ask(body):
    page = FetchedPage("https://a.example", 200, "text/html", body)
    distiller.work_on(page, PageOrder(distill=DistillOptions()), timeout_ms=1000)
ask(GOOD)
if sys.argv[1] == "busy":
    Thread(target=ask, args=(WIDE["100,000 attributes"],), daemon=True).start()
    time.sleep(0.3)
print(*Path("/proc/self/task").glob("*/children").__next__().read_text().split(), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", pytest.param("busy", marks=pytest.mark.slow)])
def test_a_child_does_not_outlive_a_killed_worker(state: str) -> None:
    """D6: an idle one ends at once, a busy one at its limit of processor time."""
    environment = {"PYTHONPATH": os.pathsep.join([*sys.path, str(Path.cwd())])}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, state], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_running(child)
        parent.kill()
    wait_until_gone(child, 1 if state == "idle" else 10)
