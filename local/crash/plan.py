"""What does a seed decide?

The batches, after how many invocations a function is killed, and what is sent again. The processes
are real: which call of which invocation a kill meets is up to the machine, and no seed repeats it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from local.crash.document_plan import planned_documents

_GOOD = ("article", "docs", "product", "forum", "moved", "slow", "busy")
_GOOD_WEIGHTS = (6, 6, 4, 4, 1, 1, 1)
_BAD = ("missing", "gone", "empty", "picture", "not a url")
_BAD_SHARE = 0.15
_SIZES = ((1, 5), (6, 30), (31, 90))
_SIZE_WEIGHTS = (5, 6, 2)
_CANCELED_ONE_IN = 4
_CANCELED_SIZE = 25
"""At least, so that something is left to be canceled."""
_HANGING_ONE_IN = 7
_REPEATED_ONE_IN = 3
_ROUND_SECONDS = (0.5, 2.0)
_OF_DOCUMENTS_ONE_TO = 4
_FEWEST_OF_DOCUMENTS = 3

VICTIMS = MappingProxyType(
    {
        "PageWorkerFunction": (12, 0.8),
        "DocumentWorkerFunction": (10, 0.2),
        "AggregatorFunction": (12, 0.05),
        "DispatcherFunction": (4, 0.05),
        "NotifierFunction": (12, 0.05),
        "StatusFunction": (40, 0.05),
        "SubmitFunction": (8, 0.05),
        "CancelFunction": (1, 0.1),
        "SweeperFunction": (2, 0.1),
    }
)
"""By logical id: invocations from one kill to the next (the mean), and how deep into an invocation
a kill goes at most (seconds). Not so many a minute: a slow machine would never be done.
"""


@dataclass(frozen=True, slots=True)
class PlannedBatch:
    """What is submitted. `cancel_at`: canceled once this share of its rows has ended."""

    number: int
    pages: tuple[str, ...]
    hangs: bool
    repeated: bool
    cancel_at: float | None

    def urls(self, site: str) -> list[str]:
        """Every row has an address of its own, so that the site knows which was asked for."""
        return [
            page if " " in page else f"{site}/{page}/{self.number}/{index}"
            for index, page in enumerate(self.pages)
        ]


@dataclass(frozen=True, slots=True)
class PlannedKill:
    """Once a function has served so many invocations, kill it this far into one (seconds)."""

    after: int
    depth: float


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """After a pause (seconds), send messages again that `random` chooses."""

    pause: float
    random: Random


class Plan:
    """All that follows from one seed. `largest`: URLs in the largest batch."""

    def __init__(self, seed: int, count: int, largest: int) -> None:
        self._seed = seed
        self.batches = self._batches(count, largest)
        most = max(_FEWEST_OF_DOCUMENTS, count // _OF_DOCUMENTS_ONE_TO)
        self.documents = planned_documents(self.random("documents"), most)

    def random(self, purpose: str) -> Random:
        """A source of its own, so that no purpose disturbs another."""
        return Random(f"{self._seed} {purpose}")  # noqa: S311 - a plan is no secret

    def kills(self, function: str) -> Iterator[PlannedKill]:
        """Endless: how many are carried out depends on how long the batches take."""
        random = self.random(function)
        mean, deepest = VICTIMS[function]
        while True:
            yield PlannedKill(random.randint(1, 2 * mean - 1), random.uniform(0, deepest))

    def rounds(self) -> Iterator[PlannedRound]:
        """Endless, as `kills`."""
        random = self.random("rounds")
        while True:
            pause = random.uniform(*_ROUND_SECONDS)
            yield PlannedRound(pause, self.random(f"round {random.random()}"))

    def _batches(self, count: int, largest: int) -> list[PlannedBatch]:
        """Of every size; which are canceled or hang goes by number, so every run has some."""
        random = self.random("batches")
        sizes = [largest, *(_size(random, largest) for _ in range(count - 2))]
        random.shuffle(sizes)
        return [
            self._batch(random, number, size, largest)
            for number, size in enumerate([1, *sizes][:count])
        ]

    def _batch(self, random: Random, number: int, size: int, largest: int) -> PlannedBatch:
        canceled = number % _CANCELED_ONE_IN == 1
        if canceled:
            size = max(size, min(_CANCELED_SIZE, largest))
        return PlannedBatch(
            number=number,
            pages=tuple(_page(random) for _ in range(size)),
            hangs=number % _HANGING_ONE_IN == _HANGING_ONE_IN // 2,
            repeated=random.randrange(_REPEATED_ONE_IN) == 0,
            cancel_at=random.choice((0.0, random.uniform(0, 0.5))) if canceled else None,
        )


def may_succeed(page: str) -> bool:
    """Whether the site answers it with a page."""
    return page in _GOOD


def _size(random: Random, largest: int) -> int:
    ((least, most),) = random.choices(_SIZES, _SIZE_WEIGHTS)
    return min(random.randint(least, most), largest)


def _page(random: Random) -> str:
    if random.random() < _BAD_SHARE:
        return random.choice(_BAD)
    return random.choices(_GOOD, _GOOD_WEIGHTS)[0]
