"""Has everything about documents come to its one right end?

First everything rests: what was handed over has ended, the rest waits for its caller, and nobody
looks at it. Then the caller comes once more, hands over what is left, and the batch closes.
"""

from collections import Counter

from batchbell.domain.batch import Batch
from batchbell.domain.item import Item, ItemState
from batchbell.usecases.verify import verify
from tests.memory.submissions import TENANT
from tests.simulation.credits import grant
from tests.simulation.documents.clients import DocumentClients
from tests.simulation.documents.events import check_events
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.neighbours import RIVAL, check_slots_free
from tests.simulation.system import System
from tests.simulation.violations import demand


def items_of(system: System) -> list[Item]:
    """The documents of the batch, in upload order."""
    records = system.world.records.items
    chunks = sorted(chunk for key, chunk in records if key == system.key)
    return [item for c in chunks for _, item in sorted(records[system.key, c].items())]


def on_their_way(system: System) -> bool:
    """Whether anything is under way: handed over, being deleted, or about to be closed."""
    batch, items = system.batch, items_of(system)
    if batch is None:
        return False
    if batch.open and (batch.fence is not None or all(item.state.terminal for item in items)):
        return True
    wanted = batch.takes_work and (batch.dispatch.wanted or batch.hand_over is not None)
    return wanted or any(item.handed_over_and_open for item in items)


def check_rest(system: System, clients: DocumentClients, *, faulty: bool) -> None:
    """Nothing is under way, held, owed or looked at any more. Raises `Violation`."""
    batch, items = system.batch, items_of(system)
    assert batch is not None
    states = [item.state for item in items]
    demand(not on_their_way(system), "what was handed over never ends")
    demand(batch.open == (ItemState.UPLOADED in states), "open, and nothing waits for its caller")
    demand(batch.next_look is None, "the batch is still due")
    proof = verify(system.world.store, system.world.deliveries, system.key)
    demand(proof.holds, f"verify: {proof.differences}")
    check_slots_free(system.world, faulty=faulty)
    _check_uploads(system, clients, batch, items)
    _check_money(system, items)
    check_events(system, clients, batch)
    if clients.claimed_before is not None:
        claimed = {item.document for item in items if item.attempt > 0}
        demand(claimed <= clients.claimed_before, "a document started after an answered DELETE")
    if clients.answers.purged and not system.scenario.zombies:
        _check_erased(system, items)


def last_wish(system: System, clients: DocumentClients) -> None:
    """What the caller does before the last call to process: it has credits, and sends all bytes
    that it was given links for.
    """
    if system.scenario.budget:
        grant(system.world, 1_000)
    for number, kind in enumerate(system.scenario.documents):
        if kind is DocumentKind.LINKED:
            clients.begin("send", number)


def _check_uploads(
    system: System, clients: DocumentClients, batch: Batch, items: list[Item]
) -> None:
    """Nothing that was uploaded is lost, or there twice."""
    ids = [item.document for item in items]
    demand(len(ids) == len(set(ids)) == batch.total, "documents are lost, or there twice")
    demand(clients.answers.uploaded <= set(ids), "a document that was uploaded is lost")
    demand(set(ids) <= clients.possible(), "a document that nobody uploaded")
    recorded = {name for tenant, name in system.world.records.documents if tenant == TENANT}
    demand(recorded == set(ids), "records of documents that the batch has not")


def _check_money(system: System, items: list[Item]) -> None:
    """Each hand-over was charged once, what has succeeded in it, and nothing is reserved."""
    money = system.world.money
    charges = [
        charge
        for charge in money.ledger.charges.values()  # type: ignore[attr-defined]  # of the ledger in memory
        if charge.name != RIVAL.batch and not charge.name.startswith(RIVAL.batch)
    ]
    charged = Counter({charge.name: charge.counts.credits for charge in charges})
    demand(len(charged) == len(charges), "a hand-over was charged twice")
    right: Counter[str] = Counter()
    for item in items:
        if item.hand_over is not None:
            right[f"{system.key.batch}#{item.hand_over}"] += item.state is ItemState.SUCCEEDED
    demand(+charged == +right, f"{dict(charged)} charged, not {dict(right)}")
    budget = money.budgets.read(TENANT)
    if budget is not None:
        demand(not budget.reservations, f"reserved for ever: {budget.reservations}")
        demand(budget.charged == right.total(), f"{budget.charged} gone, not {right.total()}")


def _check_erased(system: System, items: list[Item]) -> None:
    demand(not system.world.results.stored, "a result outlived its batch's erasure")
    left = {name for _, name in system.world.files.stored} & {item.document for item in items}
    demand(not left, "a file outlived its batch's erasure")
    specs = {item.spec for item in items if item.spec is not None}
    stored = {name for _, name in system.world.specs.stored}
    demand(not specs & stored, "fields outlived their batch's erasure")
