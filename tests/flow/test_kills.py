"""What is lost when any function dies between any two of its port calls?

Each test takes one call after another, in every order of batch size, until the piece ends before
the killer comes.
"""

from collections.abc import Callable
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.tally import Counts
from batchbell.ports import Limits
from batchbell.usecases.cancel import cancel
from batchbell.usecases.purge import purge
from batchbell.usecases.read_job import read_job
from tests.flow.ends import ended
from tests.flow.intruder import Executioner
from tests.flow.pump import Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, LARGE_FROM_2, empty_scene, record, scene, watch
from tests.memory.hooks import Killed, Unwatched
from tests.memory.submissions import KIND, submitted, urls_of
from tests.memory.world import LIMITS

COUNTS = pytest.mark.parametrize("items", [1, 2, 3])


def at_every_call(play: Callable[[Executioner], None]) -> int:
    """Play with a death after call 1, 2, 3 ... -> how often somebody died."""
    for number in count(1):
        executioner = Executioner(number)
        play(executioner)
        if not executioner.came:
            return number - 1
    raise AssertionError("never reached")


def again(call: Callable[[], object]) -> None:
    """A caller that tries once more when it got no answer."""
    try:
        call()
    except Killed:
        call()


def unwatched(pump: Pump) -> None:
    """Nobody dies from now on."""
    pump.world.watch(Unwatched())


def prepared(items: int) -> Pump:
    """The system with a batch whose first page fails once, and then for good."""
    pump = scene(items)
    error = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)
    gone = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
    pump.fetcher.script.set(urls_of(1)[0], error, gone)
    return pump


@COUNTS
def test_whoever_dies_the_batch_closes_and_reports(items: int) -> None:
    """C2, C14, C19, C21, W2: dispatcher, worker, aggregator and notifier."""

    def play(executioner: Executioner) -> None:
        pump = prepared(items)
        watch(pump, executioner)
        pump.run()
        batch = ended(pump, KEY)
        assert batch.counts == Counts(succeeded=items - 1, failed=1, credits=items - 1)

    assert at_every_call(play) > 30


@COUNTS
def test_the_sweeper_may_die_too(items: int) -> None:
    """C11, C19: no record of the stream and no message arrives; the sweeper alone does it all."""

    def play(executioner: Executioner) -> None:
        pump = scene(items)
        pump.lost = lambda _: True
        watch(pump, executioner)
        pump.run_and_sweep()
        ended(pump, KEY)

    assert at_every_call(play) > 30


@COUNTS
def test_a_submission_that_died_never_was_or_goes_on_by_itself(items: int) -> None:
    """Q17: the same key finds the same job."""

    def play(executioner: Executioner) -> None:
        pump = empty_scene()
        watch(pump, executioner)
        try:
            submitted(pump.world, items)
        except Killed:
            pump.run()
            for batch in pump.world.records.batches.values():
                ended(pump, batch.key)
        unwatched(pump)
        assert submitted(pump.world, items).key == KEY
        pump.run()
        ended(pump, KEY)
        assert len(pump.world.records.batches) == 1

    assert at_every_call(play) == 4


@COUNTS
@pytest.mark.parametrize("limits", [LIMITS, LARGE_FROM_2], ids=["small", "large"])
def test_a_cancel_that_died_is_finished_without_its_caller(items: int, limits: Limits) -> None:
    """Q13: by the fence's record, or it never was."""

    def play(executioner: Executioner) -> None:
        pump = scene(items, limits)
        pump.step()
        pump.step()
        watch(pump, executioner)
        try:
            cancel(pump.world.store, KEY, KIND)
        except Killed:
            fenced = record(pump).fence is not None
            pump.run()
            ended(pump, KEY, Outcome.CANCELED if fenced else Outcome.COMPLETED)

    assert at_every_call(play) > 6


@COUNTS
def test_a_cancel_that_died_is_finished_by_the_sweeper(items: int) -> None:
    """Q13: also when the fence's record is lost."""

    def play(executioner: Executioner) -> None:
        pump = scene(items)
        pump.lost = lambda change: record(pump).fence is not None
        watch(pump, executioner)
        again(lambda: cancel(pump.world.store, KEY, KIND))
        pump.run_and_sweep()
        ended(pump, KEY, Outcome.CANCELED)

    assert at_every_call(play) > 6


@COUNTS
def test_a_reader_that_died_leaves_what_others_can_go_on_from(items: int) -> None:
    """Readers help; one that died half-way has not harmed."""

    def play(executioner: Executioner) -> None:
        pump = scene(items)
        pump.lost = lambda change: change.kind == "item"
        pump.run()
        watch(pump, executioner)
        reader = Reader(pump.world, KEY)
        again(reader.read)
        unwatched(pump)
        reader.read()
        pump.run()
        ended(pump, KEY)

    assert at_every_call(play) > 8


@COUNTS
def test_an_erasure_that_died_is_finished_by_the_sweeper(items: int) -> None:
    """From the mark on the job is gone; its content follows."""

    def play(executioner: Executioner) -> None:
        pump = scene(items)
        pump.run()
        watch(pump, executioner)
        try:
            purge(pump.world.store, KEY, KIND)
        except Killed:
            if record(pump).purged_at is None:
                purge(pump.world.store, KEY, KIND)
        pump.run_and_sweep()
        unwatched(pump)
        assert not pump.world.results.stored
        assert not pump.world.specs.stored
        assert record(pump).next_look is None
        with pytest.raises(CallerError, match="erased"):
            read_job(pump.world.store, KEY, KIND)

    assert at_every_call(play) > 4
