"""What happens in the most regular piece about documents, and in every piece that differs from it
once?

A document is uploaded, handed over and read; then another, which opens the batch again. Into that
come, at every step there is, a fault of a call, and every trigger twice. Others are about two
batches that share a slot.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from batchbell.domain.job_kind import JobKind
from tests.simulation.documents.outside import BESIDE, DocumentKind
from tests.simulation.documents.slot_wait import SlotWait
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.piece import Piece
from tests.simulation.regular import FAULTS, Disturbance, Turns
from tests.simulation.scenario import Scenario
from tests.simulation.violations import demand

Call = tuple[str, int]
_SWEEPS = 80
_SWEEP: tuple[Move, ...] = (("wait", "next"), ("begin", "sweeper", 1, 0))
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
IN_WORK: tuple[Call, ...] = (("process", 0), ("upload", 1), ("sweep", 0))
"""The second upload waits for its caller while the first document is in work."""
_QUEUES: tuple[Call, ...] = (
    ("process", 0),
    (f"{BESIDE}upload", 0),
    (f"{BESIDE}process", 0),
    ("upload", 1),
)
"""The second batch waits for the slot of the first, whose document has no bytes yet. The first gets
another, which waits for its caller.
"""
_READ: tuple[Call, ...] = (("send", 0), ("wait", 0))
STAYS_OPEN: tuple[Call, ...] = (*_QUEUES, *_READ)
GOES_ON: tuple[Call, ...] = (*_QUEUES, ("process", 1), *_READ)
"""It hands the other over too, and keeps its slot."""
CANCELED: tuple[Call, ...] = (*_QUEUES, ("delete document", 0))
GIVEN_UP: tuple[Call, ...] = (*_QUEUES, ("delete", 0))
EMPTY: tuple[Call, ...] = (
    *_QUEUES,
    (f"{BESIDE}upload anew", 0),
    (f"{BESIDE}delete document", 0),
    *_READ,
    ("process", 1),
)
"""When it is its turn, nothing is left of the second: it takes the slot from nobody."""
BESIDES = (STAYS_OPEN, GOES_ON, CANCELED, GIVEN_UP, EMPTY)
"""About two batches that share a slot."""
COMES_BACK: tuple[Call, ...] = (("sweep", 0), ("process", 0))
"""The sweeper rests, and its call may happen when the caller has come already."""
STORIES = (STORY, REPLACED, DELETED, RESTS, UNTOLD, IN_WORK, *BESIDES, COMES_BACK)
ALL = ("dispatcher", "aggregator")


@dataclass(frozen=True, slots=True)
class Story:
    """A regular piece, and what differs in it. `lost`: the functions that are never told of a
    change.
    """

    calls: tuple[Call, ...] = STORY
    disturbance: Disturbance = field(default_factory=Disturbance)
    lost: tuple[str, ...] = ()


def scenario_of_documents(calls: Sequence[Call] = STORY) -> Scenario:
    """Two documents, whose tenant has a budget, and slots enough; one, if the calls are about a
    second batch too. The first document comes by a link where another call is to come before it is
    read.
    """
    shared = any(call.startswith(BESIDE) for call, _ in calls)
    linked = shared or ("send", 0) in calls
    return Scenario(
        kind=JobKind.DOCUMENTS,
        pages=(),
        documents=(DocumentKind.LINKED if linked else DocumentKind.FINE, DocumentKind.FINE),
        beside=(DocumentKind.FINE,) if shared else (),
        budget=True,
    )


def play_story(story: Story) -> tuple[Piece, int, int]:
    """-> the piece, its steps and its triggers. Raises `Violation`."""
    piece = Piece(scenario_of_documents(story.calls))
    turns = StoryTurns(piece, story)
    piece.play(turns.moves())
    if story == Story(story.calls):
        demand(not piece.system.repaired.repairs, "nothing went wrong, and something is repaired")
    return piece, turns.steps, turns.triggers


def stories(calls: Sequence[Call] = STORY, every: int = 1) -> Iterator[Story]:
    """One story with one fault of each kind at each `every`th step, and with each trigger twice."""
    told = tuple(calls)
    _, steps, triggers = play_story(Story(told))
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


def lonely_stories(
    calls: Sequence[Call] = STORY, every: int = 1, fault: str = "kill"
) -> Iterator[Story]:
    """One story in which somebody dies at one step, or a call comes late, and no change is told of:
    the sweeper does it all.
    """
    told = tuple(calls)
    _, steps, _ = play_story(Story(told, lost=ALL))
    for step in range(0, steps, every):
        yield Story(told, Disturbance(fault=fault, fault_at=step), lost=ALL)


def moves_of(call: Call) -> Sequence[Move]:
    """A call of a client; or time passes instead, so far that a message is seen again, or that the
    sweeper finds what is due.
    """
    return {"wait": _SWEEP[:1], "sweep": (("wait", "lease"), _SWEEP[1])}.get(
        call[0], (("call", *call),)
    )


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
        self._at_once = bool(piece.scenario.beside) or ("sweep", 0) in story.calls
        """Whether the calls do not wait for the sweeper: else nobody would stand in the queue."""
        self._undisturbed = story == Story(story.calls)
        self._wait = SlotWait(piece.system)

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
            needless = self._undisturbed and self._wait.needless()
            demand(not needless, "nothing went wrong, and somebody waits for a slot for nothing")
            if self._sweeper_first():
                self._sweeps += 1
                yield from _SWEEP
            elif self._calls:
                yield from moves_of(self._calls.pop(0))
            else:
                return

    def _sweeper_first(self) -> bool:
        """Whether it comes before the next call."""
        if not self._alone or (self._at_once and self._calls):
            return False
        return self._piece.hand.until_next() is not None and self._sweeps < _SWEEPS

    def _begin_or_lose(self) -> Iterator[Move]:
        for function in self._lost:
            while self._piece.system.readers[function].waiting:
                yield ("lose", function, 0)
        yield from self._begin()
