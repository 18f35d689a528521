"""What if a page that was kept is erased, gone, or cannot be asked for?"""

import pytest

from batchbell.domain.errors import Unavailable
from batchbell.domain.item import ItemState
from batchbell.usecases.purge import purge
from tests.memory.hooks import KillAfter, Killed, Recorder
from tests.memory.submissions import KIND
from tests.usecases.keeper import METADATA, URL, Keeper


class Fails:
    """Port calls of this name are not taken."""

    def __init__(self, name: str) -> None:
        self._name = name

    def before(self, call_name: str) -> None:
        """Fails."""
        if call_name == self._name:
            raise Unavailable("throttled")

    def after(self, call_name: str) -> None:
        """Goes on."""


# Erased, expired, gone.


def test_what_erases_the_job_leaves_nothing_to_find() -> None:
    keeper = Keeper()
    first = keeper.job()
    purge(keeper.world.store, first, KIND)
    assert keeper.content(keeper.job()) == {"markdown": URL}
    assert keeper.fetched == 2


def test_what_a_job_was_answered_with_is_its_own() -> None:
    """Erasing the second leaves the first, and the other way round."""
    keeper = Keeper()
    first, second = keeper.job(), keeper.job()
    purge(keeper.world.store, second, KIND)
    third = keeper.job()
    assert keeper.fetched == 1
    purge(keeper.world.store, first, KIND)
    assert keeper.content(third)["cached"] is True
    assert "cached" not in keeper.content(keeper.job())


def test_it_ends_with_its_job() -> None:
    keeper = Keeper()
    batch = keeper.submit()
    keeper.pass_seconds((batch.expires_at - keeper.world.clock()) / 1_000 - 60)
    keeper.work(batch.key)
    keeper.pass_seconds(59)
    keeper.job()
    assert keeper.fetched == 1
    keeper.pass_seconds(1)
    keeper.job()
    assert keeper.fetched == 2


def test_a_result_that_is_gone_is_fetched_again() -> None:
    keeper = Keeper()
    keeper.job()
    keeper.world.results.stored.clear()
    assert keeper.content(keeper.job()) == {"markdown": URL}


# What goes wrong.


def test_a_worker_that_dies_between_ending_and_keeping_costs_a_fetch() -> None:
    keeper, recorder = Keeper(), Recorder()
    key = keeper.submit().key
    keeper.world.watch(recorder)
    keeper.work(key)
    number = recorder.calls.index("items.finish") + 1
    keeper = Keeper()
    key = keeper.submit().key
    keeper.world.watch(KillAfter(number))
    with pytest.raises(Killed):
        keeper.work(key)
    assert keeper.item(key).state is ItemState.SUCCEEDED
    keeper.work(key)
    assert keeper.fetched == 1
    assert "cached" not in keeper.content(keeper.job())


@pytest.mark.parametrize("call", ["kept.find", "kept.keep_result"])
def test_a_cache_that_fails_fails_no_page_of_a_job(call: str) -> None:
    keeper = Keeper()
    keeper.world.watch(Fails(call))
    first, second = keeper.job(), keeper.job()
    assert [keeper.item(key).state for key in (first, second)] == [ItemState.SUCCEEDED] * 2
    assert keeper.item(second).attempt == 1
    assert keeper.fetched == 2


@pytest.mark.parametrize("call", ["kept.find", "kept.keep_content"])
def test_nor_one_that_somebody_waits_for(call: str) -> None:
    keeper = Keeper()
    keeper.world.watch(Fails(call))
    keeper.call(METADATA)
    assert "cached" not in keeper.call(METADATA).content
    assert keeper.fetched == 2
