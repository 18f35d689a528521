"""How much may a tenant ask for, and how much of that is used?

Source: Pages API contract, "Limits".
"""

from dataclasses import dataclass, replace
from enum import StrEnum

RATE_WINDOW_MS = 60_000
"""Calls are counted by the minute of the clock (contract, "Limits")."""
LONGEST_CACHE_SECONDS = 86_400
"""A day: jobs are kept for one at least, and objects of kept pages for one."""


class CallClass(StrEnum):
    """Calls are limited in two classes, each with a count of its own."""

    WRITES = "writes"
    READS = "reads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a tenant may do. The deployment's, unless the tenant was given numbers of its own."""

    writes_a_minute: int
    """Calls that submit, convert or cancel, for each key."""
    reads_a_minute: int
    """Calls that read, for each key."""

    slots: int
    """Batches that may run at a time, and calls that wait for their page."""
    robots: int = 1
    """1: robots.txt is honoured for every page (contract, "Limits"); 0: it is not asked for."""
    cache_seconds: int = 0
    """How old a page may be that is answered again, up to a day; 0: each is fetched anew."""

    def calls_a_minute(self, call_class: CallClass) -> int:
        """The limit of a class."""
        return self.writes_a_minute if call_class is CallClass.WRITES else self.reads_a_minute

    def evolve(self, **changes: int) -> "Allowance":
        """The same allowance, changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class RateWindow:
    """A key's calls of one class in one minute. `ends_at`: epoch milliseconds."""

    limit: int
    used: int
    ends_at: int
    exceeded: bool = False
    """Whether the call that was counted last was one too many, and so was not counted."""

    @property
    def remaining(self) -> int:
        """Calls that are left in it."""
        return max(self.limit - self.used, 0)


def window_end(now: int) -> int:
    """When the minute of a call ends (epoch ms)."""
    return (now // RATE_WINDOW_MS + 1) * RATE_WINDOW_MS
