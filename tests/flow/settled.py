"""Has everything about documents come to its end, and does every account agree?"""

from collections import Counter

from batchbell.domain.event import Verdict
from batchbell.domain.item import ItemState
from batchbell.usecases.verify import verify
from tests.flow.documents_reader import DocumentsReader
from tests.flow.office import Office
from tests.flow.pump import Pump
from tests.memory.hooks import Unwatched


def settled(*offices: Office) -> None:
    """Every batch is closed or waits for its caller alone, is proved, and nothing is owed, held or
    set aside. Whoever watched the system watches no more.
    """
    pump = offices[0].pump
    pump.world.watch(Unwatched())
    for office in offices:
        proof = verify(pump.world.store, pump.world.deliveries, office.key)
        assert proof.holds, proof.differences
        assert all(not item.handed_over_and_open for item in office.items)
        assert office.batch.open == (ItemState.UPLOADED in office.states)
        assert office.batch.next_look is None, "somebody is still to look at it"
        assert all(event.verdict is not Verdict.OWED for event in office.events)
        DocumentsReader(office).read()
        _sent_once(office)
    tenant = offices[0].tenant
    assert not pump.world.slots.held.get(tenant), "a slot is still held"
    assert not pump.world.slots.queue.get(tenant), "somebody still waits for a slot"
    _accounts_agree(pump, tenant)


def _sent_once(office: Office) -> None:
    """Posts may be repeated; an id always says the same, and each is that of one of the events."""
    posted = {post.headers["webhook-id"]: post.body for post in office.pump.poster.posted}
    assert all(
        post.body == posted[post.headers["webhook-id"]] for post in office.pump.poster.posted
    )
    for event in office.events:
        if event.id in posted:
            assert posted[event.id] == event.body.encode()


def _accounts_agree(pump: Pump, tenant: str) -> None:
    rows = [
        item
        for (key, _), chunk in pump.world.records.items.items()
        for item in chunk.values()
        if key.tenant == tenant
    ]
    succeeded = sum(item.state is ItemState.SUCCEEDED for item in rows)
    assert sum(item.credits for item in rows) == succeeded
    charges = [
        charge
        for charge in pump.world.money.ledger.charges.values()  # type: ignore[attr-defined]  # of the ledger in memory
        if charge.tenant == tenant
    ]
    assert max(Counter(charge.name for charge in charges).values(), default=1) == 1
    assert sum(charge.counts.credits for charge in charges) == succeeded
    budget = pump.world.money.budgets.read(tenant)
    if budget is not None:
        assert not budget.reservations, "something is still set aside"
        assert budget.charged == succeeded
