"""The `Budgets` and `Ledger` ports in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from batchbell.adapters.storable import storable
from batchbell.domain.batch import Batch, HandOver
from batchbell.domain.budget import MOST_RESERVATIONS, Budget, Charge, batch_reservation
from batchbell.domain.tally import Counts
from batchbell.ports.budgets import Money, Reserved
from tests.memory.growing import begun_hand_over
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


@dataclass
class MemoryBudgets:
    """See `batchbell.ports.Budgets`. `kept`: by tenant."""

    records: Records
    kept: dict[str, Budget] = field(default_factory=dict)

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self.records.hook

    @atomic("budgets.read")
    def read(self, tenant: str) -> Budget | None:
        """The tenant's budget."""
        return self.kept.get(tenant)

    @atomic("budgets.grant")
    def grant(self, tenant: str, credits: int, seen: Budget | None) -> bool:
        """Add to what is available."""
        budget = self.kept.get(tenant)
        if (budget and budget.granted) != (seen and seen.granted):
            return False
        before = budget or Budget(granted=0, available=0)
        self.kept[tenant] = replace(
            before, granted=before.granted + credits, available=before.available + credits
        )
        return True

    @atomic("budgets.remove")
    def remove(self, tenant: str) -> None:
        """No budget any more."""
        self.kept.pop(tenant, None)

    @atomic("budgets.create_reserved")
    def create_reserved(self, batch: Batch) -> Reserved:
        """Write a new batch's record and reserve for it."""
        if batch.key in self.records.batches:
            return Reserved.EXISTS
        name = batch_reservation(batch.key, batch.generation)
        reserved = self._reserve(batch.key.tenant, name, batch.reserved or 0)
        if reserved is Reserved.CREATED:
            metadata = None if batch.metadata is None else storable(batch.metadata)
            self.records.write_batch(batch.evolve(metadata=metadata))
        return reserved

    @atomic("budgets.hand_over_reserved")
    def hand_over_reserved(
        self, seen: Batch, hand_over: HandOver, credits: int, next_look: int
    ) -> Reserved:
        """Begin a hand-over and reserve for it."""
        begun = begun_hand_over(self.records, seen, hand_over, next_look)
        if begun is None:
            return Reserved.EXISTS
        name = batch_reservation(seen.key, hand_over.number)
        reserved = self._reserve(seen.key.tenant, name, credits)
        if reserved is Reserved.CREATED:
            self.records.write_batch(begun)
        return reserved

    @atomic("budgets.reserve")
    def reserve(self, tenant: str, name: str, credits: int) -> Reserved:
        """Reserve for a synchronous call."""
        return self._reserve(tenant, name, credits)

    @atomic("budgets.give_back")
    def give_back(self, tenant: str, name: str, reserved: int, used: int) -> bool:
        """End a reservation."""
        budget = self.kept.get(tenant)
        if budget is None or budget.reservations.get(name) != reserved:
            return False
        self.kept[tenant] = replace(
            budget,
            available=budget.available + reserved - used,
            reservations={n: c for n, c in budget.reservations.items() if n != name},
        )
        return True

    def _reserve(self, tenant: str, name: str, credits: int) -> Reserved:
        budget = self.kept.get(tenant)
        if budget is None:
            return Reserved.NO_BUDGET
        if name in budget.reservations:
            return Reserved.EXISTS
        if budget.available < credits:
            return Reserved.TOO_LITTLE
        if len(budget.reservations) >= MOST_RESERVATIONS:
            return Reserved.TOO_MANY
        self.kept[tenant] = replace(
            budget,
            available=budget.available - credits,
            reservations={**budget.reservations, name: credits},
        )
        return Reserved.CREATED


@dataclass
class MemoryLedger:
    """See `batchbell.ports.Ledger`. `charges`: by tenant, day and name."""

    records: Records
    charges: dict[tuple[str, str, str], Charge] = field(default_factory=dict)

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self.records.hook

    @atomic("ledger.put")
    def put(self, charge: Charge) -> None:
        """Enter a charge."""
        self.charges.setdefault((charge.tenant, charge.day, charge.name), charge)

    @atomic("ledger.day")
    def day(self, tenant: str, day: str) -> Counts:
        """The sum of a day."""
        of_day = (c.counts for (t, d, _), c in self.charges.items() if (t, d) == (tenant, day))
        return sum(of_day, Counts())

    @atomic("ledger.entries")
    def entries(self, tenant: str, name: str, days: Sequence[str]) -> dict[str, Counts]:
        """What was entered under a name."""
        found = {day: self.charges.get((tenant, day, name)) for day in days}
        return {day: charge.counts for day, charge in found.items() if charge}


def memory_money(records: Records) -> Money:
    """No budgets, and an empty ledger."""
    return Money(MemoryBudgets(records), MemoryLedger(records))
