"""Does its tenant's account say of a batch what the batch's items say?

A closed batch is charged, its reservation ended and its slot freed before its event is handed over
(`aggregate`, `sweep`): only from then on is anything wrong with what is missing.
"""

from batchbell.domain.batch import Batch
from batchbell.domain.budget import Charge, charge_of, days_between
from batchbell.domain.tally import Counts, Summary
from batchbell.ports import Store
from batchbell.usecases.proof import Proof


def check_not_charged(proof: Proof, store: Store, batch: Batch) -> None:
    """Nothing is charged for an open batch."""
    entered = _entered(store, batch, charge_of(batch))
    proof.check(
        "not charged before the close",
        not entered,
        f"charged before the close: {_told(entered)}",
    )


def check_account(proof: Proof, store: Store, batch: Batch, summary: Summary | None) -> None:
    """All of a batch whose event has been handed over. `summary`: what its items sum up to."""
    _check_ledger(proof, store, batch, summary.counts if summary else None)
    _check_reservation(proof, store, batch)
    if batch.kind.takes_slot:
        _note_slot(proof, store, batch)


def _check_ledger(proof: Proof, store: Store, batch: Batch, counts: Counts | None) -> None:
    charge = charge_of(batch)
    entered = _entered(store, batch, charge)
    mine = entered.pop(charge.day, None)
    proof.check(
        f"charged {mine.credits if mine else 0} credits, as its items say",
        mine is not None and mine == counts,
        f"the ledger says {mine} on {charge.day}, the items {counts}",
    )
    proof.check("charged once", not entered, f"charged on other days too: {_told(entered)}")


def _check_reservation(proof: Proof, store: Store, batch: Batch) -> None:
    charge = charge_of(batch)
    budget = store.money.budgets.read(batch.key.tenant)
    left = budget.reservations.get(charge.name) if budget else None
    proof.check(
        "nothing is reserved for it any more",
        left is None,
        f"{left} credits are still reserved for it, and the sweeper has let it go",
    )
    if batch.reserved is not None:
        proof.check(
            f"it cost no more than the {batch.reserved} credits that it had reserved",
            charge.counts.credits <= batch.reserved,
            f"it cost {charge.counts.credits} credits and had reserved {batch.reserved}",
        )


def _note_slot(proof: Proof, store: Store, batch: Batch) -> None:
    """Whoever dies while it starts a batch that closes may leave these behind; whoever wants the
    slot, or the place in the queue, clears them away (`admit`). So they are no difference.
    """
    tenant, found = batch.key.tenant, len(proof.remarks)
    if batch.key.batch in store.slots.members(tenant):
        proof.remarks.append("it still holds a slot, until another batch wants it")
    if any(waiting.key == batch.key for waiting in store.slots.waiting(tenant)):
        proof.remarks.append("it still stands in the queue for a slot, until another wants one")
    if len(proof.remarks) == found:
        proof.facts.append("it holds no slot, and waits for none")


def _entered(store: Store, batch: Batch, charge: Charge) -> dict[str, Counts]:
    """What the ledger says of it, by day: of all days on which anybody can have charged it."""
    days = {charge.day, *days_between(batch.created_at, store.now())}
    return store.money.ledger.entries(charge.tenant, charge.name, sorted(days))


def _told(entered: dict[str, Counts]) -> str:
    return ", ".join(f"{counts.credits} credits on {day}" for day, counts in entered.items())
