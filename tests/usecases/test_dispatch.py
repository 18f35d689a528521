"""How do the messages of a batch reach the queue?"""

from dataclasses import replace

from batchbell.domain.batch import FenceReason, Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.tally import Dispatch, Phase
from batchbell.usecases.admit import begin
from batchbell.usecases.dispatch import dispatch_tally
from tests.memory.world import memory_world
from tests.usecases.desk import CANCEL, KEY, Desk, dispatched_desk, new_desk


def dispatch_chunk(desk: Desk, chunk: int = 0) -> None:
    """The dispatcher, with a tally's record."""
    dispatch_tally(desk.world.store, desk.world.pages, KEY, chunk)


def test_each_chunk_gets_a_tally_that_wants_its_messages() -> None:
    desk = new_desk(130)
    begin(desk.world.store, KEY)
    assert {c: t.expected for c, t in desk.tallies.items()} == {0: 128, 1: 2}
    assert {str(tally.dispatch) for tally in desk.tallies.values()} == {"wanted#1"}


def test_then_the_batch_is_sent() -> None:
    desk = dispatched_desk()
    assert str(desk.batch.dispatch) == "sent#1"


def test_a_tally_that_is_there_stays_as_it_is() -> None:
    """A dispatch that died half-way is repeated."""
    desk = dispatched_desk(130)
    before = dict(desk.tallies)
    batch = desk.batch.evolve(dispatch=Dispatch(Phase.WANTED, 1, 0))
    desk.world.records.write_batch(batch)
    desk.world.clock.advance(1)
    begin(desk.world.store, KEY)
    assert desk.tallies == before


def test_a_batch_that_was_sent_is_left_alone() -> None:
    desk = dispatched_desk()
    desk.world.records.tallies[KEY].clear()
    begin(desk.world.store, KEY)
    assert desk.tallies == {}


def test_an_unknown_batch_is_passed_over() -> None:
    world = memory_world()
    begin(world.store, KEY)
    dispatch_tally(world.store, world.pages, KEY, 0)
    assert not world.records.tallies
    assert not world.pages.messages


def test_a_batch_whose_input_is_lost_fails() -> None:
    desk = new_desk(2)
    desk.world.specs.stored.clear()
    begin(desk.world.store, KEY)
    assert desk.batch.outcome is Outcome.FAILED
    assert desk.batch.fence
    assert desk.batch.fence.reason is FenceReason.FATAL
    item = desk.item()
    assert item
    assert item.error
    assert item.error.code is ErrorCode.INTERNAL_ERROR


def test_every_open_position_is_sent() -> None:
    desk = dispatched_desk(3)
    dispatch_chunk(desk)
    assert desk.sent() == [0, 1, 2]
    assert str(desk.tally.dispatch) == "sent#1"


def test_what_has_ended_or_is_in_work_is_not_sent() -> None:
    desk = dispatched_desk(3)
    desk.finish(0)
    desk.claim(1)
    dispatch_chunk(desk)
    assert desk.sent() == [2]


def test_what_lost_its_worker_is_sent() -> None:
    desk = dispatched_desk(1)
    desk.claim(0)
    desk.world.clock.advance(desk.world.store.limits.lease_ms + 1)
    dispatch_chunk(desk)
    assert desk.sent() == [0]


def test_nothing_is_sent_behind_the_fence() -> None:
    desk = dispatched_desk(3)
    desk.world.batches.raise_fence(KEY, CANCEL)
    dispatch_chunk(desk)
    assert desk.sent() == []


def test_a_chunk_that_was_sent_is_not_sent_again() -> None:
    desk = dispatched_desk(3)
    dispatch_chunk(desk)
    desk.sent()
    dispatch_chunk(desk)
    assert desk.sent() == []


def test_whoever_wants_a_send_meanwhile_is_not_overlooked() -> None:
    """`wanted` and `sent` are numbers, not flags."""
    desk = dispatched_desk(1)

    class WantsMore:
        def before(self, call_name: str) -> None:
            if call_name == "tallies.mark_sent":
                wanted = Dispatch(Phase.WANTED, 2, 0)
                desk.world.records.write_tally(KEY, replace(desk.tally, dispatch=wanted))

        def after(self, call_name: str) -> None:
            """Nothing."""

    desk.world.watch(WantsMore())
    dispatch_chunk(desk)
    assert str(desk.tally.dispatch) == "wanted#2"


def test_an_unknown_chunk_is_passed_over() -> None:
    desk = new_desk()
    dispatch_chunk(desk)
    assert desk.sent() == []
