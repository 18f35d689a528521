"""Which look-ups of kept pages count?"""

from collections.abc import Iterator
from typing import Any

import pytest

from batchbell.domain.errors import Unavailable
from batchbell.domain.kept_page import Origin, PageName
from batchbell.runtime.counted_cache import CountedKeptPages
from batchbell.runtime.observability import MetricName, metrics
from tests.memory.hooks import Unwatched
from tests.memory.world import World, memory_world
from tests.usecases.desk import throttled

NAME = PageName("acme", "f" * 64)
ORIGIN = Origin(fetched_at=5, credits=1, ends_at=9)


@pytest.fixture(autouse=True)
def no_metrics() -> Iterator[None]:
    """None from before, none left behind."""
    metrics().clear_metrics()
    yield
    metrics().clear_metrics()


class Throttled(Unwatched):
    """No call is taken."""

    def before(self, call_name: str) -> None:
        """Fails."""
        throttled()


def counted() -> dict[str, Any]:
    """What was counted."""
    return {name: sum(metric["Value"]) for name, metric in metrics().metric_set.items()}


def find(world: World) -> None:
    """Look for the page."""
    CountedKeptPages(world.kept).find(NAME, now=6, since=0)


def test_a_page_that_is_found_counts() -> None:
    world = memory_world()
    find(world)
    CountedKeptPages(world.kept).keep_content(NAME, ORIGIN, {"markdown": "x"})
    assert counted() == {}
    find(world)
    find(world)
    assert counted() == {MetricName.CACHE_HITS: 2}


def test_a_call_that_is_not_taken_counts() -> None:
    world = memory_world()
    world.watch(Throttled())
    with pytest.raises(Unavailable):
        find(world)
    with pytest.raises(Unavailable):
        CountedKeptPages(world.kept).keep_content(NAME, ORIGIN, {})
    assert counted() == {MetricName.CACHE_UNAVAILABLE: 2}
