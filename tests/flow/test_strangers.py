"""What changes when messages or records of items come that the batch does not have?

C7: nothing. A fault of ours, a redrive into another stack, a message that somebody typed in; and
the records that their claims leave behind, whatever became of them.
"""

from itertools import count

import pytest

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.ports import ItemMessage, Limits
from batchbell.usecases.cancel import cancel
from batchbell.usecases.purge import purge
from tests.flow.ends import ended
from tests.flow.intruder import Intruder
from tests.flow.pump import Pump, Worked
from tests.flow.reader import Reader
from tests.flow.scene import KEY, LARGE_FROM_2, empty_scene, record, scene, watch
from tests.flow.strangers import (
    FAR_AHEAD,
    LONG_AGO,
    bring_strange_records,
    strange_keys,
    strange_messages,
)
from tests.memory.submissions import KIND, submitted, urls_of
from tests.memory.world import LIMITS

FEW = pytest.mark.parametrize("items", [1, 2, 3])
COUNTS = pytest.mark.parametrize("items", [1, 20, 127, 128, 130])
ENDED = pytest.mark.parametrize("state", [state for state in ItemState if state.terminal])


def completed(pump: Pump, items: int) -> Batch:
    """The batch, once it is sure that it has closed as if there had been no strangers."""
    batch = ended(pump, KEY)
    assert batch.counts == Counts(succeeded=items, credits=items)
    assert sorted(pump.fetcher.fetched) == sorted(urls_of(items))
    assert batch.started_at != LONG_AGO
    assert batch.completed_at != FAR_AHEAD
    return batch


@FEW
def test_strange_messages_may_come_in_between_any_two_calls(items: int) -> None:
    """C7."""
    for number in count(1):
        pump = scene(items)
        intruder = Intruder(lambda pump=pump: pump.bring(strange_messages(items)), number)  # type: ignore[misc]
        watch(pump, intruder)
        pump.run()
        assert completed(pump, items).started_at is not None
        assert pump.repairs == []
        if not intruder.came:
            return


@COUNTS
def test_strange_messages_may_come_before_during_and_after(items: int) -> None:
    """C7: many of them, until their attempts are used up and the tallies have heard of it."""
    pump = scene(items)
    lease = pump.world.store.limits.lease_ms
    watch(pump)
    for _ in range(5):
        pump.bring(strange_messages(items))
        pump.world.clock.advance(lease + 1)
    watch(pump, Intruder(lambda: pump.waiting.append((0, strange_messages(items))), 7))
    pump.run()
    completed(pump, items)
    before = record(pump)
    pump.bring(strange_messages(items))
    pump.run()
    assert record(pump) == before
    ended_strangers = [pump.world.records.item(key) for key in strange_keys(items)]
    assert {item and item.state for item in ended_strangers} == {ItemState.FAILED}


@ENDED
@FEW
def test_strange_records_may_appear_in_between_any_two_calls(items: int, state: ItemState) -> None:
    """C7."""
    for number in count(1):
        pump = scene(items)
        intruder = Intruder(
            lambda pump=pump: bring_strange_records(pump, items, state),  # type: ignore[misc]
            number,
        )
        watch(pump, intruder)
        pump.run()
        completed(pump, items)
        assert pump.repairs == []
        if not intruder.came:
            return


@ENDED
@COUNTS
def test_the_sweeper_alone_counts_no_strangers(items: int, state: ItemState) -> None:
    """C7, C11."""
    pump = scene(items)
    pump.lost = lambda _: True
    bring_strange_records(pump, items, state)
    pump.bring(strange_messages(items))
    pump.run_and_sweep()
    completed(pump, items)


@ENDED
@FEW
def test_a_reader_sees_no_strangers(items: int, state: ItemState) -> None:
    """C7, C31: "4 of 3" is never answered, and no state is told before its time."""
    pump = scene(items)
    reader = Reader(pump.world, KEY)

    def come() -> None:
        bring_strange_records(pump, items, state)
        pump.bring(strange_messages(items))
        view = reader.read()
        assert set(view.rows) <= set(range(items))
        assert view.batch.started_at != LONG_AGO

    watch(pump, Intruder(come))
    pump.run()
    completed(pump, items)
    assert reader.read().counts == Counts(succeeded=items, credits=items)


@ENDED
@FEW
def test_a_reader_alone_closes_in_spite_of_strangers(items: int, state: ItemState) -> None:
    """C30: what the aggregator was never told."""
    pump = scene(items)
    bring_strange_records(pump, items, state)
    pump.lost = lambda change: change.kind == "item"
    pump.run()
    assert record(pump).open
    assert not Reader(pump.world, KEY).read().batch.open
    pump.run()
    completed(pump, items)


@ENDED
@pytest.mark.parametrize("limits", [LIMITS, LARGE_FROM_2], ids=["small", "large"])
@pytest.mark.parametrize("items", [3, 130])
def test_a_cancel_counts_no_strangers(items: int, limits: Limits, state: ItemState) -> None:
    """C7, X1, X6."""
    for number in range(1, 12):
        pump = scene(items, limits)
        intruder = Intruder(
            lambda pump=pump: bring_strange_records(pump, items, state),  # type: ignore[misc]
            number,
        )
        watch(pump, intruder)
        pump.step()
        cancel(pump.world.store, KEY, KIND)
        pump.bring(strange_messages(items))
        pump.run_and_sweep()
        batch = ended(pump, KEY, Outcome.CANCELED)
        assert batch.counts == Counts(canceled=items)
        assert pump.fetcher.fetched == []
        assert batch.completed_at != FAR_AHEAD


def test_strangers_do_not_keep_a_job_from_being_erased() -> None:
    pump = scene(3)
    bring_strange_records(pump, 3, ItemState.SUCCEEDED)
    pump.run()
    purge(pump.world.store, KEY, KIND)
    pump.run_and_sweep()
    completed(pump, 3)
    assert (pump.world.results.stored, pump.world.specs.stored) == ({}, {})


def test_messages_may_come_before_their_batch() -> None:
    """A table restored to a moment before it: the batch that is submitted again is as any other."""
    pump = empty_scene()
    messages = Worked(tuple(ItemMessage(key) for key in strange_keys(0)))
    pump.bring(messages)
    submitted(pump.world, 3)
    pump.bring(messages)
    pump.run_and_sweep()
    completed(pump, 3)
