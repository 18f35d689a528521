"""Does any one fault, at any step of the most regular piece, break a guarantee?

Every fault of a call at every step with one item; `make simulate REGULAR=1,2,3,4` plays the same
with more items, and with a cancel at every step.
"""

import pytest

from batchbell.domain.tally import Counts
from tests.simulation.exhaustive import broken, races_of
from tests.simulation.regular import (
    FAULTS,
    Disturbance,
    disturbed,
    pieces,
    play_regular,
    scenario_of_size,
    scenarios_alone,
    scenarios_of_size,
)
from tests.simulation.scenario import Scenario

COMPLETES, FAILS = scenarios_alone()
SIZES = pytest.mark.parametrize("items", [1, 2, 3, 4])


@SIZES
def test_undisturbed_nothing_is_repaired(items: int) -> None:
    """What the sweeper repairs is what went wrong: here nothing does."""
    for scenario in scenarios_of_size(items):
        piece, _, _ = play_regular(scenario, Disturbance())
        batch = piece.system.batch
        failed = 1 if items > 1 else 0
        assert batch
        assert batch.counts == Counts(
            succeeded=items - failed, failed=failed, credits=items - failed
        )
        assert piece.system.repaired.repairs == []
        assert len(piece.system.receiver.posted) == 1
        assert len(piece.hand.clients.answers.jobs) > 1


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_at_every_step(fault: str) -> None:
    """C2, C14, C19."""
    scenario = scenario_of_size(1, 1)
    _, steps, _ = play_regular(scenario, Disturbance())
    cases = [(scenario, Disturbance(fault=fault, fault_at=step)) for step in range(steps)]
    assert [what for what in map(broken, cases) if what] == []


def test_an_undisturbed_job_of_one_url_waits_for_nobody() -> None:
    """All slots are held; nothing is repaired, nobody is told."""
    for scenario, word in zip(scenarios_alone(), ("completed", "failed"), strict=True):
        piece, _, _ = play_regular(scenario, Disturbance())
        assert piece.hand.clients.answers.jobs[-1]["status"] == word
        assert piece.system.repaired.repairs == []
        assert piece.system.receiver.posted == []


@pytest.mark.parametrize(
    "scenario",
    [COMPLETES, pytest.param(FAILS, marks=pytest.mark.slow)],
    ids=lambda scenario: scenario.kind,
)
def test_one_fault_at_every_step_of_a_job_of_one_url(scenario: Scenario) -> None:
    """C2, C14, C19: and every trigger twice."""
    cases = list(disturbed(scenario))
    assert len(cases) > 300
    assert [what for what in map(broken, cases) if what] == []


@SIZES
def test_every_trigger_twice(items: int) -> None:
    """C1, C22, Q1."""
    for scenario in scenarios_of_size(items):
        _, _, triggers = play_regular(scenario, Disturbance())
        assert triggers > 4
        cases = [(scenario, Disturbance(repeat_at=trigger)) for trigger in range(triggers)]
        assert [what for what in map(broken, cases) if what] == []


@SIZES
def test_a_cancel_at_every_step(items: int) -> None:
    """Q13, X1, X5."""
    scenario = scenario_of_size(items, 2)
    _, steps, _ = play_regular(scenario, Disturbance())
    cases = [(scenario, Disturbance(cancel_at=step)) for step in range(0, steps, items)]
    assert [what for what in map(broken, cases) if what] == []


def test_any_two_writes_race_in_any_order() -> None:
    """C22, Q13, X5: as leases run out, and with a cancel at the first step."""
    cases = list(races_of(1, every=1_000))
    assert len(cases) == 360
    assert [what for what in map(broken, cases) if what] == []


def test_every_kind_of_disturbance_is_played() -> None:
    played = [disturbance for _, disturbance in pieces(1, every=40)]
    assert {one.fault for one in played} == {None, *FAULTS}
    assert {one.cancel_at is None for one in played} == {True, False}
    assert {one.repeat_at is None for one in played} == {True, False}
