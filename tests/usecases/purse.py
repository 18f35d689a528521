"""How do the tests of credits put a tenant to work?"""

from collections.abc import Callable

import pytest

from batchbell.domain.batch import Batch, BatchState, Outcome
from batchbell.domain.budget import Budget, day_of
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import pages_key
from batchbell.domain.tally import Counts
from batchbell.ports.budgets import Money
from batchbell.usecases.charge import Call, create_batch, reclaim_credits, reserve_call
from tests.contract.samples import batch
from tests.memory.budgets import MemoryBudgets, MemoryLedger
from tests.memory.world import World, memory_world

TENANT = "acme"
MINUTE = 60_000


class Purse:
    """A tenant, what it does, and what is kept of it. `credits`: its budget, or None."""

    def __init__(self, credits: int | None = 100) -> None:
        self.world: World = memory_world()
        self.budgets = MemoryBudgets(self.world.records)
        self.ledger = MemoryLedger(self.world.records)
        self.money = Money(self.budgets, self.ledger)
        if credits is not None:
            self.budgets.grant(TENANT, credits, None)

    @property
    def now(self) -> int:
        return self.world.clock()

    @property
    def budget(self) -> Budget:
        return self.budgets.kept[TENANT]

    @property
    def today(self) -> Counts:
        return self.ledger.day(TENANT, day_of(self.now))

    def submit(self, name: str = "a", cost: int = 60) -> bool:
        new = batch(key=pages_key(TENANT, name), created_at=self.now)
        return create_batch(self.world.store, self.money, new, cost)

    def record(self, name: str = "a") -> Batch:
        return self.world.records.batches[pages_key(TENANT, name)]

    def close(self, name: str = "a", credits: int = 13) -> Batch:
        """Somebody closed it, and died before anything followed."""
        closed = self.record(name).evolve(
            state=BatchState.CLOSED,
            outcome=Outcome.COMPLETED,
            counts=Counts(succeeded=credits, failed=1, credits=credits),
            completed_at=self.now,
        )
        self.world.records.write_batch(closed)
        return closed

    def call(self, request_id: str = "r", cost: int = 20) -> Call:
        ends = self.now + MINUTE
        return reserve_call(self.money, TENANT, request_id, cost, now=self.now, ends=ends)

    def reclaim(self) -> int:
        return reclaim_credits(self.world.store, self.money, TENANT)


def refused(action: Callable[[], object]) -> CallerError:
    with pytest.raises(CallerError) as caught:
        action()
    return caught.value
