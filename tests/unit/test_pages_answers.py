"""Is every answer of the Pages API exactly of the shape that is documented?"""

from typing import Any

import pytest
from pydantic import ValidationError

from batchbell.contracts.answer_models import JobObject, JobWithResults, RowObject
from batchbell.contracts.pages_answers import job_object, row_object
from batchbell.domain.batch import Batch
from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.item import Item, ItemError, ItemState, ResultRef
from batchbell.domain.job_kind import JobKind
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.tally import Counts, Dispatch, Phase
from batchbell.usecases.page_content import page_content
from tests.unit.shapes import assert_shaped

KEY = ItemKey(pages_key("acme", "batch_1"), 0, 0)
URL, ADDRESS = "https://site.example/", "https://api.example/rows/0"
SUCCEEDED = Item(key=KEY, state=ItemState.SUCCEEDED, result=ResultRef(1, 1, 9))
FAILED = Item(
    key=KEY, state=ItemState.FAILED, error=ItemError(ErrorCode.SCRAPE_TIMEOUT, "It took too long.")
)
CONTENT = page_content(
    frozenset({"markdown", "metadata"}),
    FetchedPage(URL, 200, "text/html", b""),
    DistilledPage("# Hello"),
)


def job(**changes: Any) -> dict[str, Any]:
    """A job as answered."""
    batch = Batch(
        key=KEY.batch,
        kind=JobKind.DISTILL,
        total=3,
        chunks=1,
        spec="f",
        created_at=1_790_000_000_000,
        expires_at=1_800_000_000_000,
        dispatch=Dispatch(Phase.SENT, 1, 0),
        next_look=None,
    )
    return job_object(batch.evolve(**changes), Counts(succeeded=2, failed=1, credits=2), 100)


def row(item: Item | None) -> dict[str, Any]:
    """A row as answered."""
    return row_object(0, URL, item, {}, ADDRESS)


def test_a_job_says_what_the_contract_lists_in_its_order() -> None:
    assert list(job(started_at=1_790_000_030_000, metadata='{"a": 1}').items()) == [
        ("id", "batch_1"),
        ("status", "PROCESSING"),
        ("total", 3),
        ("completed", 2),
        ("failed", 1),
        ("creditsUsed", 2),
        ("createdAt", "2026-09-21T14:13:20Z"),
        ("startedAt", "2026-09-21T14:13:50Z"),
        ("completedAt", None),
        ("expiresAt", "2027-01-15T08:00:00Z"),
        ("metadata", {"a": 1}),
    ]


@pytest.mark.parametrize(
    "changes",
    [{}, {"metadata": "{}"}, {"started_at": 1_790_000_030_000, "completed_at": 1_790_000_060_000}],
    ids=str,
)
def test_a_job_is_of_the_documented_shape(changes: dict[str, Any]) -> None:
    assert_shaped(JobObject, job(**changes))
    assert_shaped(JobWithResults, {**job(**changes), "results": [row(None)], "nextPage": 1})


@pytest.mark.parametrize(
    ("item", "keys"),
    [
        (None, set()),
        (Item(key=KEY, state=ItemState.PROCESSING), set()),
        (Item(key=KEY, state=ItemState.CANCELED), {"canceled"}),
        (FAILED, {"success", "error"}),
        (SUCCEEDED, {"success", "contentUrl"}),
    ],
    ids=["waiting", "processing", "canceled", "failed", "without content"],
)
def test_a_row_is_of_the_documented_shape(item: Item | None, keys: set[str]) -> None:
    answer = row(item)
    assert_shaped(RowObject, answer)
    assert answer.keys() == {"index", "url", "status"} | keys


def test_a_row_with_content_is_of_the_documented_shape() -> None:
    answer = row_object(0, URL, SUCCEEDED, {KEY: CONTENT}, ADDRESS)
    assert_shaped(RowObject, answer)
    assert answer.keys() == {"index", "url", "status", "success", "markdown", "metadata"}


@pytest.mark.parametrize(
    "answer",
    [
        {**row(None), "more": 1},
        {**row(FAILED), "error": {"code": "SCRAPE_TIMEOUT", "message": "", "more": 1}},
        {**row(FAILED), "error": {"code": "SCRAPE_TIMEOUT"}},
        {"index": 0, "url": URL},
        {**row(None), "index": "0"},
        {**row(None), "content_url": ADDRESS},
        {**row(None), "markdown": None},
    ],
    ids=["unknown", "unknown within", "missing within", "missing", "type", "spelling", "null"],
)
def test_any_other_shape_is_told(answer: dict[str, Any]) -> None:
    with pytest.raises((ValidationError, AssertionError)):
        assert_shaped(RowObject, answer)
