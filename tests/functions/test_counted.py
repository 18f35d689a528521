"""Which claims that were refused count as duplicates that did no harm?"""

from collections.abc import Callable, Iterator

import pytest

from batchbell.domain.identifiers import item_key
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.ports import Claim
from batchbell.runtime.counted import CountedItems
from batchbell.runtime.observability import MetricName, metrics
from tests.functions.running import job_key
from tests.memory.world import World, memory_world

KEY = item_key(job_key("batch_1"), 0)
LEASE_MS = 100_000


@pytest.fixture(autouse=True)
def no_metrics() -> Iterator[None]:
    """None from before, none left behind."""
    metrics().clear_metrics()
    yield
    metrics().clear_metrics()


@pytest.fixture
def world() -> World:
    """Without any item."""
    return memory_world()


def claim(world: World) -> Claim:
    """A message about the item comes."""
    now = world.clock()
    return CountedItems(world.items).claim(KEY, now, now + LEASE_MS, 3)


def absorbed() -> float:
    """How many duplicates were counted."""
    name = MetricName.DUPLICATES_ABSORBED.value
    return sum(metrics().metric_set[name]["Value"]) if name in metrics().metric_set else 0


def ends(state: ItemState) -> Callable[[World, Item], object]:
    """The item's attempt ends so."""
    return lambda world, item: world.items.finish(item, Ending(state=state, at=world.clock()))


def nothing(world: World, item: Item) -> None:
    """Somebody is still at work on it."""


@pytest.mark.parametrize("times", [1, 25])
@pytest.mark.parametrize(
    ("meanwhile", "counts"),
    [
        (nothing, True),
        (ends(ItemState.SUCCEEDED), True),
        (ends(ItemState.FAILED), True),
        (ends(ItemState.CANCELED), False),
    ],
    ids=["at work", "succeeded", "failed", "canceled"],
)
def test_each_copy_of_a_message_counts_once(
    world: World, meanwhile: Callable[[World, Item], object], counts: bool, times: int
) -> None:
    """Q1: redelivered while the page is being fetched as well as afterwards; a canceled page never
    was fetched, so nothing was saved.
    """
    first = claim(world)
    assert first.mine
    assert first.item
    assert absorbed() == 0
    meanwhile(world, first.item)
    for _ in range(times):
        assert not claim(world).mine
    assert absorbed() == (times if counts else 0)


def test_who_takes_over_is_no_duplicate(world: World) -> None:
    """Q1: a lease that ran out is another attempt."""
    assert claim(world).mine
    world.clock.advance(LEASE_MS + 1)
    assert claim(world).mine
    assert absorbed() == 0
