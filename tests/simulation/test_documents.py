"""Does everything about documents come to its one right end, whatever goes wrong?"""

import pytest

from batchbell.domain.tally import Counts
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.documents.races import document_races
from tests.simulation.documents.regular import (
    RESTS,
    STORIES,
    Call,
    Story,
    lonely_stories,
    play_story,
    scenario_of_documents,
    stories,
)
from tests.simulation.exhaustive import Case, broken, document_cases
from tests.simulation.moves import Move
from tests.simulation.piece import Piece, perform
from tests.simulation.scenarios import scenario_of
from tests.simulation.seeds import try_seed

SEEDS = range(4, 164, 8)
SCENARIO = scenario_of_documents()
STORIES_BY_NUMBER = pytest.mark.parametrize("calls", STORIES, ids=range(len(STORIES)))


def test_no_seed_breaks_a_guarantee() -> None:
    """Every eighth piece is about documents."""
    assert all(scenario_of(seed).kind.grows for seed in SEEDS)
    found = [try_seed(seed) for seed in SEEDS]
    assert [one for one in found if one.guarantee is not None] == []


def test_batches_are_opened_again_and_rest() -> None:
    """What the seeds draw comes to more than one close, and to every kind of call."""
    pieces = [perform(Piece(scenario_of(seed))) for seed in SEEDS]
    closes = [piece.system.batch.generation for piece in pieces if piece.system.batch is not None]
    assert max(closes) > 1
    kinds = {kind for piece in pieces for kind in piece.scenario.documents}
    assert kinds >= set(DocumentKind) - {DocumentKind.DEAD}
    calls = {move[1] for piece in pieces for move in piece.played if is_call(move)}
    assert calls >= {"upload", "upload anew", "process", "send", "register", "delete document"}


def is_call(move: Move) -> bool:
    return move[0] == "call"


def test_undisturbed_nothing_is_repaired() -> None:
    """N reopenings give N + 1 events, and each is told of once."""
    piece, _, _ = play_story(SCENARIO, Story())
    batch = piece.system.batch
    assert batch
    assert batch.generation == 2
    assert batch.counts == Counts(succeeded=2, credits=2)
    assert piece.system.repaired.repairs == []
    assert len({post.headers["webhook-id"] for post in piece.system.receiver.posted}) == 2
    assert len(piece.system.receiver.posted) == 2


@STORIES_BY_NUMBER
def test_one_fault_at_many_steps(calls: tuple[Call, ...]) -> None:
    assert all_broken((SCENARIO, story) for story in stories(calls, every=97)) == []


@STORIES_BY_NUMBER
def test_who_dies_while_nobody_is_told_is_helped_by_the_sweeper(calls: tuple[Call, ...]) -> None:
    assert all_broken((SCENARIO, story) for story in lonely_stories(calls, every=41)) == []


def test_a_batch_that_rests_closes_though_its_last_caller_died() -> None:
    cases = list(lonely_stories(RESTS))
    assert len(cases) > 40
    assert all_broken((SCENARIO, story) for story in cases) == []


def test_two_writes_race_in_any_order() -> None:
    """Some of all pairs; among them each write."""
    races = list(document_races())[::101]
    assert len({race.first for race in races}) > 8
    assert all_broken((SCENARIO, race) for race in races) == []


@pytest.mark.slow
def test_every_regular_piece() -> None:
    assert all_broken(document_cases(every=3)) == []


def all_broken(cases: object) -> list[str]:
    """What they break."""
    assert hasattr(cases, "__iter__")
    found: list[Case] = list(cases)
    return [what for what in map(broken, found) if what is not None]
