"""Does everything come to its one right end, whatever goes wrong?

A few of the pieces that `make simulate` plays by the thousand.
"""

import pytest

from batchbell.domain.job_kind import JobKind
from tests.simulation.actors import Actor
from tests.simulation.moves import SUBMIT, Move
from tests.simulation.outside import PageKind
from tests.simulation.piece import Piece, perform
from tests.simulation.scenario import Scenario
from tests.simulation.scenarios import scenario_of
from tests.simulation.seeds import try_seed
from tests.simulation.shrink import shortest
from tests.simulation.trace import Trace
from tests.simulation.violations import demand

SEEDS = range(60)


@pytest.mark.parametrize("tens", range(SEEDS.start, SEEDS.stop, 10))
def test_no_seed_breaks_a_guarantee(tens: int) -> None:
    """C1, C2, C3, C5, C11, C19, C22, C29, Q3, Q13."""
    found = [try_seed(seed) for seed in range(tens, tens + 10)]
    assert [one for one in found if one.guarantee is not None] == []


def test_every_eighth_piece_is_about_a_job_of_one_url() -> None:
    alone = [one for one in map(scenario_of, SEEDS) if not one.kind.takes_slot]
    assert len(alone) * 8 in range(len(SEEDS), len(SEEDS) + 8)
    assert {one.kind for one in alone} == {JobKind.ASYNC_DISTILL, JobKind.ASYNC_EXTRACT}
    assert any(one.neighbours for one in alone)


def test_the_same_seed_plays_the_same_piece() -> None:
    assert lines_of(11) == lines_of(11)


def test_another_seed_plays_another() -> None:
    assert lines_of(11) != lines_of(12)


def lines_of(seed: int) -> list[str]:
    trace = Trace()
    perform(Piece(scenario_of(seed), trace))
    return trace.lines


def test_faults_strike() -> None:
    """What the seeds draw is not passed over: most of it happens."""
    struck = dict.fromkeys(("kill", "doubt", "late", "throttle", "repeat", "lose", "sweep"), 0)
    for seed in range(80):
        for move in played(seed):
            kind = "sweep" if move[:2] == ("begin", "sweeper") else move[0]
            if kind in struck:
                struck[str(kind)] += 1
    assert min(struck.values()) >= 5, struck


def played(seed: int) -> tuple[Move, ...]:
    return tuple(perform(Piece(scenario_of(seed))).played)


def test_a_move_that_is_not_possible_is_passed_over() -> None:
    moves: list[Move] = [
        SUBMIT,
        ("kill", "page_worker-7"),
        ("land", 0),
        ("begin", "notifier", 1, 0),
    ]
    assert Piece(Scenario()).play(moves).played == [SUBMIT]


def test_a_long_piece_is_made_short_and_told() -> None:
    """A page that nobody may ever fetch, in a world whose sites are all fine, is the only fault."""
    scenario = Scenario(pages=(PageKind.FINE, PageKind.FINE), chunk_size=1)
    guarantee = "nobody dies"
    moves = [SUBMIT, *[("go", "submit-1")] * 5, ("begin", "dispatcher", 1, 0), *KILLS]
    original = Actor.go_on

    def mortal(
        actor: Actor, fault: BaseException | None = None, doubt: Exception | None = None
    ) -> None:
        original(actor, fault, doubt)
        demand(not actor.killed, guarantee)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Actor, "go_on", mortal)
        assert shortest(scenario, moves, guarantee) == [SUBMIT, ("kill", "submit-1")]


KILLS: list[Move] = [("go", "dispatcher-1"), ("kill", "dispatcher-1"), ("kill", "submit-1")]
