"""What happens in the most regular piece about documents, and in every piece that differs from it
once?

A document is uploaded, handed over and read; then another, which opens the batch again. Into that
come, at every step there is, a fault of a call, and every trigger twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from batchbell.domain.job_kind import JobKind
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.piece import Piece
from tests.simulation.regular import FAULTS, Disturbance, Turns
from tests.simulation.scenario import Scenario

Call = tuple[str, int]
_SWEEPS = 80
STORY: tuple[Call, ...] = (
    ("process", 1),
    ("register", 0),
    ("upload anew", 0),
    ("process", 2),
)
"""After the first upload: the next call comes when nobody is at work."""
REPLACED: tuple[Call, ...] = (("register", 0), ("process", 0), ("register", 1), ("register", 1))
DELETED: tuple[Call, ...] = (("upload", 1), ("process", 0), ("upload anew", 0), ("delete", 0))
RESTS: tuple[Call, ...] = (("delete document", 0),)
"""The first upload waits for its caller until the sweeper rests."""
UNTOLD: tuple[Call, ...] = (("register", 0), ("process", 0), ("read", 0), ("upload", 1))
"""A reader closes; then the next upload comes, and waits."""
STORIES = (STORY, REPLACED, DELETED, RESTS, UNTOLD)
ALL = ("dispatcher", "aggregator")


@dataclass(frozen=True, slots=True)
class Story:
    """A regular piece, and what differs in it. `lost`: the functions that are never told of a
    change.
    """

    calls: tuple[Call, ...] = STORY
    disturbance: Disturbance = field(default_factory=Disturbance)
    lost: tuple[str, ...] = ()


def scenario_of_documents(*kinds: DocumentKind) -> Scenario:
    """So many documents, whose tenant has a budget, and slots enough."""
    documents = kinds or (DocumentKind.FINE, DocumentKind.FINE)
    return Scenario(kind=JobKind.DOCUMENTS, pages=(), documents=documents, budget=True)


def play_story(scenario: Scenario, story: Story) -> tuple[Piece, int, int]:
    """-> the piece, its steps and its triggers. Raises `Violation`."""
    piece = Piece(scenario)
    turns = StoryTurns(piece, story)
    return piece.play(turns.moves()), turns.steps, turns.triggers


def stories(calls: Sequence[Call] = STORY, every: int = 1) -> Iterator[Story]:
    """One story with one fault of each kind at each `every`th step, and with each trigger twice."""
    told = tuple(calls)
    _, steps, triggers = play_story(scenario_of_documents(), Story(told))
    for fault, step in product(FAULTS, range(0, steps, every)):
        yield Story(told, Disturbance(fault=fault, fault_at=step))
    for trigger in range(triggers):
        yield Story(told, Disturbance(repeat_at=trigger))


def untold_stories() -> Iterator[Story]:
    """Each story while the aggregator is told of nothing: readers close, and the sweeper tells."""
    for calls in STORIES:
        yield Story(calls)
        yield Story(calls, lost=("aggregator",))
        yield Story(calls, lost=ALL)


def lonely_stories(calls: Sequence[Call] = STORY, every: int = 1) -> Iterator[Story]:
    """One story in which somebody dies at one step, and no change is told of: the sweeper does it
    all.
    """
    told = tuple(calls)
    _, steps, _ = play_story(scenario_of_documents(), Story(told, lost=ALL))
    for step in range(0, steps, every):
        yield Story(told, Disturbance(fault="kill", fault_at=step), lost=ALL)


class StoryTurns(Turns):
    """Everybody in turn, one call of the story after another."""

    def __init__(self, piece: Piece, story: Story) -> None:
        super().__init__(piece, story.disturbance)
        self._calls = list(story.calls)
        self._lost = story.lost
        self._alone = self._lost == ALL
        if self._alone:
            self.most_polls = 0  # a reader would help
        self._sweeps = 0

    def moves(self) -> Iterator[Move]:
        """Until the story is over and nothing is under way."""
        yield SUBMIT
        while True:
            yield from self._begin_or_lose()
            names = list(self._piece.system.actors)
            for name in names:
                yield from self._step(name)
            if names:
                continue
            if self._alone and self._piece.hand.until_next() is not None and self._sweeps < _SWEEPS:
                self._sweeps += 1
                yield ("wait", "next")
                yield ("begin", "sweeper", 1, 0)
            elif self._calls:
                yield ("call", *self._calls.pop(0))
            else:
                return

    def _begin_or_lose(self) -> Iterator[Move]:
        for function in self._lost:
            while self._piece.system.readers[function].waiting:
                yield ("lose", function, 0)
        yield from self._begin()
