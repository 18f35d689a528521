"""Which ways are played, so that every call the model can make is compared with the code's?

The model is explored with queries read in one go, as the ports in memory do. Then the shortest way
to each call, with each result that it can have, is played; one that lies on a way that was played
is not played again.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from tests.model.actions import Action, Made, Rules
from tests.model.configuration import Configuration
from tests.model.machine import Place
from tests.model.twin.twin import Twin
from tests.model.world import Violation

Call = tuple[Place, Any]
"""A call and its result."""


@dataclass
class Ways:
    """The calls of a configuration, and how to get there."""

    rules: Rules
    configuration: Configuration
    before: dict[int, tuple[int, Action] | None] = field(default_factory=dict)
    found: dict[Call, tuple[int, Action]] = field(default_factory=dict)

    def to(self, call: Call) -> list[Action]:
        """The shortest way that makes the call."""
        here, last = self.found[call]
        way = [last]
        step = self.before[here]
        while step:
            way.append(step[1])
            step = self.before[step[0]]
        return way[::-1]


def find_ways(configuration: Configuration) -> Ways:
    """Explore."""
    whole = replace(configuration, snapshots=True)
    ways = Ways(Rules(whole), whole)
    first = whole.start()
    root = hash(first.key())
    ways.before[root] = None
    frontier = deque([(root, first)])
    while frontier:
        here, w = frontier.popleft()
        for action in ways.rules.possible(w):
            try:
                new, made = ways.rules.apply(w, action)
            except Violation:
                continue  # of a breakage: what comes before it is compared
            for call in made:
                ways.found.setdefault((call.place, call.result), (here, action))
            there = hash(new.key())
            if there not in ways.before:
                ways.before[there] = here, action
                frontier.append((there, new))
    return ways


def play_all(ways: Ways) -> int:
    """Play until every call was compared. -> how many ways that took. Raises `Different`."""
    left, played = dict.fromkeys(reversed(ways.found)), 0
    while left:
        played += 1
        for made in play(ways, ways.to(next(iter(left)))):
            left.pop((made.place, made.result), None)
    return played


def play(ways: Ways, way: list[Action]) -> list[Made]:
    """Play one way. -> the calls that were compared."""
    twin = Twin(ways.rules, ways.configuration)
    made: list[Made] = []
    for action in way:
        made += twin.play(action)
    twin.leave()
    return made
