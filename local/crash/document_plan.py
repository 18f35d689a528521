"""Which batches of documents does a seed decide on?"""

from dataclasses import dataclass
from random import Random

GOOD = "good"
BROKEN = "broken"
_BROKEN_SHARE = 0.2
_MOST_FILES = 5
_MOST_ROUNDS = 3
_DELETED_ONE_IN = 3
_REPEATED_ONE_IN = 2


@dataclass(frozen=True, slots=True)
class PlannedDocuments:
    """What is uploaded: in each round some files, whose hand-over reopens a batch that was done.

    `repeated`: every upload and hand-over is sent twice. `cancels`: a document of every round is
    deleted after its hand-over. `ends`: the batch itself is, in the last round.
    """

    number: int
    rounds: tuple[tuple[str, ...], ...]
    repeated: bool
    cancels: bool
    ends: bool

    @property
    def files(self) -> int:
        """Of all rounds."""
        return sum(map(len, self.rounds))


def planned_documents(random: Random, count: int) -> list[PlannedDocuments]:
    """Which are deleted goes by number, so every run has some."""
    return [
        PlannedDocuments(
            number=number,
            rounds=tuple(_files(random) for _ in range(1 + (number + 1) % _MOST_ROUNDS)),
            repeated=random.randrange(_REPEATED_ONE_IN) == 0,
            cancels=number % _DELETED_ONE_IN == 0,
            ends=number % _DELETED_ONE_IN == 1,
        )
        for number in range(count)
    ]


def _files(random: Random) -> tuple[str, ...]:
    count = random.randint(1, _MOST_FILES)
    return tuple(BROKEN if random.random() < _BROKEN_SHARE else GOOD for _ in range(count))
