"""Has everything about documents come to its one right end?

First everything rests: what was handed over has ended, the rest waits for its caller, and nobody
looks at it. Then the caller comes once more, hands over what is left, and the batch closes.
"""

from collections import Counter
from collections.abc import Sequence

from batchbell.domain.batch import Batch
from batchbell.domain.item import Item, ItemState
from batchbell.usecases.verify import verify
from tests.memory.submissions import TENANT
from tests.simulation.credits import grant
from tests.simulation.documents.clients import DocumentClients
from tests.simulation.documents.events import check_events, check_nobody_else_was_told
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.documents.uploads import items_of, on_its_way
from tests.simulation.neighbours import RIVAL, check_slots_free
from tests.simulation.system import System
from tests.simulation.violations import demand


def check_rest(system: System, everybody: Sequence[DocumentClients], *, faulty: bool) -> None:
    """Nothing is under way, held, owed or looked at any more. Raises `Violation`."""
    _check_account(system)
    check_slots_free(system.world, faulty=faulty)  # whoever frees one charges too: not before
    for clients in everybody:
        if clients.batch is not None:
            _check_batch(system, clients, clients.batch)
    check_nobody_else_was_told(system)


def _check_batch(system: System, clients: DocumentClients, batch: Batch) -> None:
    items = clients.items
    states = [item.state for item in items]
    demand(not on_its_way(system.world, batch.key), "what was handed over never ends")
    demand(batch.open == (ItemState.UPLOADED in states), "open, and nothing waits for its caller")
    demand(batch.next_look is None, "the batch is still due")
    proof = verify(system.world.store, system.world.deliveries, batch.key)
    demand(proof.holds, f"verify: {proof.differences}")
    _check_uploads(clients, batch, items)
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
    for number, kind in enumerate(clients.uploads.kinds):
        if kind is DocumentKind.LINKED:
            clients.begin("send", number)


def _check_uploads(clients: DocumentClients, batch: Batch, items: list[Item]) -> None:
    """Nothing that was uploaded is lost, or there twice."""
    ids = [item.document for item in items]
    demand(len(ids) == len(set(ids)) == batch.total, "documents are lost, or there twice")
    demand(clients.answers.uploaded <= set(ids), "a document that was uploaded is lost")
    demand(set(ids) <= clients.possible(), "a document that nobody uploaded")


def _check_account(system: System) -> None:
    """Each hand-over was charged once, what has succeeded in it, and nothing is reserved. There is
    a record of each document, and of no other.
    """
    items = [item for key in system.keys for item in items_of(system.world, key)]
    recorded = {name for tenant, name in system.world.records.documents if tenant == TENANT}
    demand(recorded == {item.document for item in items}, "records of documents that no batch has")
    money = system.world.money
    charges = [
        charge
        for charge in money.ledger.charges.values()  # type: ignore[attr-defined]  # of the ledger in memory
        if not charge.name.startswith(RIVAL.batch)
    ]
    charged = Counter({charge.name: charge.counts.credits for charge in charges})
    demand(len(charged) == len(charges), "a hand-over was charged twice")
    right: Counter[str] = Counter()
    for item in items:
        if item.hand_over is not None:
            name = f"{item.key.batch.batch}#{item.hand_over}"
            right[name] += item.state is ItemState.SUCCEEDED
    demand(+charged == +right, f"{dict(charged)} charged, not {dict(right)}")
    budget = money.budgets.read(TENANT)
    if budget is not None:
        demand(not budget.reservations, f"reserved for ever: {budget.reservations}")
        demand(budget.charged == right.total(), f"{budget.charged} gone, not {right.total()}")


def _check_erased(system: System, items: list[Item]) -> None:
    keys = {item.key for item in items}
    results = {key for key, _, _ in system.world.results.stored}
    demand(not keys & results, "a result outlived its batch's erasure")
    records = system.world.records.documents
    files = {records[TENANT, item.document].file for item in items if item.document}
    left = {name for _, name in system.world.files.stored} & files
    demand(not left, "a file outlived its batch's erasure")
    asked = {(item.key.batch, item.spec) for item in items if item.spec is not None}
    demand(not asked & set(system.world.specs.stored), "fields outlived their batch's erasure")
