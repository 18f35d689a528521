"""Does a batch of documents hold a slot just as long as a document handed over is open?"""

import pytest

from batchbell.domain.item import ItemState
from batchbell.usecases.submit_pages import submit_pages
from batchbell.usecases.sweep import Repair
from tests.flow.intruder import Intruder
from tests.flow.office import LINK_MS, Office, office, second
from tests.flow.pump import Aggregated
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.memory.submissions import submission

UPLOADED, QUEUED = ItemState.UPLOADED, ItemState.QUEUED
SUCCEEDED, CANCELED = ItemState.SUCCEEDED, ItemState.CANCELED


def limited(slots: int = 1) -> Office:
    """A caller of a tenant with so many slots."""
    desk = office()
    desk.pump.world.door.allowances.change(desk.tenant, {"slots": slots})
    return desk


def held(desk: Office) -> set[str]:
    """Who of the tenant holds a slot."""
    return desk.pump.world.slots.held.get(desk.tenant, set())


def never_too_many(desk: Office, slots: int = 1) -> Intruder:
    """Looks after every port call: only as many hold one, and who works holds one."""

    def look() -> None:
        assert len(held(desk)) <= slots
        for rows in desk.pump.world.records.items.values():
            for item in rows.values():
                if item.key.batch.is_documents and item.state is ItemState.PROCESSING:
                    assert item.key.batch.batch in held(desk), "works without a slot"

    return Intruder(look)


def test_it_is_freed_when_nothing_handed_over_is_open_though_others_were_uploaded() -> None:
    desk = limited()
    desk.upload("a")
    assert held(desk) == set()
    desk.process()
    desk.upload("b")
    desk.pump.step()
    assert held(desk) == {desk.key.batch}
    desk.pump.run()
    assert desk.states == [SUCCEEDED, UPLOADED]
    assert held(desk) == set()
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk)


def test_others_wait_in_the_order_in_which_they_were_handed_over() -> None:
    desk = limited()
    batches = [second(desk, name) for name in ("old", "middle", "new")]
    for one in batches:
        one.upload(one.name)
    desk.upload("a", link=True)
    desk.process()
    desk.pump.step()
    for number in (2, 0, 1):
        desk.pump.world.clock.advance(1)
        batches[number].process()
        desk.pump.step()
    watch(desk.pump, never_too_many(desk))
    desk.pump.run()
    assert [text for text, _ in desk.pump.engine.read_with] == ["new", "old", "middle"]
    desk.pump.run_and_sweep()
    settled(desk, *batches)


def test_jobs_of_pages_wait_for_documents_and_documents_for_them() -> None:
    desk = limited()
    desk.upload("a", "b")
    submit_pages(desk.pump.world.store, submission(2, key="pages"))
    desk.process()
    watch(desk.pump, never_too_many(desk))
    desk.pump.run_and_sweep()
    settled(desk)
    assert all(not batch.open for batch in desk.pump.world.records.batches.values())


def test_who_holds_a_slot_hands_more_over_though_others_wait_for_it() -> None:
    """Else it would wait behind those who wait for it, and all for ever."""
    desk = limited()
    other = second(desk)
    desk.upload("a", link=True)
    other.upload("b")
    desk.process()
    desk.pump.step()
    other.process()
    desk.pump.step()
    assert desk.pump.world.slots.queue[desk.tenant]
    desk.upload("c")
    desk.process()
    watch(desk.pump, never_too_many(desk))
    for _ in range(20):
        desk.pump.step()
    assert desk.states == [QUEUED, SUCCEEDED]
    assert other.states == [QUEUED]
    desk.send("a")
    desk.pump.run()
    assert (desk.states, other.states) == ([SUCCEEDED] * 2, [SUCCEEDED])
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk, other)


def test_what_is_deleted_before_it_was_sent_leaves_no_slot_taken() -> None:
    """The dispatcher takes one, finds nothing to send, and leaves it to the others."""
    desk = limited()
    other = second(desk)
    desk.upload("a")
    desk.process()
    desk.upload("b")
    desk.delete("a")
    other.upload("c")
    other.process()
    desk.pump.run()
    assert desk.batch.open
    assert other.states == [SUCCEEDED]
    assert held(desk) == set()
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk, other)


@pytest.mark.parametrize("way", ["missing", "deleted", "batch deleted", "failed"])
def test_it_is_freed_however_the_documents_end(way: str) -> None:
    """C38."""
    desk = limited()
    other = second(desk)
    desk.upload("xa" if way == "failed" else "a", link=way != "failed")
    desk.upload("b", link=True)
    desk.delete("b")
    desk.process()
    desk.upload("c")
    desk.pump.step()
    other.upload("d")
    other.process()
    if way == "deleted":
        desk.delete("a")
    if way == "batch deleted":
        desk.delete_all()
    desk.pump.run()
    assert other.states == [SUCCEEDED]
    assert held(desk) == set()
    assert desk.pump.world.clock() > (desk.batch.created_at + LINK_MS if way == "missing" else 0)
    desk.pump.run_and_sweep()
    settled(desk, other)


@pytest.mark.parametrize("comes_twice", [False, True])
def test_a_batch_that_was_opened_again_keeps_its_slot_when_the_close_is_told_late(
    comes_twice: bool,
) -> None:
    """And does not get a second one."""
    desk = limited(2)
    desk.upload("a")
    desk.process()
    while not desk.events:
        desk.pump.step()
    desk.pump.collect()
    late = [t for _, t in desk.pump.waiting if isinstance(t, Aggregated)]
    assert late
    desk.pump.waiting.clear()
    desk.upload("b", link=True)
    desk.process()
    for _ in range(4):
        desk.pump.step()
    assert held(desk) == {desk.key.batch}
    for trigger in late * (2 if comes_twice else 1):
        desk.pump.bring(trigger)
        assert held(desk) == {desk.key.batch}
    desk.send("b")
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 2


def test_a_slot_that_a_dead_dispatcher_left_is_freed_for_those_who_wait() -> None:
    """C35."""
    desk = limited()
    other = second(desk)
    desk.upload("a")
    desk.pump.run_and_sweep()
    desk.pump.world.slots.take(desk.tenant, desk.key.batch, 1)
    other.upload("b")
    other.process()
    desk.pump.run_and_sweep()
    settled(desk, other)
    assert Repair.SLOTS_FREED in desk.pump.repairs
