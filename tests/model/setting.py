"""What does a configuration fix?"""

from dataclasses import dataclass
from typing import NamedTuple


class Budget(NamedTuple):
    """How much may go wrong in the explored part, at any moment.

    `leases`: those that run out under a live worker or notifier. `sweeps`: beside those of the
    completion check. `losses`: of the batch's input list.
    """

    crashes: int = 0
    duplicates: int = 0
    leases: int = 0
    sweeps: int = 0
    losses: int = 0


NOTHING_GOES_WRONG = Budget()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting:
    """Sizes, and what happens outside. Every world of one exploration shares one.

    `outcomes`: what attempt n at an item comes to (`succeeded`, `failed`, or `postponed`: it is to
    be tried again); there are as many attempts. `receiver`: whether it takes delivery n; likewise.
    `refusing`: a receiver that takes none.

    Of documents: `uploaded`, whether they wait for their caller at first (else they were handed
    over); `linked`, the indexes of those whose bytes come later; `credits`, whether their tenant
    has a budget.
    """

    family: str = "pages"
    total: int = 1
    chunk: int = 1
    webhook: bool = True
    large: bool = False
    parallel: int = 2
    uploaded: bool = False
    linked: frozenset[int] = frozenset()
    credits: bool = False
    outcomes: tuple[str, ...] = ("succeeded", "failed")
    receiver: tuple[bool, ...] = (True,) * 6
    refusing: str | None = None
    purges: bool = False
    broken: frozenset[str] = frozenset()

    @property
    def pages(self) -> bool:
        """Whether it is about a batch of pages."""
        return self.family == "pages"

    @property
    def chunks(self) -> int:
        """How many chunks the batch begins with."""
        return -(-self.total // self.chunk)

    def length(self, chunk: int) -> int:
        """How many items a chunk begins with."""
        return self.length_of(self.total, chunk)

    def length_of(self, total: int, chunk: int) -> int:
        """How many of so many items are in a chunk."""
        return min(self.chunk, total - chunk * self.chunk)

    def outcome_of(self, attempt: int) -> str:
        """What an attempt at an item comes to."""
        return self.outcomes[min(attempt, len(self.outcomes)) - 1]

    def breaks(self, name: str) -> bool:
        """Whether this sentence of the protocol is broken."""
        return name in self.broken
