"""What happens when the input list disappears behind a job's back?"""

from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.usecases.cancel import cancel
from batchbell.usecases.read_spec import read_urls
from tests.flow.ends import ended, event_of
from tests.flow.intruder import Intruder
from tests.flow.pump import Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, LARGE_FROM_2, record, scene, watch
from tests.memory.submissions import KIND

COUNTS = pytest.mark.parametrize("items", [1, 2, 3, 12])


def take_input(pump: Pump) -> None:
    """Nobody can read what was submitted any more."""
    pump.world.specs.stored.clear()


@COUNTS
def test_lost_before_dispatch_it_fails_the_job_with_an_event(items: int) -> None:
    """W2."""
    pump = scene(items)
    take_input(pump)
    pump.run()
    batch = ended(pump, KEY, Outcome.FAILED)
    assert '"status": "FAILED"' in event_of(pump, KEY).body
    assert batch.counts is not None
    assert batch.counts.failed == items
    assert not pump.fetcher.fetched


@COUNTS
def test_every_row_says_why(items: int) -> None:
    pump = scene(items)
    take_input(pump)
    pump.run()
    rows = Reader(pump.world, KEY).read().rows.values()
    assert {row.error.code for row in rows if row.error} == {ErrorCode.INTERNAL_ERROR}
    assert len(rows) == items


@COUNTS
def test_lost_at_any_moment_the_job_ends_one_way_or_the_other(items: int) -> None:
    """Between dispatch and claim, between two workers, after the last: what had finished stays."""
    outcomes = set()
    for number in count(1):
        pump = scene(items)
        reader = Reader(pump.world, KEY)
        intruder = Intruder(lambda pump=pump: take_input(pump), number)  # type: ignore[misc]
        watch(pump, intruder, Intruder(reader.read))
        pump.run()
        outcome = record(pump).outcome or Outcome.CANCELED
        outcomes.add(outcome)
        batch = ended(pump, KEY, outcome)
        assert batch.counts is not None
        assert batch.counts.succeeded == sum(url != "" for url in pump.fetcher.fetched)
        if not intruder.came:
            break
    assert outcomes == {Outcome.COMPLETED, Outcome.FAILED}


def test_the_sweeper_finds_it_too() -> None:
    pump = scene(2)
    take_input(pump)
    pump.lost = lambda _: True
    pump.run_and_sweep()
    ended(pump, KEY, Outcome.FAILED)


def test_the_job_can_be_read_without_its_urls() -> None:
    pump = scene(2)
    take_input(pump)
    pump.run()
    assert read_urls(pump.world.store, record(pump)) == ("", "")


@pytest.mark.parametrize("limits", [None, LARGE_FROM_2], ids=["small", "large"])
def test_a_cancel_of_a_failing_job_is_refused_when_it_has_failed(limits: object) -> None:
    """Also above the limit: it is settled first, so what is answered is so."""
    pump = scene(3, LARGE_FROM_2) if limits else scene(3)
    take_input(pump)
    watch(pump, Intruder(lambda: _fence_only(pump)))
    with pytest.raises(_Fenced):
        pump.run()
    with pytest.raises(CallerError) as refused:
        cancel(pump.world.store, KEY, KIND)
    assert refused.value.code is ErrorCode.JOB_ALREADY_FINISHED
    assert record(pump).outcome is Outcome.FAILED


class _Fenced(Exception):
    """The fence is up, and nothing else has happened yet."""


def _fence_only(pump: Pump) -> None:
    if record(pump).fence is not None:
        watch(pump)
        raise _Fenced
