"""Does `make crash` see it when an answer contradicts itself or an earlier one?"""

from typing import Any

import pytest

from local.crash.answers import contradictions, ended

ROWS = ("SUCCEEDED", "FAILED", "PROCESSING", "PENDING")


def job(status: str = "PROCESSING", rows: tuple[str, ...] = ROWS, **more: Any) -> dict[str, Any]:
    """A job whose counts are those of its rows."""
    results = [_row(index, word) for index, word in enumerate(rows)]
    succeeded, failed = rows.count("SUCCEEDED"), rows.count("FAILED")
    final = status in ("COMPLETED", "FAILED", "CANCELLED")
    return {
        "status": status,
        "total": len(rows),
        "completed": succeeded,
        "failed": failed,
        "creditsUsed": succeeded,
        "startedAt": None if status == "PENDING" else "2026-11-29T10:00:00Z",
        "completedAt": "2026-11-29T10:00:09Z" if final else None,
        "results": results,
        **more,
    }


def _row(index: int, word: str) -> dict[str, Any]:
    if word == "canceled":
        return {"index": index, "status": "PENDING", "canceled": True}
    return {"index": index, "status": word}


GOOD = [
    job("PENDING", ("PENDING",) * 4),
    job(rows=("PENDING", "PENDING", "PROCESSING", "PENDING")),
    job(),
    job("CANCELLED", ("SUCCEEDED", "FAILED", "canceled", "canceled")),
]


@pytest.mark.parametrize("answer", [*GOOD, job("COMPLETED", ("SUCCEEDED", "FAILED"))])
def test_nothing_is_wrong_with_a_right_answer(answer: dict[str, Any]) -> None:
    assert contradictions(None, answer) == []


@pytest.mark.parametrize("place", range(len(GOOD) - 1))
def test_nothing_is_wrong_with_an_answer_that_follows(place: int) -> None:
    assert contradictions(GOOD[place], GOOD[place + 1]) == []


@pytest.mark.parametrize(
    "answer",
    [
        job(completed=2),
        job(failed=0),
        job(creditsUsed=0),
        job(total=5),
        job(rows=("SUCCEEDED", "FAILED")),
        job("COMPLETED"),
        job("CANCELLED", ("canceled", "PROCESSING")),
        job(completedAt="2026-11-29T10:00:09Z"),
        job("COMPLETED", ("SUCCEEDED",), completedAt=None),
        job(startedAt=None),
        job("PENDING", ("PENDING",), startedAt="2026-11-29T10:00:00Z"),
        job("PENDING", ("PROCESSING",)),
    ],
)
def test_an_answer_that_contradicts_itself_is_seen(answer: dict[str, Any]) -> None:
    assert contradictions(None, answer) != []


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (job(), job(rows=("SUCCEEDED", "PROCESSING", "PROCESSING", "PENDING"))),
        (job(), job(rows=("FAILED", "SUCCEEDED", "PROCESSING", "PENDING"))),
        (job(), job(rows=("SUCCEEDED", "FAILED", "PENDING", "PENDING"))),
        (job(rows=("PROCESSING",)), job("PENDING", ("PENDING",))),
        (job("COMPLETED", ("SUCCEEDED",)), job(rows=("PROCESSING",))),
        (job("COMPLETED", ("SUCCEEDED",)), job("CANCELLED", ("SUCCEEDED",))),
        (job("COMPLETED", ("SUCCEEDED",)), job("COMPLETED", ("SUCCEEDED",), metadata={})),
        (job("CANCELLED", ("canceled",)), job("CANCELLED", ("SUCCEEDED",))),
    ],
)
def test_an_answer_that_goes_back_is_seen(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert contradictions(None, before) == contradictions(None, now) == []
    assert contradictions(before, now) != []


def test_rows_that_were_canceled_have_ended() -> None:
    assert ended(job(rows=("SUCCEEDED", "FAILED", "canceled", "PENDING", "PROCESSING"))) == 3
