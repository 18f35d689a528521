"""Which pages that were kept answer a call that waits?"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from batchbell.usecases.keep_page import KEEP_MS
from batchbell.usecases.purge import purge
from tests.functions.converting import PacedFetcher
from tests.memory.submissions import KIND
from tests.memory.world import memory_world
from tests.usecases.desk import Before
from tests.usecases.keeper import MARKS, METADATA, Keeper


def test_a_call_is_answered_with_what_another_has_fetched() -> None:
    keeper = Keeper()
    first = keeper.call(METADATA)
    keeper.pass_seconds(60)
    second = keeper.call(METADATA)
    assert second.content == {**first.content, **MARKS}
    assert (second.metadata, second.credits) == (first.metadata, first.credits)
    assert keeper.fetched == 1


def test_a_call_that_is_answered_so_is_charged() -> None:
    keeper = Keeper()
    budgets = keeper.world.money.budgets
    budgets.grant("acme", 10, None)
    keeper.call(METADATA)
    keeper.call(METADATA)
    budget = budgets.read("acme")
    assert budget is not None
    assert budget.available == 8


JOB, CALL = Keeper.job, Keeper.call


@pytest.mark.parametrize(("first", "second"), [(JOB, CALL), (CALL, JOB)], ids=["job", "call"])
def test_jobs_and_calls_have_pages_in_common(
    first: Callable[..., object], second: Callable[..., object]
) -> None:
    keeper = Keeper()
    first(keeper, METADATA)
    second(keeper, METADATA)
    assert keeper.fetched == 1


def test_a_job_s_page_without_metadata_answers_no_call() -> None:
    keeper = Keeper()
    keeper.job()
    assert "metadata" in keeper.call(METADATA).content
    assert keeper.fetched == 2


def test_a_call_too_has_its_page_fetched_that_a_job_erased() -> None:
    keeper = Keeper()
    purge(keeper.world.store, keeper.job(METADATA), KIND)
    assert "cached" not in keeper.call(METADATA).content


def test_nothing_is_kept_when_the_time_of_a_call_is_nearly_over() -> None:
    keeper = Keeper()
    keeper.world.watch(Before("ledger.put", lambda: keeper.pass_seconds(25 - KEEP_MS / 1_000)))
    keeper.call(METADATA)
    assert keeper.world.kept.stored == {}


def test_a_look_up_that_takes_long_takes_it_from_the_fetch() -> None:
    """The call is answered in its time all the same."""
    world = memory_world()
    fetcher = PacedFetcher(world.clock)
    keeper = Keeper(world=world, fetcher=fetcher)
    task = replace(METADATA, timeout_ms=60_000)
    keeper.call(replace(task, cache_seconds=0))
    world.watch(Before("kept.find", lambda: keeper.pass_seconds(3)))
    keeper.call(task)
    without, with_look_up = fetcher.pace.given
    assert without - with_look_up == 3_000
