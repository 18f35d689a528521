"""Which figures were aimed at, and were they reached?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tools.bench.starts import API_FUNCTIONS, Start
from tools.bench.terms import FIXED, ON_ITEM_PATH, PROTOCOL, Costs

UNITS_AN_ITEM = 2
UNITS_A_BATCH = 20
UNITS_A_CHUNK = 6
LARGE_BATCH = 1_000
UNITS_AN_ITEM_IN_ALL = 2.1
API_INTERPRETERS = 5


@dataclass(frozen=True)
class Target:
    """A figure and the most that it was to be."""

    name: str
    found: float
    most: float

    @property
    def reached(self) -> bool:
        """Whether the figure is what it was to be."""
        return self.found <= self.most


def write_targets(costs: Iterable[Costs]) -> list[Target]:
    """What was aimed at for the writes of each batch."""
    return [target for one in costs for target in _of_batch(one)]


def start_targets(starts: Mapping[str, Start]) -> Sequence[Target]:
    """What was aimed at for the starts of the API's functions."""
    return [
        Target(f"{name}: import, in interpreters", starts[f"import {name}"].ratio, API_INTERPRETERS)
        for name in API_FUNCTIONS
    ]


def fixed_at_most(costs: Costs) -> int:
    """Write units that a batch may cost besides its items and folds."""
    return UNITS_A_BATCH + UNITS_A_CHUNK * costs.chunks


def _of_batch(costs: Costs) -> list[Target]:
    path = costs.units(*ON_ITEM_PATH) / costs.total
    fixed, in_all = costs.units(*FIXED), costs.units(*PROTOCOL) / costs.total
    targets = [
        Target(f"{costs.total} items: item path, an item", path, UNITS_AN_ITEM),
        Target(f"{costs.total} items: batch and chunks", fixed, fixed_at_most(costs)),
    ]
    if costs.total >= LARGE_BATCH:
        targets.append(
            Target(f"{costs.total} items: in all, an item", in_all, UNITS_AN_ITEM_IN_ALL)
        )
    return targets
