"""How do tests send the sweeper?"""

from dataclasses import dataclass, field

from batchbell.domain.batch import Batch
from batchbell.usecases.sweep import Repair, Sweeping, sweep
from tests.usecases.desk import KEY, Desk


@dataclass
class Sweeper:
    """The sweeper at a desk."""

    desk: Desk
    repairs: list[tuple[Repair, int]] = field(default_factory=list)

    def sweep(self) -> Batch | None:
        """Looks at the batch."""
        world = self.desk.world
        sweeping = Sweeping(
            pages=world.pages,
            webhooks=world.webhooks,
            deliveries=world.deliveries,
            desk=world.desk,
            repaired=lambda _, repair, count: self.repairs.append((repair, count)),
        )
        return sweep(world.store, sweeping, KEY)
