"""Does its tenant's account say of a batch of documents what its documents say?

Each hand-over is charged once all its documents have ended, whether or not the batch has closed
(`settle_hand_overs`), and all of them before the message of the closing event is sent.
"""

from collections.abc import Iterable, Mapping

from batchbell.domain.batch import Batch
from batchbell.domain.budget import batch_reservation, days_between
from batchbell.domain.item import Item
from batchbell.domain.tally import Counts, summarise
from batchbell.ports import Store
from batchbell.usecases.proof import Proof
from batchbell.usecases.settle_hand_overs import by_hand_over


def check_hand_overs(
    proof: Proof, store: Store, batch: Batch, items: Iterable[Item], *, told: bool
) -> None:
    """`told`: whether the closing event's message has been sent, before which all is charged."""
    budget = store.money.budgets.read(batch.key.tenant)
    reserved = {} if budget is None else budget.reservations
    for number, members in sorted(by_hand_over(items).items()):
        _check(proof, store, batch, number, members, reserved, told=told)


def _check(
    proof: Proof,
    store: Store,
    batch: Batch,
    number: int,
    members: list[Item],
    reserved: Mapping[str, int],
    *,
    told: bool,
) -> None:
    name = batch_reservation(batch.key, number)
    days = days_between(batch.created_at, store.now())
    entered = list(store.money.ledger.entries(batch.key.tenant, name, sorted(days)).values())
    ended = all(item.state.terminal for item in members)
    owed = [summarise(members).counts] if ended else []
    if ended and not entered and not told:
        proof.remarks.append(f"hand-over {number} has ended and is not charged yet")
        return
    proof.check(
        f"hand-over {number} is charged {_credits(owed)} credits, as its documents say",
        entered == owed,
        f"the ledger says {entered} of hand-over {number}, its documents {owed}",
    )
    if told:
        proof.check(
            f"nothing is reserved for hand-over {number} any more",
            name not in reserved,
            f"{reserved.get(name)} credits are still reserved for hand-over {number}",
        )


def _credits(counts: list[Counts]) -> int:
    return sum(one.credits for one in counts)
