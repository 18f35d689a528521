"""What happens when any two writes race, in either order?

Whoever comes to the first write stands before it, and from then on whoever comes to the second,
until nobody else can go on. Then those who stand make their one call, the ones before the first
write first or last, and all go on in turn. Where a lease is to be over meanwhile, it runs out under
the live worker, and the sweeper sends for another.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product

from tests.simulation.actors import Actor
from tests.simulation.held import Held
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.piece import Piece
from tests.simulation.regular import Disturbance, Turns
from tests.simulation.scenario import Scenario

WRITES = (
    "batches.mark_started",
    "batches.raise_fence",
    "items.claim",
    "results.put",
    "items.finish",
    "items.settle",
    "tallies.put",
    "tallies.fold",
    "tallies.close_chunk",
    "batches.close",
)


@dataclass(frozen=True, slots=True)
class Race:
    """Two writes, `first` held before `second` is. `cancel_at`: see `Disturbance`."""

    first: str
    second: str
    second_goes_first: bool = False
    cancel_at: int | None = None
    lease_over: bool = False


def races(steps: int, every: int) -> Iterator[Race]:
    """Every pair in every order: as leases run out, and with a cancel at every `every`th step."""
    for (first, second), turned in product(permutations(WRITES, 2), (False, True)):
        yield Race(first, second, turned, lease_over=True)
        for step in range(0, steps, every):
            yield Race(first, second, turned, cancel_at=step)


def play_race(scenario: Scenario, race: Race) -> Piece:
    """Raises `Violation`."""
    piece = Piece(replace(scenario, zombies=race.lease_over))
    return piece.play(_Racing(piece, race).moves())


class _Racing(Turns):
    """Everybody in turn, but those who are held."""

    def __init__(self, piece: Piece, race: Race) -> None:
        super().__init__(piece, Disturbance(cancel_at=race.cancel_at))
        self._race = race
        self._held = Held(race.first, race.second)

    def moves(self) -> Iterator[Move]:
        """Until nothing is under way."""
        yield SUBMIT
        yield from self._until_rest()
        if self._race.lease_over and self._held.begun:
            yield ("wait", "lease")
            yield ("begin", "sweeper", 1, 0)
            yield from self._until_rest()
        yield from self._held.let_go(second_goes_first=self._race.second_goes_first)
        yield from self._until_rest()

    def _until_rest(self) -> Iterator[Move]:
        """Until only those who are held are left."""
        while True:
            yield from self._begin()
            free = [actor for actor in self._piece.system.actors.values() if not self._holds(actor)]
            if not free:
                return
            for actor in free:
                if not self._holds(actor):
                    yield from self._step(actor.name)

    def _holds(self, actor: Actor) -> bool:
        """Whether it stands where it has to wait."""
        return self._held.holds(actor.name, actor.standing_at)
