"""Which words do batches and items answer with? A client's enum must never meet another."""

from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from batchbell.contracts.words import JobStatus, RowStatus, iso, iso_if_any, job_status, row_status
from batchbell.domain.batch import Batch, BatchState, Fence, FenceReason, Outcome
from batchbell.domain.identifiers import item_key, pages_key
from batchbell.domain.item import Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase

KEY = pages_key("acme", "batch_1")
CANCEL = Fence(FenceReason.CANCEL, 1)
FATAL = Fence(FenceReason.FATAL, 1)


def batch(**changes: Any) -> Batch:
    """An open batch of ten."""
    made = Batch(
        key=KEY,
        kind=JobKind.DISTILL,
        total=10,
        chunks=1,
        spec="f",
        created_at=0,
        expires_at=9,
        dispatch=Dispatch(Phase.SENT, 1, 0),
        next_look=None,
    )
    return made.evolve(**changes)


def test_a_job_has_five_words_and_a_row_four() -> None:
    assert {*JobStatus} == {"PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELLED"}
    assert {*RowStatus} == {"PENDING", "PROCESSING", "SUCCEEDED", "FAILED"}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "PENDING"),
        ({"started_at": 1}, "PROCESSING"),
        ({"fence": CANCEL}, "PENDING"),
        ({"fence": CANCEL, "started_at": 1}, "PROCESSING"),
        ({"fence": FATAL}, "PENDING"),
        ({"state": BatchState.CLOSED, "outcome": Outcome.COMPLETED}, "COMPLETED"),
        ({"state": BatchState.CLOSED, "outcome": Outcome.FAILED}, "FAILED"),
        ({"state": BatchState.CLOSED, "outcome": Outcome.CANCELED}, "CANCELLED"),
    ],
)
def test_a_word_is_what_is_recorded(changes: dict[str, object], word: str) -> None:
    """C30: nothing is derived from counts."""
    assert job_status(batch(**changes), 5_000) == word


def test_a_large_job_is_cancelled_from_the_fence_on() -> None:
    assert job_status(batch(fence=CANCEL), 9) is JobStatus.CANCELLED
    assert job_status(batch(fence=CANCEL), 10) is JobStatus.PENDING
    assert job_status(batch(fence=FATAL), 9) is JobStatus.PENDING


def test_every_batch_there_can_be_has_a_word() -> None:
    """No sixth word, and no error."""
    for fence, started, outcome, large in product(
        (None, CANCEL, FATAL), (None, 1), (None, *Outcome), (1, 5_000)
    ):
        made = batch(fence=fence, started_at=started, outcome=outcome)
        assert job_status(made, large) in JobStatus


_OF_DOCUMENTS = (ItemState.UPLOADED, ItemState.QUEUED)


@pytest.mark.parametrize("state", [state for state in ItemState if state not in _OF_DOCUMENTS])
def test_every_item_there_can_be_has_a_word(state: ItemState) -> None:
    item = Item(key=item_key(KEY, 0), state=state)
    assert row_status(item) in RowStatus


def test_a_row_without_a_record_waits() -> None:
    assert row_status(None) is RowStatus.PENDING


def test_a_canceled_row_is_not_failed() -> None:
    """X3."""
    item = Item(key=item_key(KEY, 0), state=ItemState.CANCELED)
    assert row_status(item) is RowStatus.PENDING


@pytest.mark.parametrize(
    ("at", "text"),
    [(0, "1970-01-01T00:00:00Z"), (1_790_000_000_999, "2026-09-21T14:13:20Z")],
)
def test_a_time_is_iso_8601_in_utc(at: int, text: str) -> None:
    assert iso(at) == iso_if_any(at) == text
    assert datetime.fromisoformat(text) == datetime.fromtimestamp(at // 1000, UTC)


def test_a_time_that_has_not_come_is_none() -> None:
    assert iso_if_any(None) is None
