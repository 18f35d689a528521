"""What does a webhook say?"""

import json
from typing import Any

import pytest

from batchbell.contracts.answer_models import BatchCompleted
from batchbell.contracts.webhook_events import completed_body
from batchbell.domain.batch import Batch, BatchState, Fence, FenceReason, Outcome
from batchbell.domain.identifiers import pages_key
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch, Phase
from tests.unit.shapes import assert_shaped


def closed(**changes: Any) -> Batch:
    """A batch that has closed."""
    made = Batch(
        key=pages_key("acme", "batch_1"),
        kind=JobKind.DISTILL,
        total=3,
        chunks=1,
        spec="f",
        created_at=1_790_000_000_000,
        expires_at=1_800_000_000_000,
        dispatch=Dispatch(Phase.SENT, 1, 0),
        next_look=None,
        state=BatchState.CLOSED,
        outcome=Outcome.COMPLETED,
        counts=Counts(succeeded=2, failed=1, credits=2),
        completed_at=1_790_000_060_000,
    )
    return made.evolve(**changes)


def test_it_says_what_the_contract_lists_and_no_more() -> None:
    assert json.loads(completed_body(closed())) == {
        "id": "batch_1",
        "jobType": "batch_distill",
        "status": "COMPLETED",
        "total": 3,
        "completed": 2,
        "failed": 1,
        "creditsUsed": 2,
        "createdAt": "2026-09-21T14:13:20Z",
        "completedAt": "2026-09-21T14:14:20Z",
    }


def test_its_bytes_stay_the_same_from_release_to_release() -> None:
    """An event is signed as it was recorded, and `verify` computes it anew, years later."""
    batch = closed(metadata='{"b": 1, "a": [2.50, null], "\u6f22": "\u00e9\\ud800"}')
    assert completed_body(batch) == (
        '{"id": "batch_1", "jobType": "batch_distill", "status": "COMPLETED", "total": 3,'
        ' "completed": 2, "failed": 1, "creditsUsed": 2,'
        ' "createdAt": "2026-09-21T14:13:20Z", "completedAt": "2026-09-21T14:14:20Z",'
        ' "metadata": {"b": 1, "a": [2.5, null], "\\u6f22": "\\u00e9\\ud800"}}'
    )


@pytest.mark.parametrize("metadata", [None, '{"a": 1}'])
def test_it_is_of_the_documented_shape(metadata: str | None) -> None:
    """W3, W13."""
    assert_shaped(BatchCompleted, json.loads(completed_body(closed(metadata=metadata))))


@pytest.mark.parametrize(
    ("outcome", "word"),
    [
        (Outcome.COMPLETED, "COMPLETED"),
        (Outcome.FAILED, "FAILED"),
        (Outcome.CANCELED, "CANCELLED"),
    ],
)
def test_every_outcome_has_its_event(outcome: Outcome, word: str) -> None:
    """W2, X11."""
    body = completed_body(closed(outcome=outcome, fence=Fence(FenceReason.CANCEL, 1)))
    assert json.loads(body)["status"] == word


def test_it_is_the_same_bytes_for_the_same_batch() -> None:
    """Invariant 3: whoever closes, and however often it is tried."""
    batch = closed(metadata='{"b": 1, "a": [2]}')
    assert completed_body(batch) == completed_body(batch.evolve(next_look=7, purged_at=8))


@pytest.mark.parametrize(
    "metadata",
    ["{}", '{"a": null}', '{"a": "漢字\\ud800"}', '{"a":' + "[" * 900 + "]" * 900 + "}"],
    ids=["empty", "null", "surrogate", "deep"],
)
def test_the_callers_metadata_come_back(metadata: str) -> None:
    """Whatever a batch was stored with, it can close."""
    body = json.loads(completed_body(closed(metadata=metadata)))
    assert body["metadata"] == json.loads(metadata)


def test_metadata_that_were_not_given_are_absent() -> None:
    assert "metadata" not in json.loads(completed_body(closed()))


def test_it_is_ascii() -> None:
    """The very bytes that are signed."""
    assert completed_body(closed(metadata='{"a": "漢字"}')).isascii()


def test_an_open_batch_has_no_closing_event() -> None:
    with pytest.raises(ValueError, match="only a closed batch"):
        completed_body(closed(counts=None))
