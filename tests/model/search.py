"""Does everything hold in every state that can be reached?

Breadth first over every interleaving, so that the trace to a violation is a shortest one. Visited
states are kept as 64-bit hashes; a trace is played again from the start.
"""

from collections import defaultdict, deque
from dataclasses import dataclass

from tests.model.actions import Action, Rules, is_call
from tests.model.completion import Completion, owed
from tests.model.configuration import Configuration
from tests.model.hand_overs import slot_owed
from tests.model.trace import told
from tests.model.world import Violation, World

_LOST = "then all under way dies, all records and messages are lost, and the sweeper runs alone"
_STUCK = "then nothing that can still happen leads to an end"


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. `violation` None: everything holds."""

    states: int
    steps: int
    violation: str | None = None
    trace: tuple[str, ...] = ()


class TooManyStates(Exception):
    """More than were allowed."""


class Search:
    """One exploration."""

    def __init__(self, configuration: Configuration, limit: int) -> None:
        self._quiet = configuration.quiet
        self._nobody_dies = not configuration.budget.crashes
        self._start = configuration.start
        self._rules = Rules(configuration)
        self._completion = Completion(self._rules)
        self._limit = limit
        self._parents: dict[int, tuple[int, Action] | None] = {}
        self._before: defaultdict[int, list[int]] = defaultdict(list)
        self._ends: list[int] = []
        self._steps = 0

    def run(self) -> Found:
        """To the first violation, or through every state. Raises `TooManyStates`."""
        first = self._start()
        root = hash(first.key())
        self._parents[root] = None
        frontier = deque([(root, first)])
        while frontier:
            here, w = frontier.popleft()
            violation = self._check(here, w)
            if violation:
                return violation
            for action in self._rules.possible(w):
                self._steps += 1
                try:
                    new, _ = self._rules.apply(w, action)
                except Violation as broken:
                    return self._found(here, str(broken), action)
                self._visit(frontier, here, action, new)
        return self._found_stuck() if self._quiet else Found(len(self._parents), self._steps)

    def _visit(
        self, frontier: deque[tuple[int, World]], here: int, action: Action, new: World
    ) -> None:
        there = hash(new.key())
        if self._quiet and not is_call(action):
            self._before[there].append(here)
        if there in self._parents:
            return
        self._parents[there] = here, action
        frontier.append((there, new))
        if len(self._parents) > self._limit:
            raise TooManyStates

    def _check(self, here: int, w: World) -> Found | None:
        if self._quiet:
            if not (w.pending or w.processes or owed(w) or (self._nobody_dies and slot_owed(w))):
                self._ends.append(here)
            return None
        try:
            self._completion.check(w)
        except Violation as broken:
            return self._found(here, str(broken), _LOST)
        return None

    def _found_stuck(self) -> Found:
        """In a quiet configuration an end where nothing is owed must be in reach of every state,
        without the help of a client that could call.
        """
        reached, frontier = set(self._ends), list(self._ends)
        while frontier:
            for before in self._before[frontier.pop()]:
                if before not in reached:
                    reached.add(before)
                    frontier.append(before)
        stuck = [state for state in self._parents if state not in reached]
        if not stuck:
            return Found(len(self._parents), self._steps)
        left = {here for there, before in self._before.items() for here in before if here != there}
        dead = next((state for state in stuck if state not in left), stuck[0])
        return self._found(dead, "nothing was lost, and there is no way to an end", _STUCK)

    def _found(self, here: int, violation: str, last: Action | str) -> Found:
        path: list[Action | str] = [last]
        before = self._parents[here]
        while before:
            path.append(before[1])
            before = self._parents[before[0]]
        trace = told(self._rules, self._start(), reversed(path))
        return Found(len(self._parents), self._steps, violation, tuple(trace))
