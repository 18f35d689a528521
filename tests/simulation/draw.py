"""Which move comes next, by the seed?

Whoever is under way goes on, whatever is ready begins; now and then something special: a fault, a
client's call, or time that passes. In some pieces all take turns, in others one invocation goes on
for long while the others stand between two calls: rare races need both.
"""

import random
from collections.abc import Iterator

from tests.simulation.moves import SUBMIT, Move, Stagehand

_NUMBERS = 12
"""What callers of the Documents API choose from: documents, fields and receivers."""

_STRIKES = ("kill", "throttle", "doubt", "late", "unheard", "repeat", "lose", "starve")
"""Faults that strike what is under way, or on its way."""
_SOON_MS = 300_000


def random_moves(hand: Stagehand) -> Iterator[Move]:
    """The submission first; each move as the system stands then."""
    yield SUBMIT
    yield from _Drawer(hand).moves()


class _Drawer:
    """Draws moves for a system. `left`: what may still go wrong or be asked."""

    def __init__(self, hand: Stagehand) -> None:
        self._hand = hand
        self._scenario = hand.system.scenario
        self._rng = random.Random(f"moves {self._scenario.seed}")
        self._left = {**self._scenario.faults, **self._scenario.calls}
        self._begins = [kind for kind in self._left if kind not in _STRIKES]
        """Those that are something by themselves."""
        self._story = list(self._scenario.story)
        self._last = ""

    def moves(self) -> Iterator[Move]:
        """Until nothing is to come, or the piece is long enough."""
        for _ in range(self._scenario.moves):
            if self._at_rest():
                return
            kind = self._kind()
            move = self._move(kind)
            if move is not None:
                if kind in self._left:
                    self._left[kind] -= 1
                yield move

    def _at_rest(self) -> bool:
        """Whether nothing is under way, will be, or is to come: but for the sweeper, which comes by
        itself in a story, and in any piece at its end.
        """
        hand, system = self._hand, self._hand.system
        letters = system.pages.letters or system.webhooks.letters
        due = self._scenario.story and hand.until_next() is not None
        busy = system.actors or hand.ready() or letters or system.delayed or due
        return not busy and not self._story and not any(self._left[kind] for kind in self._begins)

    def _kind(self) -> str:
        scenario, rng, hand = self._scenario, self._rng, self._hand
        actors, ready = hand.system.actors, hand.ready()
        specials = [kind for kind, number in self._left.items() for _ in range(number)]
        if self._story:
            at_work = actors or ready or self._soon()
            if rng.random() < (scenario.hurry if at_work else 1 - scenario.patience):
                return "story"
        drawn = rng.random()
        if specials and drawn < (scenario.specials if actors or ready else 0.5):
            return rng.choice(specials)
        if drawn > 1 - scenario.waits or not (actors or ready):
            if not (actors or ready) and scenario.story and self._due():
                return "due"
            return "land" if hand.system.delayed else "wait"
        room = len(actors) < scenario.most_actors
        if ready and room and (not actors or rng.random() < scenario.begins):
            return "begin"
        return "go"

    def _due(self) -> bool:
        """Whether the sweeper has something to do: in a long story it comes by itself."""
        system = self._hand.system
        return bool(system.world.batches.due(system.clock(), 1))

    def _soon(self) -> bool:
        """Whether something comes by itself before long."""
        until = self._hand.until_next()
        return until is not None and until < _SOON_MS

    def _move(self, kind: str) -> Move | None:
        rng = self._rng
        match kind:
            case "wait":
                return ("wait", rng.choice(["next", "next", "lease", "minute"]))
            case "begin":
                most = rng.choice([1, 2, 5, 100])
                return ("begin", rng.choice(self._hand.ready()), most, rng.randrange(8))
            case "story":
                return ("call", *self._story.pop(0))
            case "land":
                return ("land", rng.randrange(8))
            case "sweep" | "due" | "stranger":
                sweeps = ("begin", "sweeper", 1, 0)
                return ("stranger", "pages", rng.randrange(4)) if kind == "stranger" else sweeps
            case "repeat" | "lose" | "starve":
                return self._misdelivery(kind)
            case _ if kind in self._scenario.calls:
                numbers = _NUMBERS if self._scenario.kind.grows else self._scenario.items
                return ("call", kind, rng.randrange(numbers))
        return self._step(kind)

    def _step(self, kind: str) -> Move | None:
        """Somebody goes on, or is struck: rather the one who went on before."""
        actors = list(self._hand.system.actors)
        if not actors:
            return None
        stays = self._last in actors and self._rng.random() < self._scenario.bursts
        self._last = self._last if stays else self._rng.choice(actors)
        return (kind, self._last)

    def _misdelivery(self, kind: str) -> Move | None:
        places = {self._hand.worker: "pages", "notifier": "webhooks"}
        where = [places.get(function, function) for function in self._hand.ready()]
        only = {"lose": ("dispatcher", "aggregator"), "starve": ("pages", "webhooks")}
        chosen = [place for place in where if place in only.get(kind, where)]
        return (kind, self._rng.choice(chosen), self._rng.randrange(8)) if chosen else None
