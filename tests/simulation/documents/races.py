"""What happens when any two writes about documents race, in either order?

As in `tests.simulation.races`: whoever comes to the first write stands before it, and then whoever
comes to the second, while the calls of a story go on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from tests.simulation.documents.regular import (
    GOES_ON,
    Call,
    Story,
    StoryTurns,
    moves_of,
    scenario_of_documents,
)
from tests.simulation.held import Held
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.piece import Piece

WRITES = (
    "batches.add",
    "budgets.hand_over_reserved",
    "items.hand_over",
    "batches.end_hand_over",
    "tallies.want",
    "batches.mark_sent",
    "items.claim_queued",
    "items.finish",
    "items.end_waiting",
    "tallies.close_chunk",
    "batches.close",
    "slots.free_idle",
    "batches.register",
    "events.record_verdict",
    "batches.rest",
)
SLOT_WRITES = (
    "budgets.hand_over_reserved",
    "batches.end_hand_over",
    "batches.mark_sent",
    "items.finish",
    "items.end_waiting",
    "slots.wait",
    "slots.take",
    "slots.leave",
    "slots.free_idle",
    "batches.delete",
)
"""Those that race where two batches share a slot."""
_STORY: tuple[Call, ...] = (
    ("register", 0),
    ("process", 0),
    ("upload", 1),
    ("process", 1),
    ("register", 1),
    ("upload anew", 0),
)
_ENDS: tuple[Call, ...] = (("delete document", 1), ("delete", 0))


@dataclass(frozen=True, slots=True)
class DocumentRace:
    """Two writes, `first` held before `second` is. `deleted`: whether the story ends with DELETEs;
    `late`: whether time passes, and the sweeper comes, while they are held.
    """

    first: str
    second: str
    second_goes_first: bool = False
    deleted: bool = False
    late: bool = False
    one: bool = False
    """Whether only the first who comes to each of the writes is held."""
    beside: bool = False
    """Whether the story is that of two batches that share a slot."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """Its story."""
        if self.beside:
            return GOES_ON + (_ENDS[1:] if self.deleted else ())
        return _STORY + (_ENDS if self.deleted else ())


def document_races() -> Iterator[DocumentRace]:
    """Every pair in every order, in each way."""
    for (first, second), turned in product(permutations(WRITES, 2), (False, True)):
        for deleted, late in ((False, False), (True, False), (False, True)):
            yield DocumentRace(first, second, turned, deleted, late)
        yield DocumentRace(first, second, turned, one=True)
    for (first, second), turned in product(permutations(SLOT_WRITES, 2), (False, True)):
        for deleted, late in ((False, False), (True, False), (False, True)):
            yield DocumentRace(first, second, turned, deleted, late, beside=True)
        yield DocumentRace(first, second, turned, one=True, beside=True)


def play_document_race(race: DocumentRace) -> Piece:
    """Raises `Violation`."""
    piece = Piece(scenario_of_documents(race.calls))
    return piece.play(_Racing(piece, race).moves())


class _Racing(StoryTurns):
    """Everybody in turn, but those who are held."""

    def __init__(self, piece: Piece, race: DocumentRace) -> None:
        super().__init__(piece, Story(race.calls))
        self._race = race
        self._held = Held(race.first, race.second, one=race.one)

    def moves(self) -> Iterator[Move]:
        """Until nothing is under way."""
        yield SUBMIT
        yield from self._until_rest()
        for call in self._calls:
            yield from moves_of(call)
            yield from self._until_rest()
            if self._race.late:
                yield ("wait", "next")
                yield ("begin", "sweeper", 1, 0)
                yield from self._until_rest()
        yield from self._held.let_go(second_goes_first=self._race.second_goes_first)
        yield from self._until_rest()

    def _until_rest(self) -> Iterator[Move]:
        """Until only those who are held are left."""
        while True:
            yield from self._begin()
            free = [name for name in self._piece.system.actors if not self._holds(name)]
            if not free:
                return
            for name in free:
                if name in self._piece.system.actors and not self._holds(name):
                    yield from self._step(name)

    def _holds(self, name: str) -> bool:
        """Whether it stands where it has to wait."""
        return self._held.holds(name, self._piece.system.actors[name].standing_at)
