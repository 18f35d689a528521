"""Does a batch that waits for a slot get it, once no document in work needs it?

By itself at once, and with the sweeper's help before its next look is over: also when whoever held
the slot stays open.
"""

from batchbell.domain.identifiers import BatchKey
from tests.memory.submissions import TENANT
from tests.simulation.documents.uploads import in_work, items_of
from tests.simulation.neighbours import RIVAL
from tests.simulation.system import System
from tests.simulation.violations import demand

_SWEEPS_MS = 2 * 60_000
"""The sweeper comes every minute."""


class SlotWait:
    """Since when somebody waits who need not, while nothing goes wrong. Raises `Violation`."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._most_ms = system.world.store.limits.lease_of(system.scenario.kind) + _SWEEPS_MS
        self._since: int | None = None

    def look(self) -> None:
        """Whenever something may have changed."""
        if not self.needless():
            self._since = None
        elif self._since is None:
            self._since = self._system.clock()
        else:
            waited = self._system.clock() - self._since
            demand(waited <= self._most_ms, f"no slot for {waited} ms, and it could have one")

    def needless(self) -> bool:
        """Whether somebody waits, and a slot is free, or held by nobody who works."""
        held = self._system.world.slots.held.get(TENANT, set())
        free = len(held) < self._system.slots
        idle = [name for name in held if not self._needs(BatchKey(TENANT, name))]
        waits = [key for key in self._system.keys if key.batch not in held and self._wants(key)]
        return bool(waits) and (free or bool(idle))

    def _wants(self, key: BatchKey) -> bool:
        batch = self._system.world.records.batches.get(key)
        return batch is not None and batch.takes_work and batch.dispatch.wanted

    def _needs(self, key: BatchKey) -> bool:
        batch = self._system.world.records.batches.get(key)
        if batch is None:
            return False
        return batch.open if key == RIVAL else in_work(batch, items_of(self._system.world, key))
