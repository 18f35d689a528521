"""What do the GET routes of the Documents API answer?"""

import json
from typing import Any

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentRead, Evidence
from batchbell.domain.errors import DocumentFailed
from tests.functions.document_callers import PDF, DocumentCaller
from tests.functions.event_files import load

DAY_MS = 86_400_000
INVALID = (400, "invalid_request")


def scanned(*contents: bytes) -> DocumentCaller:
    """Somebody whose batch `a` holds these documents, done."""
    caller = DocumentCaller()
    caller.done("a", *contents)
    return caller


def test_a_batch_that_is_done() -> None:
    caller = DocumentCaller()
    failed = DocumentFailed(DocumentReason.NO_TABLE_FOUND, "There is no table.")
    caller.pump.engine.script.set("%PDF-2", failed)
    batch = caller.done("a", b"%PDF-1", b"%PDF-2")
    assert batch == {
        "batch_name": "a",
        "status": "succeeded",
        "all_done": True,
        "generation": 1,
        "expires_at": "2026-10-21T14:13:20Z",
        "total": 2,
        "queued": 0,
        "processing": 0,
        "succeeded": 1,
        "failed": 1,
        "canceled": 0,
        "created_at": "2026-09-21T14:13:20Z",
        "started_at": "2026-09-21T14:13:20Z",
        "completed_at": "2026-09-21T14:13:20Z",
    }


def test_the_results_are_the_batch_and_its_documents() -> None:
    caller = scanned(b"%PDF-1", b"%PDF-2")
    results = caller.results("a").body
    documents = results.pop("documents")
    assert results == caller.batch("a").body
    assert [one["line_items"] for one in documents] == [[{"text": "%PDF-1"}], [{"text": "%PDF-2"}]]
    assert documents == [caller.document(one["id"]).body for one in documents]


def test_the_event_in_the_file_reads_results() -> None:
    caller = DocumentCaller()
    caller.send(load("submit/document"))
    assert caller.send(load("status/document_results")).body["total"] == 1


def test_evidence_is_told_to_who_asks() -> None:
    caller = DocumentCaller()
    evidence = tuple(Evidence(n, (0.1, 0.2, 0.3, 0.4), 0.9) for n in (1, 2))
    read = DocumentRead(pages=1, rows=({"a": "1"}, {"a": None}), evidence=evidence)
    caller.pump.engine.script.set(PDF.decode(), read)
    caller.done("a")
    told = [{"page": n, "box": [0.1, 0.2, 0.3, 0.4], "confidence": 0.9} for n in (1, 2)]
    (document,) = caller.results("a", evidence="true").body["documents"]
    assert document["evidence"] == told
    assert caller.document(document["id"], evidence="true").body == document
    for answer in (
        caller.document(document["id"]),
        caller.document(document["id"], evidence="false"),
    ):
        assert "evidence" not in answer.body


def test_results_go_on_where_they_stopped() -> None:
    """R6."""
    contents = [f"%PDF-{n}".encode() for n in range(5)]
    caller = scanned(*contents)
    seen: list[str] = []
    query = {"limit": "2"}
    for size in (2, 2, 1):
        answer = caller.results("a", **query).body
        assert (len(answer["documents"]), answer["total"]) == (size, 5)
        seen += [one["line_items"][0]["text"] for one in answer["documents"]]
        query["cursor"] = answer.get("next_cursor", "")
    assert query["cursor"] == ""
    assert seen == [content.decode() for content in contents]


def test_without_a_limit_as_many_as_fit() -> None:
    caller = DocumentCaller()
    rows = tuple({"text": "x" * 1_000} for _ in range(1_500))
    for n in range(4):
        caller.pump.engine.script.set(f"%PDF-{n}", DocumentRead(pages=1, rows=rows))
    caller.done("a", *(f"%PDF-{n}".encode() for n in range(4)))
    first = caller.results("a").body
    assert len(first["documents"]) == 3
    second = caller.results("a", cursor=first["next_cursor"]).body
    assert len(second["documents"]) == 1
    assert "next_cursor" not in second


def test_past_the_end_there_is_nothing() -> None:
    caller = scanned(b"%PDF-1")
    cursor = "OTk"  # 99
    answer = caller.results("a", cursor=cursor).body
    assert answer["documents"] == []
    assert "next_cursor" not in answer


@pytest.mark.parametrize(
    "query",
    [
        *({"limit": text} for text in ("0", "1001", "-1", "a", "", "1.5", "١")),
        *({"cursor": text} for text in ("", "a", "!", "é", "LTE", "YWJj", "MTAwMDAwMA", "A" * 500)),
        {"evidence": "yes"},
        {"evidence": ""},
        {"format": "pdf"},
        {"format": ""},
        {"format": "CSV"},
    ],
    ids=str,
)
def test_a_wrong_parameter_of_results_is_named(query: dict[str, str]) -> None:
    answer = scanned(b"%PDF-1").results("a", **query)
    assert (answer.code, set(answer.details)) == (INVALID, set(query))


@pytest.mark.parametrize("query", [{"limit": "0"}, {"cursor": "!"}, {"evidence": "yes"}], ids=str)
def test_a_wrong_parameter_is_named_where_a_file_is_asked_for(query: dict[str, str]) -> None:
    answer = scanned(b"%PDF-1").results("a", format="csv", **query)
    assert (answer.code, set(answer.details)) == (INVALID, set(query))


