"""Does any single fault in the regular piece, at any step, break anything?"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import product
from time import monotonic
from typing import Any

from tests.simulation.documents.races import DocumentRace, document_races, play_document_race
from tests.simulation.documents.regular import (
    COMES_BACK,
    STORIES,
    Story,
    lonely_stories,
    play_story,
    scenario_of_documents,
    stories,
    untold_stories,
)
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

Case = tuple[Scenario, Disturbance | Race | Story | DocumentRace]
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


def document_cases(every: int = 1) -> Iterator[Case]:
    """Regular pieces about documents: the stories as they are and when nobody is told, the races,
    and every `every`th step with each fault.
    """
    yield from map(case_of, untold_stories())
    yield from map(case_of, document_races())
    yield from map(case_of, lonely_stories(COMES_BACK, every, "late"))
    for calls in STORIES:
        yield from map(case_of, lonely_stories(calls, every))
    for calls in STORIES:
        yield from map(case_of, stories(calls, every))


def case_of(piece: Story | DocumentRace) -> Case:
    """With its scenario."""
    return scenario_of_documents(piece.calls), piece


def document_case(hint: Mapping[str, Any]) -> Case:
    """The case of a hint: the fields of a race, or which story it is, who is told of no change, and
    which fault strikes at which step.
    """
    if "first" in hint:
        return case_of(DocumentRace(**hint))
    disturbance = Disturbance(fault=hint.get("fault"), fault_at=hint.get("fault_at"))
    return case_of(Story(STORIES[hint["story"]], disturbance, tuple(hint.get("lost", ()))))


def broken(case: Case) -> str | None:
    """What a case breaks, with all that it takes to play it again; None: nothing."""
    scenario, disturbance = case
    try:
        with quiet():
            if isinstance(disturbance, Race):
                play_race(scenario, disturbance)
            elif isinstance(disturbance, DocumentRace):
                play_document_race(disturbance)
            elif isinstance(disturbance, Story):
                play_story(disturbance)
            else:
                play_regular(scenario, disturbance)
    except Exception as error:  # noqa: BLE001  # whatever it is: it is told with its case
        sizes = f"{scenario.kind}, {scenario.items} items, chunks of {scenario.chunk_size}"
        return f"{said_by(error)} ({sizes}, {asdict(disturbance)})"
    return None


def try_all(items: int, every: int, processes: int, tell: Callable[[str], None]) -> int:
    """Play every case of so many items, side by side. -> how many broke something."""
    began, bad, number = monotonic(), 0, 0
    said = began
    with quiet():
        cases: list[Case] = [*pieces(items, every), *races_of(items, every)]
        cases += [*races_alone(), *document_cases()] if items == 1 else ()
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
