"""The `Budgets` and `Ledger` ports on DynamoDB: how are credits kept so that none is lost?

A reservation has a name and stands in the budget's own record: what is set aside and what it was
taken from change together, and an end that comes twice finds nothing to end. What each write leaves
when its caller dies right after it:

- `create_reserved`: a batch that carries what it reserved; its close ends the reservation.
- `hand_over_reserved`: a hand-over that is under way; whoever finishes it sees its documents end.
- `reserve`: a call's reservation; once the call is dead, whoever is refused gives it back.
- `give_back`, `Ledger.put`: nothing that is not wanted; whoever comes again changes nothing.
- `grant`: nothing; the operator has not seen the answer and looks before repeating it.

What it costs: the record has some 50 bytes for each reservation, and a write unit is 1 KB (two in a
transaction). With 10 reservations that is 2 units to submit and 1 to end, with 100 it is 10 and 5,
with 1,000 (`MOST_RESERVATIONS`) 96 and 48. More are refused: a record can hold 400 KB, and a
partition takes 1,000 units a second.
"""

from collections.abc import Sequence

from batchbell.adapters.attributes import Row
from batchbell.adapters.batch_row import batch_row
from batchbell.adapters.document_writes import beginning
from batchbell.adapters.lifetimes import DAY_SECONDS
from batchbell.adapters.row_keys import (
    budget_row_key,
    charge_row_key,
    entry_row_key,
    ledger_partition,
    ledger_prefix,
)
from batchbell.adapters.table import Table
from batchbell.adapters.tally_row import counts_of, counts_value
from batchbell.adapters.writes import ABSENT, SCHEMA, Put, Update
from batchbell.domain.batch import Batch, HandOver
from batchbell.domain.budget import MOST_RESERVATIONS, Budget, Charge, batch_reservation
from batchbell.domain.tally import Counts
from batchbell.ports.budgets import Reserved

_KEPT_SECONDS = 400 * DAY_SECONDS
"""A year of charges can be compared with the same month of the year before."""


class BudgetRecords:
    """See `batchbell.ports.Budgets`. Budgets are among the tenants, batches are not."""

    def __init__(self, tenants: Table, batches: Table) -> None:
        self._tenants = tenants
        self._batches = batches

    def read(self, tenant: str) -> Budget | None:
        """The tenant's budget."""
        row = self._tenants.read(budget_row_key(tenant))
        return _budget_of(row) if row else None

    def grant(self, tenant: str, credits: int, seen: Budget | None) -> bool:
        """Add to what is available. The condition stops a call that the SDK makes once more."""
        update = Update(
            budget_row_key(tenant),
            "SET #schema = :schema, #reservations = if_not_exists(#reservations, :none)"
            " ADD #granted :credits, #available :credits",
            "attribute_not_exists(#granted)" if seen is None else "#granted = :seen",
            {"schema": SCHEMA, "none": {}, "credits": credits, "seen": seen and seen.granted},
        )
        return self._tenants.update(update).accepted

    def remove(self, tenant: str) -> None:
        """No budget any more."""
        self._tenants.delete(budget_row_key(tenant))

    def create_reserved(self, batch: Batch) -> Reserved:
        """Write a new batch's record and reserve for it."""
        name = batch_reservation(batch.key, batch.generation)
        written = Put(batch_row(batch), ABSENT)
        return self._reserved(written, batch.key.tenant, name, batch.reserved or 0)

    def hand_over_reserved(
        self, seen: Batch, hand_over: HandOver, credits: int, next_look: int
    ) -> Reserved:
        """Begin a hand-over and reserve for it."""
        name = batch_reservation(seen.key, hand_over.number)
        begun = beginning(seen, hand_over, next_look)
        return self._reserved(begun, seen.key.tenant, name, credits)

    def reserve(self, tenant: str, name: str, credits: int) -> Reserved:
        """Reserve for a synchronous call."""
        reserved = self._tenants.update(_reservation(tenant, name, credits))
        return Reserved.CREATED if reserved.accepted else _refusal(reserved.row, name, credits)

    def give_back(self, tenant: str, name: str, reserved: int, used: int) -> bool:
        """End a reservation."""
        update = Update(
            budget_row_key(tenant),
            "SET #available = #available + :rest REMOVE #reservations.#name",
            "#reservations.#name = :reserved",
            {"rest": reserved - used, "reserved": reserved},
            {"name": name},
        )
        return self._tenants.update(update).accepted

    def _reserved(self, write: Put | Update, tenant: str, name: str, cost: int) -> Reserved:
        """Make a write of the batch and reserve, or neither."""
        written, reserved = self._tenants.transact_across(
            self._batches.operation(write),
            self._tenants.operation(_reservation(tenant, name, cost)),
        )
        if written.accepted and reserved.accepted:
            return Reserved.CREATED
        return _refusal(reserved.row, name, cost) if written.accepted else Reserved.EXISTS


class LedgerRecords:
    """See `batchbell.ports.Ledger`. A row a charge, never a counter; a day's are read in pages."""

    def __init__(self, tenants: Table) -> None:
        self._tenants = tenants

    def put(self, charge: Charge) -> None:
        """Enter a charge."""
        row = {
            **charge_row_key(charge).row(),
            **counts_value(charge.counts),
            "schema": SCHEMA,
            "ttl": charge.at // 1_000 + _KEPT_SECONDS,
        }
        self._tenants.put(Put(row, ABSENT))

    def day(self, tenant: str, day: str) -> Counts:
        """The sum of a day."""
        rows = self._tenants.each_of_partition(ledger_partition(tenant), ledger_prefix(day))
        return sum(map(counts_of, rows), Counts())

    def entries(self, tenant: str, name: str, days: Sequence[str]) -> dict[str, Counts]:
        """What was entered under a name: one small read a day."""
        rows = {day: self._tenants.read(entry_row_key(tenant, day, name)) for day in days}
        return {day: counts_of(row) for day, row in rows.items() if row}


def _reservation(tenant: str, name: str, credits: int) -> Update:
    return Update(
        budget_row_key(tenant),
        "SET #available = #available - :credits, #reservations.#name = :credits",
        "#available >= :credits AND attribute_not_exists(#reservations.#name)"
        " AND size(#reservations) < :most",
        {"credits": credits, "most": MOST_RESERVATIONS},
        {"name": name},
    )


def _refusal(row: Row | None, name: str, credits: int) -> Reserved:
    """Why the record refused a reservation."""
    if row is None:
        return Reserved.NO_BUDGET
    budget = _budget_of(row)
    if name in budget.reservations:
        return Reserved.EXISTS
    return Reserved.TOO_LITTLE if budget.available < credits else Reserved.TOO_MANY


def _budget_of(row: Row) -> Budget:
    return Budget(
        granted=row["granted"], available=row["available"], reservations=row["reservations"]
    )
