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


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page that was kept, found again."""

    origin: Origin
    content: Mapping[str, Any]
