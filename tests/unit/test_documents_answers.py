"""What is told of a document, whatever its record holds?"""

from typing import Any

import pytest

from batchbell.contracts.documents_answers import CONTENT, EVIDENCE, batch_object, document_object
from batchbell.domain.codes import ErrorCode
from batchbell.domain.document import Document
from batchbell.domain.identifiers import documents_key, item_key
from batchbell.domain.item import Item, ItemError, ItemState
from batchbell.domain.tally import Counts
from tests.unit.test_document_words import batch

KEY = item_key(documents_key("acme", "a"), 0)
KEPT = {"pages": 1, "line_items": [{"a": "1"}], "evidence": [None]}
TIMES = {"created_at", "started_at", "completed_at"}


def told(state: ItemState, names: tuple[str, ...] = CONTENT, **fields: Any) -> dict[str, Any]:
    document = Document(
        tenant="acme", id="doc_1", item=KEY, filename="a.pdf", created_at=0, fingerprint="f"
    )
    return document_object(document, Item(key=KEY, state=state, **fields), KEPT, names)


@pytest.mark.parametrize("state", ItemState)
def test_the_times_are_always_there_and_content_only_of_what_succeeded(state: ItemState) -> None:
    answer = told(state)
    assert answer.keys() >= TIMES
    assert ("line_items" in answer, "pages" in answer) == ((state is ItemState.SUCCEEDED,) * 2)
    assert "evidence" not in answer
    assert "metadata" not in answer


def test_evidence_is_told_to_who_asks() -> None:
    assert told(ItemState.SUCCEEDED, EVIDENCE)["evidence"] == [None]


def test_what_was_canceled_was_never_started() -> None:
    """A worker may have died with it before its batch was deleted."""
    answer = told(ItemState.CANCELED, started_at=5_000, completed_at=6_000)
    assert answer["started_at"] is None
    assert answer["completed_at"] == "1970-01-01T00:00:06Z"


def test_what_waits_for_another_attempt_is_being_processed() -> None:
    answer = told(ItemState.PROCESSING, started_at=5_000)
    assert (answer["status"], answer["started_at"]) == ("processing", "1970-01-01T00:00:05Z")


def test_an_error_that_is_not_about_documents_is_the_engine_s() -> None:
    answer = told(ItemState.FAILED, error=ItemError(ErrorCode.INTERNAL_ERROR, "It broke."))
    assert answer["error"]["reason"] == "engine_error"


def test_what_has_neither_ended_nor_begun_is_queued() -> None:
    counts = Counts(succeeded=2, failed=3, canceled=4)
    answer = batch_object(batch(total=20), counts, processing=5)
    assert (answer["queued"], answer["processing"], answer["total"]) == (6, 5, 20)
