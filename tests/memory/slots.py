"""The `Slots` port in memory."""

from dataclasses import dataclass, field

from batchbell.domain.batch import Batch
from batchbell.ports import Waiting
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


@dataclass
class MemorySlots:
    """See `batchbell.ports.Slots`. `held`, `queue`: by tenant."""

    records: Records
    held: dict[str, set[str]] = field(default_factory=dict)
    queue: dict[str, set[Waiting]] = field(default_factory=dict)

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self.records.hook

    @atomic("slots.wait")
    def wait(self, waiting: Waiting, keep_until: int) -> None:
        """Queue up."""
        self.queue.setdefault(waiting.key.tenant, set()).add(waiting)

    @atomic("slots.waiting")
    def waiting(self, tenant: str) -> list[Waiting]:
        """Those at the head of the queue."""
        return sorted(self.queue.get(tenant, set()))[:25]

    @atomic("slots.leave")
    def leave(self, waiting: Waiting) -> None:
        """Out of the queue."""
        self.queue.get(waiting.key.tenant, set()).discard(waiting)

    @atomic("slots.take")
    def take(self, tenant: str, member: str, limit: int) -> bool:
        """Hold a slot."""
        held = self.held.setdefault(tenant, set())
        if member not in held and len(held) >= limit:
            return False
        held.add(member)
        return True

    @atomic("slots.free")
    def free(self, tenant: str, member: str) -> None:
        """Hold none any more."""
        self.held.get(tenant, set()).discard(member)

    @atomic("slots.free_idle")
    def free_idle(self, seen: Batch) -> bool:
        """Free the slot of a batch whose documents in work have all ended."""
        batch = self.records.batches.get(seen.key)
        if batch is None:
            return False
        as_seen = (str(seen.dispatch), seen.hand_over)
        if (str(batch.dispatch), batch.hand_over) != as_seen:
            return False
        self.held.get(seen.key.tenant, set()).discard(seen.key.batch)
        return True

    @atomic("slots.members")
    def members(self, tenant: str) -> frozenset[str]:
        """Who holds a slot."""
        return frozenset(self.held.get(tenant, set()))
