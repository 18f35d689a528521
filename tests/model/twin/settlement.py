"""Do slot, credits, links and records of documents agree with the model?"""

from collections.abc import Mapping
from typing import Any

from batchbell.domain.budget import Budget, Charge, batch_reservation
from batchbell.domain.tally import Counts as RealCounts
from tests.memory.submissions import TENANT
from tests.model.records import Counts
from tests.model.twin.documents import Office, document_id
from tests.model.world import World


def of_model(w: World) -> dict[str, Any]:
    """What the model holds besides the table's records."""
    purses = {number: purse for number, purse in enumerate(w.purses, 1) if purse}
    used = [purse.used for purse in purses.values() if purse.used]
    return {
        "the slot": w.slot,
        "credits": {
            n: (purse.reserved, purse.entry)
            for n, purse in purses.items()
            if purse.reserved or purse.entry
        },
        "credits used": sum(used),
        "documents": {document_id(name): place for name, *place in w.documents},
        "items without bytes": set(w.lacking),
        "links": set(w.links),
    }


def of_code(office: Office, w: World) -> dict[str, Any]:
    """What the code holds: of as much as the model knows of."""
    world = office.world
    budget = world.money.budgets.read(TENANT)
    numbers = range(1, len(w.purses) + 1)
    documents = world.records.documents.values()
    added = {document_id(name) for name, *_ in w.documents}
    return {
        "the slot": office.key.batch in world.slots.members(TENANT),
        "credits": _credits(office, budget, numbers),
        "credits used": 0 if budget is None else budget.charged,
        "documents": {
            one.id: [one.item.chunk, one.item.position] for one in documents if one.id in added
        },
        "items without bytes": {
            (one.item.chunk, one.item.position)
            for one in documents
            if (TENANT, one.file) not in world.files.stored
        },
        "links": {(one.item.chunk, one.item.position) for one in documents if one.bytes_until},
    }


def _credits(
    office: Office, budget: Budget | None, numbers: range
) -> Mapping[int, tuple[bool, Counts | None]]:
    reserved = {} if budget is None else budget.reservations
    named = {number: batch_reservation(office.key, number) for number in numbers}
    found = {n: (name in reserved, _entry(office, name)) for n, name in named.items()}
    return {number: one for number, one in found.items() if one != (False, None)}


def _entry(office: Office, name: str) -> Counts | None:
    """What the ledger says: a play takes no whole day."""
    today = Charge(tenant=TENANT, name=name, at=office.store.now(), counts=RealCounts()).day
    entry = office.world.money.ledger.entries(TENANT, name, [today]).get(today)
    return None if entry is None else Counts(entry.succeeded, entry.failed, entry.canceled)