def test_batches_are_listed_newest_first() -> None:
    caller = DocumentCaller()
    for name in ("b", "a", "c"):
        caller.upload(batch_name=name)
        caller.world.clock.advance(1_000)
    caller.done("a")
    answer = caller.call("GET", "/batches").body
    assert [one["batch_name"] for one in answer["batches"]] == ["c", "a", "b"]
    assert answer["batches"][1] == caller.batch("a").body
    assert "next_cursor" not in answer


def test_the_list_goes_on_where_it_stopped() -> None:
    caller = DocumentCaller()
    for n in range(5):
        caller.upload(batch_name=f"b{n}")
        caller.world.clock.advance(1_000)
    seen: list[str] = []
    query = {"limit": "2"}
    while "cursor" not in query or query["cursor"]:
        answer = caller.call("GET", "/batches", query=query).body
        seen += [one["batch_name"] for one in answer["batches"]]
        query["cursor"] = answer.get("next_cursor", "")
    assert seen == ["b4", "b3", "b2", "b1", "b0"]


def test_nobody_s_list_is_empty() -> None:
    assert DocumentCaller().call("GET", "/batches").body == {"batches": []}


@pytest.mark.parametrize(
    "query", [{"limit": "0"}, {"limit": "101"}, {"cursor": "!"}, {"cursor": "AA"}], ids=str
)
def test_a_wrong_parameter_of_the_list_is_named(query: dict[str, str]) -> None:
    answer = DocumentCaller().call("GET", "/batches", query=query)
    assert (answer.code, set(answer.details)) == (INVALID, set(query))


def test_what_has_expired_or_was_erased_is_not_listed() -> None:
    caller = DocumentCaller()
    for name in ("old", "erased"):
        caller.done(name)
    caller.world.clock.advance(29 * DAY_MS)
    caller.upload(batch_name="new")
    assert caller.call("DELETE", "/batches/erased", query={"purge": "true"}).status == 200
    caller.world.clock.advance(2 * DAY_MS)
    listed = caller.call("GET", "/batches").body["batches"]
    assert [one["batch_name"] for one in listed] == ["new"]


@pytest.mark.parametrize(
    ("kind", "content_type", "content"),
    [
        ("jsonl", "application/x-ndjson", b"%PDF-1"),
        ("csv", "text/csv; charset=utf-8", b"%PDF-1"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
    ],
)
def test_all_rows_as_a_file(kind: str, content_type: str, content: bytes) -> None:
    caller = scanned(b"%PDF-1", b"%PDF-2")
    query = {"format": kind}
    answer = caller.call("GET", "/batches/a/results", query=query, accept=content_type)
    assert (answer.status, answer.headers["Content-Type"]) == (200, content_type)
    assert f'filename="a.{kind}"' in answer.headers["Content-Disposition"]
    assert content in answer.body


@pytest.mark.parametrize("accept", [None, "*/*", "text/html, application/vnd.openxmlformats"])
def test_a_workbook_that_the_gateway_would_not_hand_out_is_at_another_address(
    accept: str | None,
) -> None:
    caller = scanned(b"%PDF-1")
    query = {"format": "xlsx"}
    answer = caller.call("GET", "/batches/a/results", query=query, accept=accept)
    assert (answer.status, answer.headers["Location"]) == (303, "https://files.example/a.xlsx")


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_text_that_is_too_long_once_it_is_quoted_is_at_another_address(kind: str) -> None:
    caller = DocumentCaller()
    rows = tuple({"text": '"\u00e9' * 400} for _ in range(600))
    for n in range(3):
        caller.pump.engine.script.set(f"%PDF-{n}", DocumentRead(pages=1, rows=rows))
    caller.done("a", b"%PDF-0", b"%PDF-1", b"%PDF-2")
    assert caller.results("a", format=kind).status == 303


def test_json_is_the_answer_without_a_format() -> None:
    caller = scanned(b"%PDF-1")
    assert caller.results("a", format="json").body == caller.results("a").body


def test_a_large_file_is_at_another_address() -> None:
    """R11."""
    caller = DocumentCaller()
    rows = tuple({"text": "x" * 1_000} for _ in range(2_200))
    for n in range(2):
        caller.pump.engine.script.set(f"%PDF-{n}", DocumentRead(pages=1, rows=rows))
    caller.done("a", b"%PDF-0", b"%PDF-1")
    answer = caller.results("a", format="csv")
    assert answer.status == 303
    assert answer.headers["Location"] == answer.body["url"] == "https://files.example/a.csv"
    assert answer.body["expires_at"] == "2026-09-21T14:23:20Z"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_failed_document_is_a_good_answer() -> None:
    caller = DocumentCaller()
    failed = DocumentFailed(DocumentReason.TOO_MANY_PAGES, "It has 51 pages.")
    caller.pump.engine.script.set(PDF.decode(), failed)
    document = caller.upload(batch_name="a").body["id"]
    caller.process("a")
    caller.pump.run()
    answer = caller.document(document)
    assert answer.status == 200
    assert answer.body["error"]["reason"] == "too_many_pages"


ODD: list[dict[str, str | None]] = [{"é\u2028\ud83d\ude00": 'a"\\\n\x00'}, {"": ""}, {"a": None}]


def test_any_text_of_a_document_comes_out_as_it_was_read() -> None:
    """D11."""
    caller = DocumentCaller()
    caller.pump.engine.script.set(PDF.decode(), DocumentRead(pages=1, rows=tuple(ODD)))
    caller.done("a")
    document: dict[str, Any] = caller.results("a").body["documents"][0]
    assert document["line_items"] == json.loads(json.dumps(ODD))
