"""What is a page that was kept, and under which name?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PageName:
    """One page as one tenant wants it. `fingerprint`: of its address and of all that decides what
    is made of it; of the caller's headers, which may hold secrets, no more than that is stored.
    """

    tenant: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a page that is kept comes from. Times are epoch milliseconds."""

    fetched_at: int
    credits: int
    """What it cost, and costs whoever is answered with it."""
    ends_at: int
    """From then on it answers nobody."""

    def answers(self, now: int, since: int) -> bool:
        """Whether it is young enough. One of a time that has not come yet is not: whoever kept it
        had another clock, so nobody can say how old it is.
        """
        return since < self.fetched_at <= now < self.ends_at


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page that was kept, found again."""

    origin: Origin
    content: Mapping[str, Any]
