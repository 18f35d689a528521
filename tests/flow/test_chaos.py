"""Does the system come to its one right end when everything happens at once?

Every number is a piece of its own, the same every time; see `tests.flow.chaos`.
"""

import pytest

from batchbell.ports import Limits
from tests.flow.chaos import Piece
from tests.flow.scene import LARGE_FROM_2
from tests.memory.world import LIMITS

PIECES = range(40)


@pytest.mark.parametrize("items", [1, 2, 3])
def test_deaths_repeats_losses_throttles_and_readers(items: int) -> None:
    """C29, R1, Q3."""
    for seed in PIECES:
        Piece(seed, items).play()


@pytest.mark.parametrize("items", [1, 2, 3])
@pytest.mark.parametrize("limits", [LIMITS, LARGE_FROM_2], ids=["small", "large"])
def test_the_same_with_two_cancels(items: int, limits: Limits) -> None:
    """Q13."""
    for seed in PIECES:
        Piece(seed, items, limits, cancels=2).play()


def test_nothing_breaks_by_itself() -> None:
    """Without faults the sweeper is never needed, in whatever order things happen."""
    for seed in PIECES:
        pump = Piece(seed, 3, faults=0).play()
        assert pump.repairs == []
