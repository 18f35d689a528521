"""What came of an attempt to deliver an event?"""

import pytest

from batchbell.domain.event import Attempt

CLAIMED = Attempt(number=1, claimed_at=1)


@pytest.mark.parametrize(
    ("status", "delivered"),
    [
        (None, False),
        (199, False),
        (200, True),
        (299, True),
        (300, False),
        (410, False),
        (500, False),
    ],
)
def test_any_2xx_is_delivered(status: int | None, delivered: bool) -> None:
    assert Attempt(number=1, claimed_at=1, finished_at=2, status=status).delivered is delivered


def test_an_attempt_under_way_decides_nothing() -> None:
    """W6: its outcome is unknown."""
    assert not CLAIMED.decisive


def test_an_attempt_that_another_follows_decides_nothing() -> None:
    assert not Attempt(number=1, claimed_at=1, finished_at=2, status=500, next_at=3).decisive


@pytest.mark.parametrize("status", [None, 200, 410, 500])
def test_one_that_no_other_follows_decides(status: int | None) -> None:
    assert Attempt(number=6, claimed_at=1, finished_at=2, status=status).decisive
