"""Which piece catches a breakage?"""

from collections.abc import Iterable

from tests.simulation.breakages import Breakage
from tests.simulation.exhaustive import (
    Case,
    broken,
    canceled_pieces,
    document_case,
    document_cases,
    races_of,
)
from tests.simulation.races import Race
from tests.simulation.regular import scenario_of_size
from tests.simulation.scenarios import scenario_of
from tests.simulation.seeds import Found, quiet, told, try_seed

_FEW = 400
"""Seeds: most of what is wrong shows by then."""


def hunt(breakage: Breakage, seeds: int, *, with_trace: bool) -> int:
    """Its hint and what is quick, then some seeds, then every race, then the other seeds. -> the
    exit status: 0 when it is caught.
    """
    seed = () if breakage.seed is None else (breakage.seed,)
    race = () if breakage.race is None else ((scenario_of_size(1, 1), Race(**breakage.race)),)
    documents = () if breakage.documents is None else (document_case(breakage.documents),)
    with quiet():
        caught = (
            _by_seed(breakage, seed, with_trace=with_trace)
            or _regularly(breakage, race)
            or _regularly(breakage, documents)
            or _regularly(breakage, canceled_pieces((1, 2)))
            or _by_seed(breakage, range(min(seeds, _FEW)), with_trace=with_trace)
            or _regularly(breakage, races_of(1, every=12))
            or _regularly(breakage, document_cases(every=5))
            or _by_seed(breakage, range(_FEW, seeds), with_trace=with_trace)
        )
    if not caught:
        print(f"{breakage.name}: NOT CAUGHT by {seeds} seeds: {breakage.meaning}")
    return 0 if caught else 1


def _regularly(breakage: Breakage, cases: Iterable[Case]) -> bool:
    what = next((what for what in map(broken, cases) if what is not None), None)
    if what is not None:
        print(f"{breakage.name}: caught by a regular piece: {what}")
    return what is not None


def _by_seed(breakage: Breakage, seeds: Iterable[int], *, with_trace: bool) -> bool:
    found = next((one for one in map(try_seed, seeds) if one.guarantee is not None), None)
    if found is not None:
        _tell(breakage, found, with_trace=with_trace)
    return found is not None


def _tell(breakage: Breakage, found: Found, *, with_trace: bool) -> None:
    print(f"{breakage.name}: caught by seed {found.seed}: {found.guarantee}")
    if with_trace:
        told(found, scenario_of(found.seed), print)
