"""Does what a real client of the Documents API sends, as it sends it, get the answer that it waits
for? Nothing is added to its requests and nothing left out.
"""

from typing import Any

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentRead
from batchbell.domain.errors import DocumentFailed
from tests.functions.document_callers import PDF, DocumentCaller

FIELDS = ("merchant", "total_amount")
ROW = {"merchant": "Corner Shop", "total_amount": "9.90"}


def polled(caller: DocumentCaller, name: str) -> dict[str, Any]:
    """The results, read until the status at the top is an end: every 3 seconds."""
    for _ in range(100):
        results: dict[str, Any] = caller.results(name).body
        if results["status"] in ("succeeded", "failed"):
            return results
        assert results["status"] in ("queued", "processing")
        assert caller.pump.step()
        caller.world.clock.advance(3_000)
    pytest.fail("the batch does not end")


def test_a_receipt_with_fields() -> None:
    caller = DocumentCaller()
    caller.pump.engine.script.set(PDF.decode(), DocumentRead(pages=1, rows=(ROW,)))
    uploaded = caller.upload()
    assert uploaded.status == 201
    name = uploaded.body["batch_name"]
    assert caller.process(name, *FIELDS).status == 202
    results = polled(caller, name)
    assert results["documents"][0]["line_items"][0] == ROW
    assert results["documents"][0]["id"] == uploaded.body["id"]


@pytest.mark.parametrize("body", [None, "", "{}", b"", " \r\n"])
def test_a_table_with_an_empty_body(body: Any) -> None:
    """The content type says JSON, and there is none."""
    caller = DocumentCaller()
    rows = ({"Item": "Lamp", "Price": "9.90"}, {"Item": "Lantern", "Price": None})
    caller.pump.engine.script.set(PDF.decode(), DocumentRead(pages=2, rows=rows))
    name = caller.upload().body["batch_name"]
    processed = caller.call("POST", f"/batches/{name}/process", body)
    assert processed.status == 202
    assert processed.body["batch_name"] == name
    (document,) = polled(caller, name)["documents"]
    assert document["line_items"] == list(rows)
    assert document["pages"] == 2
    assert "evidence" not in document


def test_a_file_that_cannot_be_read_is_a_failed_batch_and_good_answers() -> None:
    caller = DocumentCaller()
    failed = DocumentFailed(DocumentReason.ENCRYPTED_PDF, "The PDF wants a password.")
    caller.pump.engine.script.set(PDF.decode(), failed)
    name = caller.upload().body["batch_name"]
    caller.process(name)
    results = polled(caller, name)
    assert results["status"] == "failed"
    (document,) = results["documents"]
    assert document["error"] == {
        "code": "processing_error",
        "reason": "encrypted_pdf",
        "message": "The PDF wants a password.",
    }
    assert document.keys().isdisjoint({"pages", "line_items"})
    assert document["completed_at"]


@pytest.mark.parametrize("name", ["receipts.2026-09_a", "0", "a" * 128, "v1..2", "A-"])
def test_the_name_stands_in_the_path_as_it_is(name: str) -> None:
    caller = DocumentCaller()
    assert caller.upload(batch_name=name).body["batch_name"] == name
    assert caller.process(name).status == 202
    assert caller.batch(name).body["batch_name"] == name


def test_the_name_may_be_escaped() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a.b-c")
    assert caller.batch("a%2Eb%2Dc").body["batch_name"] == "a.b-c"


@pytest.mark.parametrize("prefix", ["/Prod", "/stage/v2", "/api", "/openapi"])
def test_a_base_path_makes_no_difference(prefix: str) -> None:
    caller = DocumentCaller(prefix=prefix)
    name = caller.done("a")["batch_name"]
    assert caller.results(name).body["documents"][0]["line_items"]


def test_a_batch_on_its_way() -> None:
    """One look after another: the words, times and counts that it goes through."""
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    caller.upload(b"%PDF-1.7 other", batch_name="a")
    seen = [caller.batch("a").body]
    caller.process("a")
    while caller.pump.step():
        seen.append(caller.batch("a").body)
    words = list(dict.fromkeys((look["status"], look["all_done"]) for look in seen))
    assert words == [("queued", False), ("processing", False), ("succeeded", True)]
    for look in seen:
        counts = [look[name] for name in ("queued", "processing", "succeeded", "failed")]
        assert sum(counts) + look["canceled"] == look["total"] == 2
        assert (look["started_at"] is None) == (look["status"] == "queued")
        assert (look["completed_at"] is None) == (not look["all_done"])


def test_a_document_in_work_is_processing() -> None:
    caller = DocumentCaller()
    document = caller.upload(batch_name="a").body
    looks: list[tuple[dict[str, Any], dict[str, Any]]] = []
    caller.pump.engine.before = lambda: looks.append(
        (caller.batch("a").body, caller.document(document["id"]).body)
    )
    caller.process("a")
    caller.pump.run()
    ((batch, read),) = looks
    assert (batch["status"], batch["processing"], batch["queued"]) == ("processing", 1, 0)
    assert (read["status"], read["completed_at"]) == ("processing", None)
    assert read["started_at"]


def test_an_upload_reopens_a_batch_that_is_done() -> None:
    caller = DocumentCaller()
    done = caller.done("a")
    assert (done["generation"], done["status"]) == (1, "succeeded")
    caller.upload(b"%PDF-1.7 other", batch_name="a")
    reopened = caller.batch("a").body
    assert (reopened["all_done"], reopened["completed_at"]) == (False, None)
    assert (reopened["generation"], reopened["total"], reopened["queued"]) == (2, 2, 1)
    assert reopened["status"] == "processing"  # it has been started, and that is not taken back
    caller.process("a")
    caller.pump.run()
    assert caller.batch("a").body["succeeded"] == 2
