"""Does everything about documents come to its one right end, whatever goes wrong?"""

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.tally import Counts
from tests.memory.submissions import TENANT
from tests.simulation.documents.outside import DocumentKind
from tests.simulation.documents.races import document_races
from tests.simulation.documents.regular import (
    RESTS,
    STAYS_OPEN,
    STORIES,
    Call,
    Story,
    StoryTurns,
    lonely_stories,
    play_story,
    scenario_of_documents,
    stories,
)
from tests.simulation.exhaustive import Case, broken, case_of, document_cases
from tests.simulation.moves import Move
from tests.simulation.piece import Piece, perform
from tests.simulation.scenarios import scenario_of
from tests.simulation.seeds import try_seed

SEEDS = range(4, 164, 8)
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
    assert calls >= {"beside upload", "beside process"}


def is_call(move: Move) -> bool:
    return move[0] == "call"


def test_undisturbed_nothing_is_repaired() -> None:
    """N reopenings give N + 1 events, and each is told of once."""
    piece, _, _ = play_story(Story())
    batch = piece.system.batch
    assert batch
    assert batch.generation == 2
    assert batch.counts == Counts(succeeded=2, credits=2)
    assert piece.system.repaired.repairs == []
    assert len({post.headers["webhook-id"] for post in piece.system.receiver.posted}) == 2
    assert len(piece.system.receiver.posted) == 2


def test_who_waits_for_a_slot_gets_it_though_the_first_stays_open() -> None:
    """At once, without the sweeper; and nobody holds it any longer than there is work."""
    piece = Piece(scenario_of_documents(STAYS_OPEN))
    for move in StoryTurns(piece, Story(STAYS_OPEN)).moves():
        piece.make(move)
    records, held = piece.system.world.records, piece.system.world.slots.held[TENANT]
    first, beside = (records.batches[key] for key in piece.system.keys)
    assert (first.open, beside.open) == (True, False)
    assert beside.outcome is Outcome.COMPLETED
    assert held == set()
    assert piece.system.repaired.repairs == []


@STORIES_BY_NUMBER
def test_one_fault_at_many_steps(calls: tuple[Call, ...]) -> None:
    cases = list(stories(calls, every=97))[::3]
    assert len(cases) > 2
    assert all_broken(map(case_of, cases)) == []


@STORIES_BY_NUMBER
def test_who_dies_while_nobody_is_told_is_helped_by_the_sweeper(calls: tuple[Call, ...]) -> None:
    assert all_broken(map(case_of, lonely_stories(calls, every=83))) == []


def test_a_batch_that_rests_closes_though_its_last_caller_died() -> None:
    cases = list(lonely_stories(RESTS))
    assert len(cases) > 20
    assert all_broken(map(case_of, cases)) == []


def test_two_writes_race_in_any_order() -> None:
    """Some of all pairs; among them each write."""
    races = list(document_races())[::101]
    assert len({race.first for race in races}) > 8
    assert all_broken(map(case_of, races)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(3))
def test_many_regular_pieces(first: int) -> None:
    """A quarter of those of every thirteenth step. `make simulate REGULAR=1` plays them all."""
    assert all_broken(list(document_cases(every=13))[first::12]) == []


def all_broken(cases: object) -> list[str]:
    """What they break."""
    assert hasattr(cases, "__iter__")
    found: list[Case] = list(cases)
    return [what for what in map(broken, found) if what is not None]
