"""What is kept of a tenant's slots?"""

from dataclasses import dataclass
from typing import Protocol

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey


@dataclass(frozen=True, slots=True, order=True)
class Waiting:
    """A batch that waits for a slot. In the order in which they are to start."""

    since: int
    """When it was submitted, or its documents handed over (epoch ms)."""
    key: BatchKey


class Slots(Protocol):
    """Who holds a tenant's slots, and who waits for one."""

    def wait(self, waiting: Waiting, keep_until: int) -> None:
        """Queue up; a repeat changes nothing."""

    def waiting(self, tenant: str) -> list[Waiting]:
        """Those at the head of the queue, first come first."""

    def leave(self, waiting: Waiting) -> None:
        """Out of the queue; a repeat changes nothing."""

    def take(self, tenant: str, member: str, limit: int) -> bool:
        """Hold a slot. False: others hold `limit` or more. Who holds one already holds just one."""

    def free(self, tenant: str, member: str) -> None:
        """Hold none any more; a repeat changes nothing."""

    def free_idle(self, seen: Batch) -> bool:
        """Free the slot of an open batch whose documents in work have all ended, unless others are
        handed over meanwhile: in one transaction with the check that dispatch and hand-over are as
        in `seen`. False: they are not, and nothing changed.
        """

    def members(self, tenant: str) -> frozenset[str]:
        """Who holds a slot."""
