"""Are there five words for documents and no sixth, whatever happens inside?"""

import json
from pathlib import Path
from typing import Any

import pytest

from batchbell.contracts.document_events import closing_body
from batchbell.contracts.document_words import (
    DocumentStatus,
    WebhookState,
    batch_status,
    document_status,
    outer_code,
    outer_reason,
    webhook_state,
)
from batchbell.domain.batch import Batch, BatchState, Outcome
from batchbell.domain.codes import DocumentReason, DocumentsCode, ErrorCode
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import documents_key, item_key
from batchbell.domain.item import Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch, Phase

WORDS = ["queued", "processing", "succeeded", "failed", "canceled"]
KEY = documents_key("acme", "a")
OPENAPI = Path(__file__).parents[2] / "docs" / "openapi.json"


def batch(**fields: Any) -> Batch:
    given: dict[str, Any] = {
        "key": KEY,
        "kind": JobKind.DOCUMENTS,
        "total": 1,
        "chunks": 1,
        "spec": "",
        "created_at": 0,
        "expires_at": 1,
        "dispatch": Dispatch(Phase.SENT, 0, 0),
        "next_look": None,
        **fields,
    }
    return Batch(**given)


def test_there_are_five() -> None:
    assert [status.value for status in DocumentStatus] == WORDS


@pytest.mark.parametrize("state", ItemState)
def test_every_state_of_an_item_has_one_of_them(state: ItemState) -> None:
    assert document_status(Item(key=item_key(KEY, 0), state=state)) in WORDS


@pytest.mark.parametrize("started_at", [None, 0, 5])
@pytest.mark.parametrize("outcome", [None, *Outcome])
@pytest.mark.parametrize("state", BatchState)
def test_every_state_of_a_batch_has_one_of_them(
    state: BatchState, outcome: Outcome | None, started_at: int | None
) -> None:
    assert batch_status(batch(state=state, outcome=outcome, started_at=started_at)) in WORDS


def test_an_open_batch_is_queued_until_it_is_started() -> None:
    assert batch_status(batch()) == "queued"
    assert batch_status(batch(started_at=0)) == "processing"


@pytest.mark.parametrize("outcome", Outcome)
def test_an_event_says_the_same_word(outcome: Outcome) -> None:
    closed = batch(state=BatchState.CLOSED, outcome=outcome, counts=Counts(), completed_at=5)
    assert json.loads(closing_body(closed))["data"]["status"] == batch_status(closed)


def test_no_schema_of_the_document_has_a_sixth() -> None:
    document = json.loads(OPENAPI.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    assert schemas["DocumentStatus"]["enum"] == WORDS
    reference = {"$ref": "#/components/schemas/DocumentStatus"}
    told = ("DocumentObject", "UploadedDocumentObject", "DocumentBatchObject")
    for name in (*told, "DocumentBatchResults"):
        assert schemas[name]["properties"]["status"] == reference
    assert schemas["DoneData"]["properties"]["status"]["enum"] == WORDS[2:]


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_word(verdict: Verdict) -> None:
    event = Event(KEY, 1, "evt_1", "batch.completed", "{}", verdict)
    assert webhook_state(event) in set(WebhookState)


@pytest.mark.parametrize("code", [*ErrorCode, *DocumentsCode])
def test_every_code_has_an_outer_one_of_its_status(code: ErrorCode | DocumentsCode) -> None:
    """What has no status of this API is a fault of ours."""
    outer = outer_code(code)
    kept = code.status in {known.status for known in DocumentsCode}
    assert outer.status == (code.status if kept else 500)


def test_a_code_of_the_api_stays() -> None:
    assert [outer_code(code) for code in DocumentsCode] == list(DocumentsCode)


@pytest.mark.parametrize("code", [*ErrorCode, *DocumentReason])
def test_every_reason_is_one_of_documents(code: ErrorCode | DocumentReason) -> None:
    assert outer_reason(code) in set(DocumentReason)
