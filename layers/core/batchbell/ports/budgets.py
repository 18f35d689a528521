"""What is kept of what tenants may spend, and of what they have spent?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from batchbell.domain.batch import Batch, HandOver
from batchbell.domain.budget import Budget, Charge
from batchbell.domain.tally import Counts


class Reserved(StrEnum):
    """What came of an attempt to reserve. All but the first have changed nothing."""

    CREATED = "created"
    EXISTS = "exists"
    """The batch is there, or the name has reserved: an earlier attempt was accepted."""
    TOO_LITTLE = "too_little"
    TOO_MANY = "too_many"
    """There are as many reservations as one budget holds."""
    NO_BUDGET = "no_budget"


class Budgets(Protocol):
    """What tenants may spend."""

    def read(self, tenant: str) -> Budget | None:
        """The tenant's budget, or None."""

    def grant(self, tenant: str, credits: int, seen: Budget | None) -> bool:
        """Add to what is available (less than nothing: take back), in a new budget where there is
        none. False: somebody has granted since `seen` was read, and nothing was added.
        """

    def remove(self, tenant: str) -> None:
        """No budget any more, and no reservation; a repeat changes nothing."""

    def create_reserved(self, batch: Batch) -> Reserved:
        """Write a new batch's record and reserve what it says (`batch.reserved`), or neither."""

    def hand_over_reserved(
        self, seen: Batch, hand_over: HandOver, credits: int, next_look: int
    ) -> Reserved:
        """`Batches.begin_hand_over` and a reservation under its number, or neither."""

    def reserve(self, tenant: str, name: str, credits: int) -> Reserved:
        """Reserve for a synchronous call."""

    def give_back(self, tenant: str, name: str, reserved: int, used: int) -> bool:
        """End a reservation of so much; what was not used is available again. False: there is no
        such reservation (any more), and nothing changed.
        """


class Ledger(Protocol):
    """What tenants have spent, day by day."""

    def put(self, charge: Charge) -> None:
        """Enter a charge; a repeat changes nothing."""

    def day(self, tenant: str, day: str) -> Counts:
        """The sum of all charges of a UTC day, such as `2026-11-29`."""

    def entries(self, tenant: str, name: str, days: Sequence[str]) -> dict[str, Counts]:
        """What was entered under a charge's name, by day, of these days: one entry at most, or it
        was charged twice.
        """


@dataclass(frozen=True, slots=True)
class Money:
    """All that has to do with credits."""

    budgets: Budgets
    ledger: Ledger
