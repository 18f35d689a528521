"""What do the distiller's tests ask of it, and which processes does it leave?"""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from batchbell.adapters.distiller import ChildDistiller
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions
from batchbell.domain.page_order import PageOrder
from batchbell.ports import Distiller
from tests.unit.hostile import GOOD

URL = "https://site.example/"


def fetched(body: bytes, url: str = URL) -> FetchedPage:
    return FetchedPage(url, 200, "text/html; charset=utf-8", body)


def distilled(
    distiller: Distiller, page: FetchedPage, options: DistillOptions, *, timeout_ms: int
) -> DistilledPage:
    answer = distiller.work_on(page, PageOrder(distill=options), timeout_ms=timeout_ms)
    assert answer.distilled is not None
    return answer.distilled


def good(distiller: ChildDistiller) -> DistilledPage:
    return distilled(distiller, fetched(GOOD), DistillOptions(), timeout_ms=20_000)


def failure(distiller: ChildDistiller, body: bytes, timeout_ms: int = 20_000) -> PageFailed:
    with pytest.raises(PageFailed) as failed:
        distilled(distiller, fetched(body), DistillOptions(), timeout_ms=timeout_ms)
    return failed.value


def children() -> list[int]:
    """Processes that this one has started and not reaped, zombies included."""
    found: list[int] = []
    for task in Path("/proc/self/task").glob("*/children"):
        with suppress(FileNotFoundError):  # a thread that has just ended
            found += [int(pid) for pid in task.read_text().split()]
    return found


def is_running(pid: int) -> bool:
    """Whether the process is there and is no zombie that waits for a parent."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until_gone(pid: int, seconds: float) -> None:
    limit = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not is_running(pid)
