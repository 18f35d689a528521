"""Does the proof find every kind of difference?

Each test changes one record behind the system's back, and names what must be said of it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.event import Attempt, Verdict
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.usecases.cancel import cancel
from batchbell.usecases.verify import verify
from tests.flow.pump import Pump
from tests.memory.submissions import KIND
from tests.memory.world import memory_world
from tests.usecases.desk import KEY, Desk, dispatched_desk, new_desk
from tests.usecases.proofs import delivered_desk, proof_of


def change_batch(desk: Desk, **changes: object) -> None:
    desk.world.records.batches[KEY] = desk.batch.evolve(**changes)


def change_tally(desk: Desk, **changes: object) -> None:
    changed = replace(desk.tally, **changes)  # type: ignore[arg-type]
    desk.world.records.tallies[KEY][0] = changed


def change_summary(desk: Desk, counts: Counts) -> None:
    assert desk.tally.summary
    change_tally(desk, summary=replace(desk.tally.summary, counts=counts))
    change_batch(desk, counts=counts)


def change_item(desk: Desk, **changes: object) -> None:
    item = desk.item()
    assert item
    desk.world.records.items[KEY, 0][0] = item.evolve(**changes)


def change_event(desk: Desk, **changes: object) -> None:
    changed = replace(desk.event, **changes)  # type: ignore[arg-type]
    desk.world.records.events[KEY][1] = changed


def no_attempts(desk: Desk) -> None:
    desk.world.deliveries._attempts.clear()


def failed_attempts(desk: Desk, count: int) -> None:
    no_attempts(desk)
    for number in range(1, count + 1):
        next_at = 3 if number < 6 else None
        failed = Attempt(number=number, claimed_at=1, finished_at=2, status=500, next_at=next_at)
        desk.world.deliveries.claim(desk.event, failed, 0)


# What is proved.


@pytest.mark.parametrize("count", [1, 128, 130])
def test_a_delivered_batch_is_proved(count: int) -> None:
    proof = proof_of(delivered_desk(count))
    assert proof.holds
    assert f"chunk 0: {min(count, 128)} items, {min(count, 128)} of them ended" in proof.facts


def test_a_canceled_batch_is_proved() -> None:
    desk = dispatched_desk(2)
    cancel(desk.world.store, KEY, KIND)
    assert proof_of(desk).holds


def test_a_failed_batch_is_proved() -> None:
    desk = new_desk(2)
    desk.world.specs.stored.clear()
    Pump(desk.world).run()
    assert proof_of(desk).holds


@pytest.mark.parametrize("steps", range(9))
def test_a_batch_under_way_is_not_wrong_by_waiting(steps: int) -> None:
    desk = new_desk(3)
    pump = Pump(desk.world)
    for _ in range(steps):
        pump.step()
        proof = proof_of(desk)
        unclosed = "all 3 items have ended and the batch is still open"
        assert set(proof.differences) <= {unclosed}


def test_a_verdict_that_is_still_owed_waits() -> None:
    desk = delivered_desk()
    change_event(desk, verdict=Verdict.OWED)
    change_batch(desk, next_look=1)
    assert proof_of(desk).holds


@pytest.mark.parametrize("verdict", [Verdict.EXHAUSTED])
def test_six_failures_are_exhausted(verdict: Verdict) -> None:
    desk = delivered_desk()
    failed_attempts(desk, 6)
    change_event(desk, verdict=verdict)
    assert proof_of(desk).holds


def test_a_job_without_its_content_is_still_proved() -> None:
    """After an erasure too."""
    desk = delivered_desk()
    desk.world.results.stored.clear()
    desk.world.specs.stored.clear()
    assert proof_of(desk).holds


# What is found.

CHANGES: dict[str, tuple[Callable[[Desk], None], str]] = {
    "an item is missing": (
        lambda d: d.world.records.items[KEY, 0].__delitem__(0),
        "chunk 0 counts as closed, but its items do not prove it",
    ),
    "a stranger was counted": (
        lambda d: change_summary(d, Counts(succeeded=4, credits=4)),
        "chunk 0: its summary says",
    ),
    "an item is open again": (
        lambda d: change_item(d, state=ItemState.PROCESSING),
        "chunk 0 counts as closed, but its items do not prove it",
    ),
    "an item ended otherwise": (
        lambda d: change_item(d, state=ItemState.FAILED, credits=0),
        "chunk 0: its summary says",
    ),
    "an item is free of charge": (
        lambda d: change_item(d, credits=0),
        "chunk 0: its summary says",
    ),
    "a tally lies about an item": (
        lambda d: change_tally(d, failed=frozenset({0}), succeeded=frozenset({1, 2})),
        "tally 0: expects 3 of 3, differs at [0]",
    ),
    "a tally says both": (
        lambda d: change_tally(d, failed=frozenset({0})),
        "tally 0: expects 3 of 3, differs at [0]",
    ),
    "a tally expects another number": (
        lambda d: change_tally(d, expected=4),
        "tally 0: expects 4 of 3",
    ),
    "a summary is missing": (
        lambda d: change_tally(d, summary=None),
        "chunk 0: its summary says None",
    ),
    "a tally is missing": (
        lambda d: d.world.records.tallies[KEY].clear(),
        "chunk 0: its summary says None",
    ),
    "a tally of no chunk": (
        lambda d: d.world.records.tallies[KEY].__setitem__(7, replace(d.tally, chunk=7)),
        "chunks that the batch has not: [7]",
    ),
    "a closed chunk that is none": (
        lambda d: change_batch(d, closed_chunks=frozenset({0, 5})),
        "chunks that the batch has not: [5]",
    ),
    "closed without its chunk": (
        lambda d: change_batch(d, closed_chunks=frozenset()),
        "closed with chunks [] of 1 closed",
    ),
    "wrong counts": (
        lambda d: change_batch(d, counts=Counts(succeeded=2, credits=2)),
        "closed with Counts(succeeded=2",
    ),
    "wrong credits": (
        lambda d: change_batch(d, counts=Counts(succeeded=3, credits=4)),
        "closed with Counts(succeeded=3",
    ),
    "wrong outcome": (
        lambda d: change_batch(d, outcome=Outcome.CANCELED),
        "outcome canceled, fence None",
    ),
    "completed at another time": (
        lambda d: change_batch(d, completed_at=1),
        "completed at 1",
    ),
    "started too late": (
        lambda d: change_batch(d, started_at=d.world.clock() + 1),
        "started at",
    ),
    "started never": (
        lambda d: change_batch(d, started_at=None),
        "started at None",
    ),
    "no event": (
        lambda d: d.world.records.events[KEY].clear(),
        "1 generation(s), events []",
    ),
    "an event too many": (
        lambda d: d.world.records.events[KEY].__setitem__(2, replace(d.event, generation=2)),
        "1 generation(s), events [1, 2]",
    ),
    "another event id": (
        lambda d: change_event(d, id="evt_other"),
        "event evt_other: expected id",
    ),
    "another event body": (
        lambda d: change_event(d, body="{}"),
        "and a body equal to the batch",
    ),
    "delivered without an attempt": (no_attempts, "delivered, but its 0 attempt(s)"),
    "exhausted although delivered": (
        lambda d: change_event(d, verdict=Verdict.EXHAUSTED),
        "exhausted, but its 1 attempt(s)",
    ),
    "refused although delivered": (
        lambda d: change_event(d, verdict=Verdict.REFUSED),
        "refused, but its 1 attempt(s)",
    ),
    "no receiver although there is one": (
        lambda d: change_event(d, verdict=Verdict.NO_RECEIVER),
        "no_receiver, but its 1 attempt(s)",
    ),
    "owed and not due": (
        lambda d: change_event(d, verdict=Verdict.OWED),
        "the sweeper does not look at the batch any more",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_difference_is_found(name: str) -> None:
    desk = delivered_desk()
    change, said = CHANGES[name]
    change(desk)
    proof = proof_of(desk)
    assert not proof.holds
    assert any(said in difference for difference in proof.differences), proof.differences


def test_given_up_too_early_is_found() -> None:
    desk = delivered_desk()
    failed_attempts(desk, 5)
    change_event(desk, verdict=Verdict.EXHAUSTED)
    assert not proof_of(desk).holds


@pytest.mark.parametrize("verdict", [Verdict.EXHAUSTED, Verdict.REFUSED])
def test_a_delivery_after_the_verdict_is_no_difference(verdict: Verdict) -> None:
    """Its notifier stood still for longer than an attempt may take."""
    desk = delivered_desk()
    failed_attempts(desk, 6)
    attempts = desk.world.deliveries.attempts(desk.event)
    late = replace(attempts[0], finished_at=15_002, status=204, next_at=None)
    desk.world.deliveries.finish(desk.event, late)
    refused = replace(attempts[5], status=410)
    if verdict is Verdict.REFUSED:
        desk.world.deliveries.finish(desk.event, refused)
    change_event(desk, verdict=verdict)
    assert proof_of(desk).holds


def test_a_delivery_in_time_is_not_given_up() -> None:
    desk = delivered_desk()
    failed_attempts(desk, 6)
    last = desk.world.deliveries.attempts(desk.event)[5]
    desk.world.deliveries.finish(desk.event, replace(last, finished_at=15_001, status=204))
    change_event(desk, verdict=Verdict.EXHAUSTED)
    assert not proof_of(desk).holds


def test_an_open_batch_whose_items_have_all_ended_is_found() -> None:
    """C11: it is stuck, until somebody advances it."""
    desk = dispatched_desk(2)
    desk.finish(0, 1)
    assert proof_of(desk).differences == ["all 2 items have ended and the batch is still open"]


def test_an_event_before_the_close_is_found() -> None:
    """C5, C6."""
    owed = replace(delivered_desk().event, verdict=Verdict.OWED)
    desk = dispatched_desk(3)
    desk.world.records.write_event(owed)
    assert proof_of(desk).differences == ["events before the close: [1]"]


def test_an_open_batch_that_is_not_due_is_found() -> None:
    desk = dispatched_desk()
    change_batch(desk, next_look=None)
    assert not proof_of(desk).holds


def test_a_batch_without_a_record_is_found() -> None:
    world = memory_world()
    assert verify(world.store, world.deliveries, KEY).differences == ["there is no batch record"]
