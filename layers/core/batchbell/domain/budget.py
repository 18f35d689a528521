"""What may a tenant spend, what is set aside for what runs, and what has been charged?

Only a tenant that was given a budget has one; what is charged is recorded for every tenant. Credits
are whole numbers. What a job may cost at worst is reserved when it is submitted, and what it did
not use is given back when it has closed: no job begins that could not be paid to its end.

Source: Pages API contract: the credits of each route, and 402.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Counts

CREDITS_TO_DISTILL = 1
CREDITS_TO_EXTRACT = 20
"""For a page (contract, "Endpoints")."""
CREDITS_PER_DOCUMENT = 1
"""For one that succeeded (Documents API contract, "Rules")."""
CREDITS_PER_READING = 4
"""For each of summary, question and highlights."""
_DAY_MS = 24 * 60 * 60 * 1_000

MOST_RESERVATIONS = 1_000
"""What one budget holds at a time: they stand in its record, some 50 bytes each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """One tenant's. `granted == available + reserved + charged`, always.

    `granted`: all that was ever granted; what was taken back counts against it. `reservations`:
    credits by name (`batch_reservation`, or `call_name`).
    """

    granted: int
    available: int
    reservations: Mapping[str, int] = field(default_factory=dict)

    @property
    def reserved(self) -> int:
        """What is set aside for what runs."""
        return sum(self.reservations.values())

    @property
    def charged(self) -> int:
        """What has been used up."""
        return self.granted - self.available - self.reserved


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What a batch or a synchronous call came to, the same however often it is asked for.

    `name`: that of the reservation, whether there was one or not. `at`: epoch milliseconds.
    """

    tenant: str
    name: str
    at: int
    counts: Counts

    @property
    def day(self) -> str:
        """The day it counts for, in UTC: `2026-11-29`."""
        return day_of(self.at)


def worst_cost(urls: int, page_credits: int, readings: int) -> int:
    """What so many pages may cost at most: all succeed, and every reading gives a result.

    `page_credits`: what one costs without readings. `readings`: how many of summary, question and
    highlights are asked for of each.
    """
    return urls * (page_credits + readings * CREDITS_PER_READING)


def batch_reservation(key: BatchKey, number: int) -> str:
    """Under which name a batch reserves. `number`: a job's generation, or one of the hand-overs of
    a batch of documents.
    """
    return f"{key.batch}#{number}"


def reserving_batch(tenant: str, name: str) -> BatchKey:
    """The batch that reserved under this name."""
    return BatchKey(tenant, name.rpartition("#")[0])


def charge_of(closed: Batch) -> Charge:
    """What a closed batch came to. It counts for the day on which its last item ended."""
    return Charge(
        tenant=closed.key.tenant,
        name=batch_reservation(closed.key, closed.generation),
        at=closed.created_at if closed.completed_at is None else closed.completed_at,
        counts=closed.counts or Counts(),
    )


def days_between(first: int, last: int) -> list[str]:
    """The UTC days of two times (epoch ms) and all between them, in order; none when `last` is on
    an earlier day.
    """
    return [day_of(number * _DAY_MS) for number in range(first // _DAY_MS, last // _DAY_MS + 1)]


def day_of(at: int) -> str:
    """The UTC day of a time (epoch ms): `2026-11-29`."""
    return datetime.fromtimestamp(at // 1_000, UTC).date().isoformat()
