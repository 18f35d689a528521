"""When does nobody need to look at a batch again?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Webhook
from batchbell.domain.event import Verdict
from batchbell.usecases.leave_due import leave_due
from tests.usecases.desk import KEY, Desk, closed_desk, dispatched_desk


def leaves(desk: Desk) -> bool:
    """Whether it leaves, as read now."""
    return leave_due(desk.world.store, desk.batch)


def decided(desk: Desk) -> Desk:
    """The same desk, its event delivered."""
    desk.world.events.record_verdict(desk.event, Verdict.DELIVERED)
    return desk


@pytest.mark.parametrize("verdict", [Verdict.DELIVERED, Verdict.EXHAUSTED, Verdict.REFUSED])
def test_it_leaves_with_its_verdict(verdict: Verdict) -> None:
    desk = closed_desk()
    desk.world.events.record_verdict(desk.event, verdict)
    assert leaves(desk)
    assert desk.batch.next_look is None


def test_it_stays_while_an_event_is_owed() -> None:
    desk = closed_desk()
    assert not leaves(desk)
    assert desk.batch.next_look is not None


def test_it_stays_while_an_older_event_is_owed() -> None:
    """Every generation's event needs its verdict."""
    desk = closed_desk()
    first = desk.event
    desk.world.records.write_batch(desk.batch.evolve(generation=2))
    desk.world.records.write_event(replace(first, generation=2, verdict=Verdict.DELIVERED))
    assert not leaves(desk)


def test_it_stays_while_an_event_is_missing() -> None:
    desk = decided(closed_desk())
    desk.world.records.write_batch(desk.batch.evolve(generation=2))
    assert not leaves(desk)


def test_an_open_batch_stays() -> None:
    desk = dispatched_desk()
    assert not leaves(desk)


@pytest.mark.parametrize(
    "change",
    [{"generation": 2}, {"webhook": Webhook("https://new.example/")}, {"purged_at": 1}],
    ids=["generation", "webhook", "purged_at"],
)
def test_it_stays_when_something_is_owed_again_meanwhile(change: dict[str, object]) -> None:
    desk = decided(closed_desk())
    seen = desk.batch
    desk.world.records.write_batch(seen.evolve(**change))
    assert not leave_due(desk.world.store, seen)
    assert desk.world.records.batches[KEY].next_look is not None
