"""Who repairs what died on the way?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.event import Attempt, Verdict
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Dispatch, Phase
from batchbell.ports import WebhookMessage
from batchbell.usecases.sweep import Repair
from tests.memory.hooks import Recorder
from tests.memory.world import memory_world
from tests.usecases.desk import (
    CANCEL,
    KEY,
    Desk,
    bring_stranger,
    closed_desk,
    dispatched_desk,
    item_key,
    new_desk,
)
from tests.usecases.sweeper import Sweeper

LEASE_MS = 180_000


def sent_desk(count: int) -> Desk:
    """A batch whose messages were sent, and are lost."""
    desk = dispatched_desk(count)
    desk.world.tallies.mark_sent(KEY, desk.tally, 1, desk.world.clock())
    return desk


def write_dispatch(desk: Desk, number: int) -> None:
    """So many sends were made, the last one now."""
    dispatch = Dispatch(Phase.SENT, number, desk.world.clock())
    desk.world.records.write_tally(KEY, replace(desk.tally, dispatch=dispatch))


# Open batches.


def test_a_healthy_batch_is_left_alone() -> None:
    desk = sent_desk(2)
    desk.claim(0)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs == []
    assert desk.sent() == []


def test_it_is_looked_at_again_within_a_lease() -> None:
    """Invariant 5."""
    desk = sent_desk(1)
    desk.world.clock.advance(500_000)
    Sweeper(desk).sweep()
    assert desk.batch.next_look == desk.world.clock() + LEASE_MS


def test_an_interrupted_dispatch_is_finished() -> None:
    desk = new_desk(2)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs == [(Repair.DISPATCHED, 1), (Repair.SENT, 2)]
    assert desk.sent() == [0, 1]


def test_a_chunk_that_was_never_sent_is_sent_at_once() -> None:
    desk = dispatched_desk(2)
    Sweeper(desk).sweep()
    assert desk.sent() == [0, 1]
    assert str(desk.tally.dispatch) == "sent#1"


def test_what_items_say_is_folded_and_closes_the_batch() -> None:
    """C11, C21."""
    desk = sent_desk(2)
    desk.finish(0, 1)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs[:2] == [(Repair.FOLDED, 2), (Repair.CLOSED, 1)]
    assert desk.batch.outcome is Outcome.COMPLETED


@pytest.mark.parametrize("state", ItemState)
def test_what_is_no_item_needs_no_repair(state: ItemState) -> None:
    """C7: else it would be one again at every look."""
    desk = sent_desk(2)
    desk.claim(0)
    bring_stranger(desk, 2, state)
    desk.world.clock.advance(1_000)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs == []
    assert desk.sent() == []


def test_a_covered_batch_is_closed() -> None:
    """C19: whoever covered it died."""
    desk = sent_desk(1)
    desk.finish(0)
    desk.world.tallies.fold(KEY, 0, {0: ItemState.SUCCEEDED}, 1)
    Sweeper(desk).sweep()
    assert not desk.batch.open


def test_a_fenced_batch_is_settled() -> None:
    """Q13."""
    desk = sent_desk(2)
    desk.world.batches.raise_fence(KEY, CANCEL)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs[0] == (Repair.SETTLED, 1)
    assert desk.batch.outcome is Outcome.CANCELED
    assert desk.sent() == []


def test_a_batch_whose_input_is_lost_fails() -> None:
    desk = new_desk(2)
    desk.world.specs.stored.clear()
    Sweeper(desk).sweep()
    assert desk.batch.outcome is Outcome.FAILED
    assert desk.sent() == []


# Sending again.


def test_what_lost_its_worker_is_sent_at_once() -> None:
    desk = sent_desk(2)
    desk.claim(1)
    desk.world.clock.advance(LEASE_MS + 1)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert desk.sent() == [1]
    assert sweeper.repairs == [(Repair.SENT, 1)]


def test_what_was_sent_is_given_time() -> None:
    """Twice a lease after the first send."""
    desk = sent_desk(2)
    desk.world.clock.advance(2 * LEASE_MS)
    Sweeper(desk).sweep()
    assert desk.sent() == []


def test_an_old_send_is_repeated() -> None:
    desk = sent_desk(2)
    desk.world.clock.advance(2 * LEASE_MS + 1)
    Sweeper(desk).sweep()
    assert desk.sent() == [0, 1]
    assert str(desk.tally.dispatch) == "sent#2"


@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_each_wait_is_twice_the_one_before(number: int) -> None:
    """A long queue is not flooded."""
    desk = sent_desk(1)
    write_dispatch(desk, number)
    desk.world.clock.advance(LEASE_MS * 2**number)
    Sweeper(desk).sweep()
    assert desk.sent() == []
    desk.world.clock.advance(1)
    Sweeper(desk).sweep()
    assert desk.sent() == [0]


def test_workers_that_die_again_and_again_do_not_put_off_the_rest() -> None:
    """Invariant 5: a lost message is sent again in time, whatever its neighbours do."""
    desk = sent_desk(2)
    for _ in range(3):
        desk.claim(1)
        desk.world.clock.advance(LEASE_MS + 1)
        Sweeper(desk).sweep()
    assert 0 in desk.sent()


def test_used_up_attempts_are_sent_to_be_recorded() -> None:
    desk = sent_desk(1)
    for _ in range(3):
        desk.claim(0)
        desk.world.clock.advance(LEASE_MS + 1)
    Sweeper(desk).sweep()
    assert desk.sent() == [0]


# Closed batches.


def test_an_owed_event_is_handed_over_again() -> None:
    """C19."""
    desk = closed_desk()
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert desk.world.webhooks.messages == [WebhookMessage(KEY, 1)]
    assert sweeper.repairs == [(Repair.HANDED_OVER, 1)]


def test_every_generations_event_is_handed_over() -> None:
    desk = closed_desk()
    first = desk.event
    desk.world.records.write_event(replace(first, generation=2, id="evt_2"))
    Sweeper(desk).sweep()
    assert {message.generation for message in desk.world.webhooks.messages} == {1, 2}


def test_an_event_whose_next_attempt_is_to_come_is_left_alone() -> None:
    """W6: and looked at after it."""
    desk = closed_desk()
    due = desk.world.clock() + 600_000
    failed = Attempt(number=1, claimed_at=1, finished_at=2, status=500, next_at=due)
    desk.world.deliveries.claim(desk.event, failed, 0)
    Sweeper(desk).sweep()
    assert desk.world.webhooks.messages == []
    assert desk.batch.next_look == due + LEASE_MS


def test_an_event_without_its_message_is_looked_at_again() -> None:
    desk = closed_desk()
    Sweeper(desk).sweep()
    assert desk.batch.next_look == desk.world.clock() + 900_000


def test_a_batch_that_owes_nothing_is_let_go() -> None:
    desk = closed_desk()
    desk.world.events.record_verdict(desk.event, Verdict.DELIVERED)
    Sweeper(desk).sweep()
    assert desk.batch.next_look is None


def test_a_batch_that_closes_under_the_sweeper_is_handed_over_in_the_same_sweep() -> None:
    desk = sent_desk(1)
    desk.finish(0)
    Sweeper(desk).sweep()
    assert desk.world.webhooks.messages == [WebhookMessage(KEY, 1)]


def test_it_says_what_it_found() -> None:
    """The age of the oldest open batch is a metric."""
    desk = sent_desk(1)
    desk.finish(0)
    found = Sweeper(desk).sweep()
    assert found
    assert found.open


def test_an_unknown_batch_is_passed_over() -> None:
    assert Sweeper(Desk(memory_world())).sweep() is None


def test_two_sweeps_at_once_are_harmless() -> None:
    desk = sent_desk(2)
    desk.finish(0, 1)
    inner = Sweeper(desk)
    recorder = Recorder()

    class SweepsToo(Recorder):
        def after(self, call_name: str) -> None:
            desk.world.watch(recorder)
            inner.sweep()

    desk.world.watch(SweepsToo())
    Sweeper(desk).sweep()
    assert len(desk.world.records.events[KEY]) == 1
    assert desk.world.records.item(item_key(0)) == desk.item(0)
