"""Does any count ever go below zero or beyond its batch, in whatever order things happen?

The order is looked for by Hypothesis, which makes a failure as short as it can.
"""

from collections.abc import Callable
from functools import partial

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.tally import Counts
from batchbell.usecases.cancel import cancel
from tests.flow.ends import ended
from tests.flow.intruder import Intruder
from tests.flow.pump import Pump, Trigger
from tests.flow.reader import Reader
from tests.flow.scene import KEY, record, scene, watch
from tests.memory.hooks import Killed
from tests.memory.submissions import KIND, urls_of

GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
BUSY = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)
ANY = st.integers(0, 99)
"""Which of those there are, counted round."""


class AnyOrder(RuleBasedStateMachine):
    """One batch, and whoever comes next."""

    pump: Pump
    reader: Reader

    @initialize(items=st.integers(1, 3), failures=st.lists(st.sampled_from([GONE, BUSY, None])))
    def submit(self, items: int, failures: list[PageFailed | None]) -> None:
        """Some of its pages fail."""
        self.pump = scene(items)
        self.reader = Reader(self.pump.world, KEY)
        for url, failure in zip(urls_of(items), failures, strict=False):
            if failure is not None:
                self.pump.fetcher.script.set(url, failure)

    @precondition(lambda self: self.waiting)
    @rule(which=ANY)
    def bring(self, which: int) -> None:
        """Any function that is due, or will be: time goes on to it."""
        self.pump.bring(self._take(which))

    @precondition(lambda self: self.pump.brought)
    @rule(which=ANY)
    def repeat(self, which: int) -> None:
        """Any trigger that ever was comes once more."""
        self.pump.bring(self.pump.brought[which % len(self.pump.brought)])

    @precondition(lambda self: self.waiting)
    @rule(which=ANY)
    def lose(self, which: int) -> None:
        """A trigger never arrives."""
        self._take(which)

    @precondition(lambda self: self.waiting)
    @rule(which=ANY, call=st.integers(1, 12))
    def kill(self, which: int, call: int) -> None:
        """A function dies right after one of its port calls."""
        self._while(partial(_raise, Killed("here")), call, self._take(which))

    @precondition(lambda self: self.waiting)
    @rule(which=ANY, other=ANY, call=st.integers(1, 12))
    def interrupt(self, which: int, other: int, call: int) -> None:
        """Another function runs from beginning to end between two of its port calls."""
        trigger = self._take(which)
        if self.waiting:
            self._while(lambda: self.pump.bring(self._take(other)), call, trigger)

    @rule()
    def wait(self) -> None:
        """Every lease runs out."""
        self.pump.world.clock.advance(self.pump.world.store.limits.lease_ms + 1)

    @rule()
    def sweep(self) -> None:
        """The sweeper looks at it, due or not."""
        self.pump.sweep(KEY)

    @rule()
    def cancel(self) -> None:
        """A caller gives up; one who was refused finds it finished."""
        try:
            cancel(self.pump.world.store, KEY, KIND)
        except CallerError:
            assert not record(self.pump).open

    @rule()
    def read(self) -> None:
        """A client polls."""
        self.reader.read()

    @invariant()
    def no_count_is_off(self) -> None:
        """Of the batch, of its tallies, and what is left to do."""
        batch = record(self.pump)
        _check(batch.counts or Counts(), batch.total)
        for tally in self.pump.world.records.tallies.get(KEY, {}).values():
            sets = (tally.succeeded, tally.failed, tally.canceled)
            assert sum(map(len, sets)) == len(tally.known) <= tally.expected

    @property
    def waiting(self) -> list[tuple[int, Trigger]]:
        """What can come next."""
        self.pump.collect()
        return self.pump.waiting

    def teardown(self) -> None:
        """Left alone it comes to its one right end."""
        self.pump.run_and_sweep()
        view = self.reader.read()
        _check(view.counts, view.batch.total)
        assert view.counts.ended == view.batch.total
        outcome = record(self.pump).outcome
        assert outcome is not None
        ended(self.pump, KEY, outcome)

    def _take(self, which: int) -> Trigger:
        at, trigger = self.waiting.pop(which % len(self.waiting))
        self.pump.world.clock.advance(max(at - self.pump.world.clock(), 0))
        return trigger

    def _while(self, action: Callable[[], object], call: int, trigger: Trigger) -> None:
        watch(self.pump, Intruder(action, call))
        self.pump.bring(trigger)
        watch(self.pump)


def _check(counts: Counts, total: int) -> None:
    assert min(counts.succeeded, counts.failed, counts.canceled, counts.credits) >= 0
    assert total - counts.ended >= 0
    assert counts.credits == counts.succeeded


def _raise(error: BaseException) -> None:
    raise error


def test_no_count_is_off_in_any_order() -> None:
    """C3: functions brought, repeated, lost, killed and interrupted, with a client and a cancel."""
    known = settings(max_examples=30, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(AnyOrder, settings=known)
