"""When may a batch start, whose tenant runs only so many at a time?"""

import pytest

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.usecases.admit import admit, begin, reclaim, release
from batchbell.usecases.cancel import cancel
from batchbell.usecases.submit_pages import submit_pages
from tests.memory.submissions import KIND, TENANT, submission
from tests.memory.world import World, memory_world
from tests.usecases.desk import Before


def slots(limit: int) -> World:
    world = memory_world()
    world.door.allowances.change(TENANT, {"slots": limit})
    return world


def new(world: World, name: str, kind: JobKind = KIND) -> BatchKey:
    """A batch that was submitted a second after the one before."""
    world.clock.advance(1_000)
    return submit_pages(world.store, submission(1, kind=kind, key=name)).batch.key


def record(world: World, key: BatchKey) -> Batch:
    return world.records.batches[key]


def runs(world: World, key: BatchKey) -> bool:
    return not record(world, key).dispatch.wanted


def holders(world: World) -> set[str]:
    return world.slots.held.get(TENANT, set())


def queue(world: World) -> list[BatchKey]:
    return [waiting.key for waiting in sorted(world.slots.queue.get(TENANT, set()))]


def ended(world: World, key: BatchKey) -> Batch:
    """Its close, by a cancel."""
    return cancel(world.store, key, KIND)


def test_a_batch_with_a_slot_runs_and_waits_no_more() -> None:
    world = slots(1)
    key = new(world, "a")
    begin(world.store, key)
    assert runs(world, key)
    assert holders(world) == {key.batch}
    assert queue(world) == []


def test_with_none_free_it_waits() -> None:
    world = slots(1)
    first, second = new(world, "a"), new(world, "b")
    begin(world.store, first)
    begin(world.store, second)
    assert not runs(world, second)
    assert holders(world) == {first.batch}
    assert queue(world) == [second]
    assert world.records.tallies.get(second) is None


def test_a_close_lets_the_first_in_the_queue_in() -> None:
    world = slots(1)
    first, second, third = (new(world, name) for name in "abc")
    for key in (first, third, second):
        begin(world.store, key)
    release(world.store, ended(world, first))
    admit(world.store, TENANT)
    assert runs(world, second)
    assert not runs(world, third)
    assert holders(world) == {second.batch}
    assert queue(world) == [third]


def test_a_new_batch_does_not_overtake() -> None:
    """Between the freeing of a slot and the start of who waits for it."""
    world = slots(1)
    first, second, third = (new(world, name) for name in "abc")
    for key in (first, second):
        begin(world.store, key)
    release(world.store, ended(world, first))
    begin(world.store, third)
    assert runs(world, second)
    assert not runs(world, third)


def test_as_many_start_as_there_are_slots() -> None:
    world = slots(2)
    keys = [new(world, name) for name in "abcd"]
    for key in keys:
        begin(world.store, key)
    assert [runs(world, key) for key in keys] == [True, True, False, False]


def test_tenants_do_not_wait_for_each_other() -> None:
    world = slots(1)
    begin(world.store, new(world, "a"))
    other = submit_pages(world.store, submission(1, tenant="globex", key="b")).batch.key
    begin(world.store, other)
    assert runs(world, other)


@pytest.mark.parametrize("kind", [JobKind.ASYNC_DISTILL, JobKind.ASYNC_EXTRACT])
def test_a_job_of_one_url_takes_no_slot(kind: JobKind) -> None:
    world = slots(1)
    begin(world.store, new(world, "a"))
    key = new(world, "b", kind)
    begin(world.store, key)
    assert runs(world, key)
    assert key.batch not in holders(world)
    release(world.store, record(world, key))
    assert len(holders(world)) == 1


def test_what_was_canceled_while_it_waited_is_passed_over() -> None:
    """C38."""
    world = slots(1)
    first, second, third = (new(world, name) for name in "abc")
    for key in (first, second, third):
        begin(world.store, key)
    ended(world, second)
    release(world.store, ended(world, first))
    admit(world.store, TENANT)
    assert runs(world, third)
    assert holders(world) == {third.batch}
    assert queue(world) == []


def test_what_closes_just_before_it_is_let_in_holds_nothing() -> None:
    """Its close has freed the slot before it took one."""
    world = slots(1)
    key = new(world, "a")
    world.watch(Before("slots.take", lambda: release(world.store, ended(world, key))))
    begin(world.store, key)
    assert holders(world) == set()
    assert queue(world) == []


def test_everything_may_be_repeated() -> None:
    world = slots(1)
    first, second = new(world, "a"), new(world, "b")
    for _ in range(2):
        for key in (first, second):
            begin(world.store, key)
        admit(world.store, TENANT)
    assert holders(world) == {first.batch}
    closed = ended(world, first)
    for _ in range(2):
        release(world.store, closed)
        admit(world.store, TENANT)
    assert holders(world) == {second.batch}


def test_a_leaked_slot_is_reclaimed() -> None:
    """C35: of a batch that has closed, and of one that there never was."""
    world = slots(3)
    first, second = new(world, "a"), new(world, "b")
    for key in (first, second):
        begin(world.store, key)
    ended(world, first)
    world.slots.take(TENANT, "pages:batch_never", 3)
    assert reclaim(world.store, TENANT) == 2
    assert holders(world) == {second.batch}
    assert reclaim(world.store, TENANT) == 0


def test_a_higher_number_lets_more_in() -> None:
    world = slots(1)
    keys = [new(world, name) for name in "ab"]
    for key in keys:
        begin(world.store, key)
    world.door.allowances.change(TENANT, {"slots": 2})
    admit(world.store, TENANT)
    assert all(runs(world, key) for key in keys)
