"""Is a page that is kept ever wrong, lost or left behind, whoever dies and whatever comes twice?"""

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey, item_key, job_id_for, pages_key
from batchbell.usecases.purge import purge
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.ends import ended
from tests.flow.intruder import Executioner
from tests.flow.pump import Pump
from tests.flow.scene import empty_scene, watch
from tests.flow.test_kills import again, at_every_call, unwatched
from tests.memory.submissions import KIND, ROUTE, TENANT, submission, task_of, urls_of

URL = urls_of(1)[0]


def submit(pump: Pump, name: str, url: str = URL) -> BatchKey:
    """A job of one page, by a tenant whose pages are kept for a day."""
    task = replace(task_of(), cache_seconds=86_400)
    submit_pages(pump.world.store, replace(submission(key=name), spec=PagesSpec((url,), task)))
    return pages_key(TENANT, job_id_for(TENANT, ROUTE, name))


def done(pump: Pump, name: str) -> BatchKey:
    """The job, once it has ended as every job does."""
    key = submit(pump, name)
    pump.run_and_sweep()
    pump.poster.posted.clear()
    return key


def is_cached(pump: Pump, key: BatchKey) -> bool:
    """Whether a job was answered with a page that was kept."""
    item = pump.world.items.read(item_key(key, 0))
    assert item is not None
    assert item.credits == 1
    return "cached" in pump.world.results.get([item])[item.key]


def test_one_fetch_answers_many_jobs() -> None:
    pump = empty_scene()
    keys = [done(pump, f"job-{number}") for number in range(5)]
    assert [is_cached(pump, key) for key in keys] == [False, True, True, True, True]
    assert len(pump.fetcher.fetched) == 1


def test_a_job_ends_as_it_should_that_was_answered_so() -> None:
    pump = empty_scene()
    done(pump, "job-1")
    key = submit(pump, "job-2")
    pump.run_and_sweep()
    assert is_cached(pump, key)
    batch = ended(pump, key)
    assert batch.counts is not None
    assert (batch.counts.succeeded, batch.counts.credits) == (1, 1)


def test_whoever_dies_a_job_has_its_page_and_the_next_one_too() -> None:
    """Between an ending and keeping, only a fetch is lost."""
    fetches = set()

    def play(executioner: Executioner) -> None:
        pump = empty_scene()
        watch(pump, executioner)
        again(lambda: submit(pump, "job-1"))
        pump.run_and_sweep()
        pump.poster.posted.clear()
        again(lambda: submit(pump, "job-2"))
        pump.run_and_sweep()
        unwatched(pump)
        ended(pump, pages_key(TENANT, job_id_for(TENANT, ROUTE, "job-2")))
        fetches.add(len(pump.fetcher.fetched))

    assert at_every_call(play) > 40
    assert fetches == {1, 2}


def test_whoever_dies_an_erased_job_answers_nobody() -> None:
    def play(executioner: Executioner) -> None:
        pump = empty_scene()
        first = done(pump, "job-1")
        watch(pump, executioner)
        with suppress(CallerError):  # 410: it has been erased, as the first time had not said
            again(lambda: purge(pump.world.store, first, KIND))
        unwatched(pump)
        key = submit(pump, "job-2")
        pump.run()
        assert not is_cached(pump, key)

    assert at_every_call(play) > 3


@pytest.mark.parametrize("seed", range(20))
def test_everything_twice_in_any_order(seed: int) -> None:
    pump = empty_scene()
    pump.rng, pump.times = random.Random(seed), 2
    keys = [submit(pump, f"job-{number}") for number in range(3)]
    pump.run_and_sweep()
    fetched = [key for key in keys if not is_cached(pump, key)]
    assert len(fetched) == len(pump.fetcher.fetched) >= 1
    assert is_cached(pump, done(pump, "job-9"))
