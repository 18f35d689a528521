"""Do slots hold, and does everybody get one in the end, whatever dies or is lost?"""

from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.identifiers import BatchKey
from batchbell.usecases.submit_pages import submit_pages
from batchbell.usecases.sweep import Repair
from batchbell.usecases.verify import verify
from tests.flow.ends import delivered, event_of
from tests.flow.intruder import Executioner, Intruder
from tests.flow.pump import Pump
from tests.flow.scene import empty_scene, watch
from tests.memory.hooks import Unwatched
from tests.memory.records import Kind
from tests.memory.submissions import TENANT, submission

LIMIT = 1


def several(batches: int = 3) -> tuple[Pump, list[BatchKey]]:
    """So many batches of a tenant that may run one at a time."""
    pump = empty_scene()
    pump.world.door.allowances.change(TENANT, {"slots": LIMIT})
    keys = []
    for number in range(batches):
        pump.world.clock.advance(1_000)
        keys.append(submit_pages(pump.world.store, submission(2, key=f"b{number}")).batch.key)
    return pump, keys


def never_too_many(pump: Pump) -> Intruder:
    """Looks after every port call: only who holds a slot has been dispatched and is open."""

    def look() -> None:
        held = pump.world.slots.held.get(TENANT, set())
        assert len(held) <= LIMIT
        for key, batch in pump.world.records.batches.items():
            if batch.open and pump.world.records.tallies.get(key):
                assert key.batch in held

    return Intruder(look)


def all_ended(pump: Pump, keys: list[BatchKey]) -> None:
    """Closed, in order, proved and told, and nobody holds or waits for anything."""
    pump.world.watch(Unwatched())
    batches = [pump.world.records.batches[key] for key in keys]
    assert all(batch.outcome is Outcome.COMPLETED and batch.next_look is None for batch in batches)
    starts = [batch.started_at or 0 for batch in batches]
    assert starts == sorted(starts)
    for key in keys:
        proof = verify(pump.world.store, pump.world.deliveries, key)
        assert proof.holds, proof.differences
        event = event_of(pump, key)
        delivered([p for p in pump.poster.posted if p.headers["webhook-id"] == event.id], event)
    assert not pump.world.slots.held.get(TENANT)
    assert not pump.world.slots.queue.get(TENANT)


def test_one_after_another_without_the_sweeper() -> None:
    pump, keys = several(5)
    watch(pump, never_too_many(pump))
    pump.run()
    all_ended(pump, keys)
    assert pump.repairs == []


def test_whoever_dies_anywhere() -> None:
    """C35: after every port call of every function, in turn."""
    for number in count(1):
        pump, keys = several(2)
        executioner = Executioner(number)
        watch(pump, never_too_many(pump), executioner)
        pump.run_and_sweep()
        all_ended(pump, keys)
        if not executioner.came:
            break
    assert number > 50


@pytest.mark.parametrize("kind", Kind)
def test_whatever_is_lost(kind: Kind) -> None:
    """C38: every record of a kind."""
    pump, keys = several(3)
    watch(pump, never_too_many(pump))
    pump.lost = lambda change: change.kind is kind
    pump.run_and_sweep()
    all_ended(pump, keys)


def test_everything_comes_three_times() -> None:
    """C37."""
    pump, keys = several(3)
    pump.times = 3
    watch(pump, never_too_many(pump))
    pump.run()
    all_ended(pump, keys)


def test_a_slot_that_was_leaked_is_freed_and_told() -> None:
    """C35."""
    pump, keys = several(2)
    pump.world.slots.take(TENANT, "pages:batch_gone", LIMIT)
    pump.run()
    assert all(pump.world.records.batches[key].open for key in keys)
    pump.run_and_sweep()
    all_ended(pump, keys)
    assert Repair.SLOTS_FREED in pump.repairs
