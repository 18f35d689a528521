"""Is no credit lost or made, whoever dies and in whatever order things happen?"""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from batchbell.domain.batch import Batch
from batchbell.domain.budget import (
    Budget,
)
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import pages_key
from batchbell.domain.tally import Counts
from batchbell.usecases.charge import Call, charge, charge_call
from tests.memory.hooks import KillAfter, Killed, Unwatched
from tests.usecases.purse import MINUTE, TENANT, Purse

R = TypeVar("R")


def a_life(purse: Purse) -> None:
    """A batch and a call, each step done once more when it died; then the sweeper comes."""
    again(purse.submit)
    closed = purse.close(credits=13)
    again(partial(charge, purse.money, closed))
    call = again(purse.call)
    again(partial(charge_call, purse.money, call, Counts(succeeded=1, credits=20), purse.now))
    again(purse.reclaim)


def test_whoever_dies_after_any_call() -> None:
    """C35."""
    for number in count(1):
        purse, killer = Purse(100), KillAfter(number)
        purse.world.watch(killer)
        a_life(purse)
        purse.world.watch(Unwatched())
        assert purse.budget == Budget(granted=100, available=67)
        assert purse.today == Counts(succeeded=14, failed=1, credits=33)
        if not killer.struck:
            break
    assert number > 6


def again(action: Callable[[], R]) -> R:
    """Do it, and once more if that died."""
    try:
        return action()
    except Killed:
        return action()


NAMES = st.sampled_from("abc")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("submit"), NAMES, st.integers(1, 60)),
        st.tuples(st.just("close"), NAMES, st.integers(0, 60)),
        st.tuples(st.just("charge"), NAMES, st.just(0)),
        st.tuples(st.just("call"), NAMES, st.integers(1, 30)),
        st.tuples(st.just("charge_call"), NAMES, st.integers(0, 30)),
        st.tuples(st.just("reclaim"), NAMES, st.just(0)),
        st.tuples(st.just("grant"), NAMES, st.integers(1, 50)),
        st.tuples(st.just("wait"), NAMES, st.integers(1, 2 * MINUTE)),
    ),
    max_size=40,
)


@settings(deadline=None)
@given(STEPS)
def test_no_credit_is_lost_or_made(steps: list[tuple[str, str, int]]) -> None:
    """In whatever order things happen, and however often."""
    play = _Play()
    for step, name, amount in steps:
        getattr(play, step)(name, amount)
        play.holds()
    play.ends()


class _Play:
    """Does it, and remembers what must have been charged."""

    def __init__(self) -> None:
        self._purse = Purse(80)
        self._granted, self._spent = 80, 0
        self._calls: dict[str, tuple[Call, int]] = {}
        self._charged: dict[str, Batch] = {}
        self._number = count()

    def submit(self, name: str, cost: int) -> None:
        accepted = self._accepted(partial(self._purse.submit, name, cost))
        assert accepted is not None or cost > self._purse.budget.available

    def close(self, name: str, used: int) -> None:
        found = self._purse.world.records.batches.get(pages_key(TENANT, name))
        if found is not None and found.open:
            self._charged[name] = self._purse.close(name, min(used, found.reserved or 0))
            self._spent += min(used, found.reserved or 0)

    def charge(self, name: str, _: int) -> None:
        if name in self._charged:
            charge(self._purse.money, self._charged[name])

    def call(self, name: str, cost: int) -> None:
        call = self._accepted(partial(self._purse.call, f"{name}{next(self._number)}", cost))
        assert call is not None or cost > self._purse.budget.available
        if call is not None:
            self._calls[name] = (call, self._purse.now)

    def charge_call(self, name: str, used: int) -> None:
        """Twice. A call whose time is over is dead: it does nothing any more."""
        call, began = self._calls.pop(name, (None, 0))
        if call is None or self._purse.now >= began + MINUTE:
            return
        cost = min(used, call.reserved or 0)
        for _ in range(2):
            charge_call(self._purse.money, call, Counts(credits=cost), self._purse.now)
        self._spent += cost

    def reclaim(self, _: str, __: int) -> None:
        self._purse.reclaim()

    def grant(self, _: str, credits: int) -> None:
        assert self._purse.budgets.grant(TENANT, credits, self._purse.budget)
        self._granted += credits

    def wait(self, _: str, milliseconds: int) -> None:
        self._purse.world.clock.advance(milliseconds)

    def holds(self) -> None:
        """What has closed is charged at once or later, and nothing else ever is."""
        budget = self._purse.budget
        assert budget.granted == self._granted
        assert budget.available >= 0
        assert budget.charged <= self._spent

    def ends(self) -> None:
        """Everything closes, and the sweeper comes: what was used is charged, and nothing held."""
        for name in "abc":
            self.close(name, 1)
        self.wait("", MINUTE + 1)
        self.reclaim("", 0)
        spent = sum(charge.counts.credits for charge in self._purse.ledger.charges.values())
        assert self._purse.budget == Budget(
            granted=self._granted, available=self._granted - self._spent
        )
        assert spent == self._spent

    def _accepted(self, action: Callable[[], R]) -> R | None:
        try:
            return action()
        except CallerError:
            return None
