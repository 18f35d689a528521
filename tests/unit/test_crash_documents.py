"""Does `make crash` see it when an answer about documents contradicts itself or an earlier one?"""

from random import Random
from typing import Any

import pytest

from local.crash.document_case import contradictions
from local.crash.document_plan import planned_documents

STARTED, ENDED = "2026-11-30T01:00:00Z", "2026-11-30T01:00:09Z"


def batch(**changes: Any) -> dict[str, Any]:
    """One under way: a document has succeeded, one is being read, one waits."""
    counts = {"queued": 1, "processing": 1, "succeeded": 1, "failed": 0, "canceled": 0}
    times = {"started_at": STARTED, "completed_at": None}
    state = {"status": "processing", "all_done": False, "generation": 1, "total": 3}
    return {**state, **counts, **times, **changes}


def done(**changes: Any) -> dict[str, Any]:
    """All three have succeeded."""
    ended = {"status": "succeeded", "all_done": True, "completed_at": ENDED}
    return batch(**{"queued": 0, "processing": 0, "succeeded": 3, **ended, **changes})


UNTOUCHED = batch(status="queued", queued=3, processing=0, succeeded=0, started_at=None)
REOPENED = batch(generation=2, total=4, queued=1, processing=0, succeeded=3)


@pytest.mark.parametrize("now", [UNTOUCHED, batch(), done(), REOPENED])
def test_an_answer_that_agrees_with_itself(now: dict[str, Any]) -> None:
    assert contradictions(None, now) == []


@pytest.mark.parametrize(
    "now",
    [
        batch(total=4),
        batch(all_done=True),
        batch(completed_at=ENDED),
        batch(status="failed"),
        batch(status="queued"),
        done(all_done=False),
        done(completed_at=None),
        done(status="processing"),
    ],
)
def test_an_answer_that_contradicts_itself(now: dict[str, Any]) -> None:
    assert contradictions(None, now)


@pytest.mark.parametrize(
    ("before", "now"),
    [(UNTOUCHED, batch()), (batch(), done()), (done(), done()), (done(), REOPENED)],
)
def test_an_answer_that_may_follow(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert contradictions(before, now) == []


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (REOPENED, done()),
        (REOPENED, batch(generation=2)),
        (batch(), batch(succeeded=0, queued=2)),
        (done(), done(succeeded=2, failed=1)),
        (done(), done(succeeded=4, total=4)),
    ],
)
def test_an_answer_that_may_not_follow(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert contradictions(before, now)


def test_every_run_has_batches_that_are_reopened_and_some_that_are_deleted() -> None:
    planned = planned_documents(Random(7), 3)
    assert planned == planned_documents(Random(7), 3)
    assert {len(one.rounds) for one in planned} == {1, 2, 3}
    assert any(one.cancels for one in planned)
    assert any(one.ends and len(one.rounds) > 1 for one in planned)
    assert all(one.files == sum(map(len, one.rounds)) for one in planned)
