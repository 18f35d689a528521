"""Does any single fault in the regular piece, at any step, break anything?"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import product
from time import monotonic

from tests.simulation.races import Race, play_race, races
from tests.simulation.regular import (
    Disturbance,
    pieces,
    play_regular,
    scenario_of_size,
    scenarios_alone,
    scenarios_of_size,
)
from tests.simulation.scenario import Scenario
from tests.simulation.seeds import quiet, side_by_side
from tests.simulation.violations import said_by

Case = tuple[Scenario, Disturbance | Race]
_SAID_EVERY_S = 5.0


def canceled_pieces(sizes: Iterable[int]) -> Iterator[Case]:
    """The regular pieces with a cancel at every step, whose fence's record arrives or is lost."""
    for scenario in (one for items in sizes for one in scenarios_of_size(items)):
        yield scenario, Disturbance()
        _, steps, _ = play_regular(scenario, Disturbance())
        for step in range(steps):
            yield scenario, Disturbance(cancel_at=step)
            yield scenario, Disturbance(cancel_at=step, fence_lost=True)


def races_of(items: int, every: int) -> Iterator[Case]:
    """Every two writes that race, with a cancel at every `every`th step of the regular piece."""
    scenario = scenario_of_size(items, 1)
    _, steps, _ = play_regular(scenario, Disturbance())
    for race in races(steps, every):
        yield scenario, race


def races_alone() -> Iterator[Case]:
    """Every two writes that race as leases run out, of jobs of one URL."""
    yield from product(scenarios_alone(), races(steps=0, every=1))


def broken(case: Case) -> str | None:
    """What a case breaks, with all that it takes to play it again; None: nothing."""
    scenario, disturbance = case
    try:
        with quiet():
            if isinstance(disturbance, Race):
                play_race(scenario, disturbance)
            else:
                play_regular(scenario, disturbance)
    except Exception as error:  # noqa: BLE001  # whatever it is: it is told with its case
        sizes = f"{scenario.kind}, {len(scenario.pages)} items, chunks of {scenario.chunk_size}"
        return f"{said_by(error)} ({sizes}, {asdict(disturbance)})"
    return None


def try_all(items: int, every: int, processes: int, tell: Callable[[str], None]) -> int:
    """Play every case of so many items, side by side. -> how many broke something."""
    began, bad, number = monotonic(), 0, 0
    said = began
    with quiet():
        cases: list[Case] = [*pieces(items, every), *races_of(items, every)]
        cases += races_alone() if items == 1 else ()
    with side_by_side(processes) as pool:
        for number, what in enumerate(pool.imap(broken, cases, chunksize=32), 1):
            if what is not None:
                bad += 1
                tell(what)
            if monotonic() - said > _SAID_EVERY_S:
                said = monotonic()
                tell(f"{items} items: {number} of {len(cases)} pieces")
    tell(f"{items} items: {number} pieces in {monotonic() - began:.1f} s: {bad} break a guarantee")
    return bad
