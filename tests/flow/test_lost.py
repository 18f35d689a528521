"""What is lost with a record or a message that never arrives?

One lost thing at a time, each in turn, and then all of them: the sweeper finds what is owed.
"""

from contextlib import suppress
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.errors import Unavailable
from batchbell.domain.item import Item
from batchbell.usecases.cancel import cancel
from batchbell.usecases.sweep import Repair
from tests.flow.ends import ended
from tests.flow.intruder import Intruder, Outermost
from tests.flow.pump import Pump
from tests.flow.scene import KEY, LARGE_FROM_2, record, scene
from tests.memory.hooks import Unwatched
from tests.memory.records import Change, Kind
from tests.memory.submissions import KIND

COUNTS = pytest.mark.parametrize("items", [1, 2, 3, 130])


class Loses:
    """Loses change number `number` of the stream (from 1)."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.seen: list[Kind] = []

    def __call__(self, change: Change) -> bool:
        self.seen.append(change.kind)
        return len(self.seen) == self._number


@pytest.mark.parametrize("items", [1, 2, 3])
def test_any_one_record_may_be_lost(items: int) -> None:
    """C11, C14, C21, Q11: batch, tally, item and event, each in turn."""
    kinds = set()
    for number in count(1):
        pump = scene(items)
        pump.lost = loses = Loses(number)
        pump.run_and_sweep()
        ended(pump, KEY)
        if len(loses.seen) < number:
            break
        kinds.add(loses.seen[number - 1])
    assert kinds == set(Kind)


@COUNTS
@pytest.mark.parametrize("kind", Kind)
def test_all_records_of_a_kind_may_be_lost(items: int, kind: Kind) -> None:
    """C11, C29."""
    pump = scene(items)
    pump.lost = lambda change: change.kind is kind
    pump.run_and_sweep()
    ended(pump, KEY)


@COUNTS
def test_every_record_may_be_lost(items: int) -> None:
    """C11: and each repair is told."""
    pump = scene(items)
    pump.lost = lambda _: True
    pump.run_and_sweep()
    ended(pump, KEY)
    assert set(pump.repairs) == {
        Repair.DISPATCHED,
        Repair.SENT,
        Repair.FOLDED,
        Repair.CLOSED,
        Repair.HANDED_OVER,
    }


@COUNTS
def test_the_messages_of_a_batch_may_be_lost(items: int) -> None:
    """Sent again once the last send is old."""
    pump = scene(items)
    while not pump.world.pages.take():
        assert pump.step()
    pump.run_and_sweep()
    ended(pump, KEY)
    assert Repair.SENT in pump.repairs


def test_the_message_of_an_event_may_be_lost() -> None:
    """C19: handed over again."""
    pump = scene(1)
    while not pump.world.webhooks.take():
        assert pump.step()
    pump.run_and_sweep()
    ended(pump, KEY)
    assert pump.repairs == [Repair.HANDED_OVER]


def test_the_record_of_a_fence_may_be_lost() -> None:
    """X1: above the limit nobody waits for the settling, and it happens all the same."""
    pump = scene(3, LARGE_FROM_2)
    assert cancel(pump.world.store, KEY, KIND).open
    pump.lost = lambda change: change.kind is Kind.BATCH
    pump.run_and_sweep()
    ended(pump, KEY, Outcome.CANCELED)
    assert pump.repairs[0] is Repair.SETTLED


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_row_that_is_gone_is_worked_on_again(gone: int) -> None:
    """C27: whether a tally knew it or not; the tally is a hint, and the items decide."""
    pump = scene(3)
    pump.lost = lambda change: isinstance(change.new, Item) and change.new.key.position == 2
    pump.run()
    del pump.world.records.items[KEY, 0][gone]
    pump.world.watch(Unwatched())
    pump.run_and_sweep()
    assert ended(pump, KEY).total == 3
    assert len(pump.fetcher.fetched) == 4


@pytest.mark.parametrize("cancels", [False, True], ids=["completed", "canceled"])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_row_may_go_at_any_moment(gone: int, cancels: bool) -> None:
    """C27: deleted by hand or by its TTL; the batch closes, once, canceled or not."""
    for number in count(1):
        pump = scene(2)
        intruder = Intruder(lambda pump=pump: take_row(pump, gone), number)  # type: ignore[misc]
        pump.world.watch(Outermost([intruder]))
        pump.step()
        with suppress(Unavailable):  # nothing was promised
            if cancels:
                cancel(pump.world.store, KEY, KIND)
        pump.run_and_sweep()
        assert not record(pump).open
        assert record(pump).next_look is None
        assert len(pump.poster.posted) == 1
        if not intruder.came:
            assert number > 15
            return


def take_row(pump: Pump, position: int) -> None:
    """An item's record is deleted, if it is there."""
    pump.world.records.items.get((KEY, 0), {}).pop(position, None)


def test_an_open_batch_is_looked_at_within_a_lease() -> None:
    """Invariant 5."""
    pump = scene(1)
    pump.lost = lambda _: True
    lease = pump.world.store.limits.lease_ms
    assert (record(pump).next_look or 0) - pump.world.clock() <= lease
    pump.world.clock.advance(lease)
    pump.sweep_due()
    assert (record(pump).next_look or 0) - pump.world.clock() <= lease
