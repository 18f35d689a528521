"""Does the proof find what is wrong with the account of a batch's tenant?

Each test changes one record behind the system's back, and names what must be said of it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from batchbell.domain.budget import Budget, Charge, batch_reservation, charge_of
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts
from batchbell.ports import Waiting
from batchbell.usecases.submit_pages import submit_pages
from batchbell.usecases.verify import verify
from tests.flow.pump import Pump
from tests.memory.budgets import MemoryBudgets, MemoryLedger
from tests.memory.submissions import TENANT, submission, submitted
from tests.memory.world import memory_world
from tests.usecases.desk import KEY, Before, Desk, closed_desk, dispatched_desk, new_desk
from tests.usecases.proofs import delivered_desk, proof_of

NAME = batch_reservation(KEY, 1)
DAY_MS = 24 * 3_600_000
OWED = "its event has not been handed over, so it may not be charged yet"
FREE = "it holds no slot, and waits for none"


def paid_desk() -> Desk:
    """A batch of three that went through the whole system, of a tenant with a budget."""
    world = memory_world()
    world.money.budgets.grant(TENANT, 100, None)
    submitted(world, 3)
    Pump(world).run()
    return Desk(world)


def charges_of(desk: Desk) -> dict[tuple[str, str, str], Charge]:
    ledger = desk.world.money.ledger
    assert isinstance(ledger, MemoryLedger)
    return ledger.charges


def change_budget(desk: Desk, **reservations: int) -> None:
    budgets = desk.world.money.budgets
    assert isinstance(budgets, MemoryBudgets)
    available = 97 - sum(reservations.values())
    budgets.kept[TENANT] = Budget(granted=100, available=available, reservations=reservations)


def change_ledger(desk: Desk, change: Callable[[Counts], Counts]) -> None:
    charges = charges_of(desk)
    for place, charge in list(charges.items()):
        charges[place] = replace(charge, counts=change(charge.counts))


def charge_again(desk: Desk, days: int) -> None:
    charge = charge_of(desk.batch)
    desk.world.money.ledger.put(replace(charge, at=charge.at + days * DAY_MS))
    desk.world.clock.advance(days * DAY_MS)


# What is proved.


def test_what_was_charged_is_proved() -> None:
    proof = proof_of(paid_desk())
    assert proof.holds
    assert proof.remarks == []
    assert proof.facts[-5:] == [
        "charged 3 credits, as its items say",
        "charged once",
        "nothing is reserved for it any more",
        "it cost no more than the 3 credits that it had reserved",
        FREE,
    ]


def test_a_tenant_without_a_budget_is_charged_too() -> None:
    assert "charged 3 credits, as its items say" in proof_of(delivered_desk(3)).facts


def test_a_batch_that_was_just_closed_may_not_be_charged_yet() -> None:
    proof = proof_of(closed_desk())
    assert proof.holds
    assert proof.remarks == [OWED]


@pytest.mark.parametrize(
    "call", ["tallies.read_all", "items.read_chunk", "events.read_all", "ledger.entries"]
)
def test_a_batch_that_closes_while_it_is_looked_at_is_not_called_wrong(call: str) -> None:
    desk = new_desk(3)
    desk.world.watch(Before(call, lambda: Pump(desk.world).run()))
    proof = proof_of(desk)
    assert proof.differences == []
    assert "charged once" in proof.facts


def test_another_job_s_reservation_is_none_of_its_business() -> None:
    desk = paid_desk()
    change_budget(desk, **{"other#1": 7})
    assert proof_of(desk).holds


def test_a_job_of_one_url_has_no_slot_to_be_spoken_of() -> None:
    world = memory_world()
    job = submit_pages(world.store, submission(1, kind=JobKind.ASYNC_DISTILL, webhook=None)).batch
    Pump(world).run()
    proof = verify(world.store, world.deliveries, job.key)
    assert proof.holds
    assert "charged once" in proof.facts
    assert FREE not in proof.facts


# What is found.

CHANGES: dict[str, tuple[Callable[[Desk], None], str]] = {
    "it was never charged": (
        lambda d: charges_of(d).clear(),
        "the ledger says None on 2026-09-21, the items Counts(succeeded=3",
    ),
    "it was charged too much": (
        lambda d: change_ledger(d, lambda counts: replace(counts, credits=4)),
        "the ledger says Counts(succeeded=3, failed=0, canceled=0, credits=4)",
    ),
    "it was charged for other pages": (
        lambda d: change_ledger(d, lambda counts: replace(counts, succeeded=2, failed=1)),
        "the ledger says Counts(succeeded=2, failed=1",
    ),
    "it was charged again on the next day": (
        lambda d: charge_again(d, 1),
        "charged on other days too: 3 credits on 2026-09-22",
    ),
    "it was charged again in the next month": (
        lambda d: charge_again(d, 20),
        "charged on other days too: 3 credits on 2026-10-11",
    ),
    "credits are still reserved": (
        lambda d: change_budget(d, **{NAME: 3, "other#1": 7}),
        "3 credits are still reserved for it",
    ),
    "it cost more than it had reserved": (
        lambda d: d.world.records.batches.__setitem__(KEY, d.batch.evolve(reserved=2)),
        "it cost 3 credits and had reserved 2",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_difference_is_found(name: str) -> None:
    desk = paid_desk()
    change, said = CHANGES[name]
    change(desk)
    (difference,) = proof_of(desk).differences
    assert said in difference


def test_an_open_batch_that_was_charged_is_found() -> None:
    desk = dispatched_desk(3)
    desk.world.money.ledger.put(replace(charge_of(desk.batch), counts=Counts(credits=3)))
    assert proof_of(desk).differences == ["charged before the close: 3 credits on 2026-09-21"]


# What whoever wants a slot clears away.


def test_a_slot_that_a_closed_batch_holds_is_told() -> None:
    desk = paid_desk()
    desk.world.slots.take(TENANT, KEY.batch, 1)
    proof = proof_of(desk)
    assert proof.holds
    assert proof.remarks == ["it still holds a slot, until another batch wants it"]
    assert FREE not in proof.facts


def test_a_closed_batch_that_waits_for_a_slot_is_told() -> None:
    desk = paid_desk()
    desk.world.slots.wait(Waiting(desk.batch.created_at, KEY), desk.batch.expires_at)
    proof = proof_of(desk)
    assert proof.holds
    assert proof.remarks == ["it still stands in the queue for a slot, until another wants one"]
    assert FREE not in proof.facts
