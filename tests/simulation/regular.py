"""What happens in the most regular piece there is, and in every piece that differs from it once?

Two workers, a client that polls and everybody else take turns, one port call each. Into that piece
come, at every step there is: a cancel, and a fault.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from batchbell.domain.job_kind import JobKind
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.neighbours import Neighbour
from tests.simulation.outside import PageKind
from tests.simulation.piece import Piece
from tests.simulation.scenario import Scenario, template_limits

FAULTS = ("kill", "unheard", "throttle", "doubt", "late")
_MOST_POLLS = 12
_MOST_AT_ONCE = {
    "dispatcher": 1,
    "aggregator": 1,
    "page_worker": 2,
    "document_worker": 2,
    "notifier": 1,
}


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What differs. Steps are the port calls of the piece, from 0; None: never."""

    cancel_at: int | None = None
    fault: str | None = None
    fault_at: int | None = None
    repeat_at: int | None = None
    """Counts the triggers: this one comes twice."""
    fence_lost: bool = False
    """Whether the dispatcher is told of nothing once the fence is up."""


def scenario_of_size(items: int, chunk_size: int, large_batch: int = 5_000) -> Scenario:
    """So many pages, the second of which fails."""
    pages = [PageKind.FINE] * items
    if items > 1:
        pages[1] = PageKind.GONE
    limits = replace(template_limits(), large_batch=large_batch)
    return Scenario(pages=tuple(pages), chunk_size=chunk_size, limits=limits)


def play_regular(scenario: Scenario, disturbance: Disturbance) -> tuple[Piece, int, int]:
    """-> the piece, its steps and its triggers. Raises `Violation`."""
    piece = Piece(scenario)
    turns = Turns(piece, disturbance)
    return piece.play(turns.moves()), turns.steps, turns.triggers


class Turns:
    """Everybody in turn."""

    def __init__(self, piece: Piece, disturbance: Disturbance) -> None:
        self._piece = piece
        self._disturbance = disturbance
        self.steps = 0
        self.triggers = 0
        self.most_polls = _MOST_POLLS

    def moves(self) -> Iterator[Move]:
        """Until nothing is under way."""
        yield SUBMIT
        while True:
            yield from self._begin()
            names = list(self._piece.system.actors)
            if not names:
                return
            for name in names:
                yield from self._step(name)

    def _begin(self) -> Iterator[Move]:
        system = self._piece.system
        ready = {name: len(reader.waiting) for name, reader in system.readers.items()}
        ready |= {
            self._piece.hand.worker: len(system.pages.ready()),
            "notifier": len(system.webhooks.ready()),
        }
        for function, waiting in ready.items():
            if waiting and self._at_work(function) < _MOST_AT_ONCE[function]:
                yield from self._trigger(function)
        answers = self._piece.hand.clients.answers
        others = len(system.actors) > self._at_work("read")
        polls = others and not self._at_work("read") and len(answers.jobs) < self.most_polls
        if answers.submitted and not answers.ended and polls:
            yield ("call", "read", 0)

    def _trigger(self, function: str) -> Iterator[Move]:
        batch = self._piece.system.batch
        if self._disturbance.fence_lost and function == "dispatcher" and batch and batch.fence:
            yield ("lose", "dispatcher", 0)
            return
        if self._disturbance.repeat_at == self.triggers:
            where = {self._piece.hand.worker: "pages", "notifier": "webhooks"}.get(
                function, function
            )
            yield ("repeat", where, 0)
        self.triggers += 1
        half = -(-self._piece.scenario.items // 2)
        works = function == self._piece.hand.worker
        yield ("begin", function, half if works else 100, 0)

    def _step(self, name: str) -> Iterator[Move]:
        if name not in self._piece.system.actors:
            return
        if self._disturbance.cancel_at == self.steps:
            yield ("call", "cancel", 0)
        fault = self._disturbance.fault
        if fault is not None and self._disturbance.fault_at == self.steps:
            yield (fault, name)
        if fault is None or self._disturbance.fault_at != self.steps or fault == "unheard":
            yield ("go", name)
        self.steps += 1

    def _at_work(self, function: str) -> int:
        return sum(name.rpartition("-")[0] == function for name in self._piece.system.actors)


def pieces(items: int, every: int = 1) -> Iterator[tuple[Scenario, Disturbance]]:
    """The regular pieces of so many items, each disturbed in every way: one fault, or one trigger
    that comes twice, at every step, without a cancel and with one at every `every`th step. With one
    item those of jobs of one URL too, which nobody cancels.
    """
    for scenario in scenarios_of_size(items):
        _, steps, _ = play_regular(scenario, Disturbance())
        for cancel_at in (None, *range(0, steps, every)):
            yield from disturbed(scenario, cancel_at)
    for scenario in scenarios_alone() if items == 1 else ():
        yield from disturbed(scenario)


def disturbed(
    scenario: Scenario, cancel_at: int | None = None
) -> Iterator[tuple[Scenario, Disturbance]]:
    """One fault of each kind at every step, and every trigger twice."""
    _, steps, triggers = play_regular(scenario, Disturbance())
    for fault, step in product(FAULTS, range(steps)):
        yield scenario, Disturbance(cancel_at=cancel_at, fault=fault, fault_at=step)
    for trigger in range(triggers):
        yield scenario, Disturbance(cancel_at=cancel_at, repeat_at=trigger)


def scenarios_of_size(items: int) -> list[Scenario]:
    """In one chunk, in chunks of one or two, and with a cancel that answers at the fence."""
    one, several = scenario_of_size(items, items), scenario_of_size(items, max(items // 2, 1))
    large = scenario_of_size(items, max(items // 2, 1), large_batch=0)
    return [one, large] if items == 1 else [one, several, large]


def scenarios_alone() -> list[Scenario]:
    """Jobs of one URL, one that completes and one that fails, while all slots are held."""
    one = replace(scenario_of_size(1, 1), neighbours=(Neighbour.GHOST,), budget=True)
    return [
        replace(one, kind=JobKind.ASYNC_DISTILL),
        replace(one, kind=JobKind.ASYNC_EXTRACT, pages=(PageKind.GONE,)),
    ]
