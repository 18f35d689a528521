"""Does what is uploaded come out as line items, on the real template and the real handlers?"""

import hashlib
import io
import os
import time
from typing import Any

import openpyxl
import pytest

from local.client import send
from local.documents import Documents, send_to_link
from local.keys import create_key
from local.papers import FIELDS, ITEMS, broken, demo_files, invoice
from local.stack import LocalStack
from tests.e2e.document_batches import assert_proved, new_name, outcomes
from tests.engines.document.papers import statement

ROWS = [dict(zip(FIELDS, item, strict=True)) for item in ITEMS]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LIMITS = {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}


@pytest.fixture(scope="module")
def done(documents: Documents) -> str:
    """The name of a batch with one invoice that has been read."""
    name = new_name()
    documents.upload(invoice("done"), "done.pdf", name)
    documents.process(name, *FIELDS)
    documents.all_done(name)
    return name


@pytest.mark.parametrize("signature", [b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n"])
def test_every_byte_comes_through_the_gateway(
    stack: LocalStack, documents: Documents, signature: bytes
) -> None:
    content = signature + os.urandom(1_000_000)
    uploaded = documents.upload(content, "noise").data
    bucket, storage = stack.resource("ContentBucket"), stack.client("s3")
    (found,) = storage.list_objects_v2(Bucket=bucket, Prefix=f"docs/acme/{uploaded['id']}")[
        "Contents"
    ]
    kept = storage.get_object(Bucket=bucket, Key=found["Key"])["Body"]
    assert hashlib.sha256(kept.read()).digest() == hashlib.sha256(content).digest()


@pytest.mark.parametrize("fields", [(), FIELDS])
def test_the_flow_of_the_real_client(documents: Documents, fields: tuple[str, ...]) -> None:
    """No name, every file typed as a picture, a body that is empty; then it looks at the status."""
    uploaded = documents.upload(invoice("real"), "receipt.jpg")
    assert uploaded.status == 201
    name = uploaded.data["batch_name"]
    assert documents.process(name, *fields).status == 202
    results = polled(documents, name)
    assert results["status"] == "succeeded"
    assert results["documents"][0]["line_items"][0] == ROWS[0]


def polled(documents: Documents, name: str) -> dict[str, Any]:
    """The results, once the status at the top is one at which the real client stops."""
    for _ in range(100):
        results: dict[str, Any] = documents.results(name).data
        if results["status"] in ("succeeded", "failed"):
            return results
        time.sleep(0.3)
    pytest.fail(f"the batch has not ended: {results}")


def test_what_people_have_is_read_and_what_is_broken_says_so(
    stack: LocalStack, documents: Documents
) -> None:
    name = new_name()
    for filename, content in demo_files().items():
        assert documents.upload(content, filename, name).data["status"] == "queued"
    documents.process(name, *FIELDS)
    batch = documents.all_done(name)
    assert (batch["status"], batch["succeeded"], batch["failed"]) == ("succeeded", 3, 1)
    assert outcomes(documents, name) == {
        **dict.fromkeys(["invoice.pdf", "scan.pdf", "photo.jpg"], "succeeded"),
        "broken.pdf": "corrupt_file",
    }
    found = documents.results(name, "?evidence=true").data["documents"]
    assert [one["line_items"] for one in found[:3]] == [ROWS] * 3
    assert [len(one["evidence"]) for one in found[:3]] == [3] * 3
    assert_proved(stack, name)


def test_a_batch_without_a_success_has_failed(documents: Documents) -> None:
    name = new_name()
    documents.upload(statement(51, rows=1), "long.pdf", name)
    documents.upload(broken(), "broken.pdf", name)
    documents.process(name)
    assert documents.all_done(name)["status"] == "failed"
    reasons = {"long.pdf": "too_many_pages", "broken.pdf": "corrupt_file"}
    assert outcomes(documents, name) == reasons


def test_bytes_that_come_late_are_read_and_those_that_never_come_are_missed(
    stack: LocalStack, documents: Documents
) -> None:
    name = new_name()
    late = documents.link("late.pdf", name).data["upload"]
    never = documents.link("never.pdf", name).data
    assert documents.process(name, *FIELDS).data["queued"] == 2
    time.sleep(2)
    assert send_to_link(late, invoice("late"), "late.pdf") == 204
    batch = documents.all_done(name)
    assert (batch["succeeded"], batch["failed"]) == (1, 1)
    assert outcomes(documents, name) == {"late.pdf": "succeeded", "never.pdf": "upload_missing"}
    missed = documents.call("GET", f"/documents/{never['id']}").data
    assert missed["started_at"] is None
    assert send_to_link(never["upload"], invoice("never"), "never.pdf") == 403
    assert_proved(stack, name)


def test_the_same_upload_again_is_the_same_document(documents: Documents) -> None:
    name, content = new_name(), invoice("again")
    first = documents.upload(content, "a.pdf", name, again=name)
    again = documents.upload(content, "a.pdf", name, again=name)
    assert first.data["id"] == again.data["id"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = documents.upload(broken(), "a.pdf", name, again=name)
    assert (other.status, other.body["error"]["code"]) == (409, "conflict")


def test_all_rows_come_as_a_file(documents: Documents, done: str) -> None:
    lines = documents.results(done, "?format=csv").body.decode("utf-8-sig").splitlines()
    assert lines[0].split(",")[-4:] == list(FIELDS)
    assert len(lines) == 1 + len(ITEMS)
    rows = documents.results(done, "?format=jsonl").body.decode().splitlines()
    assert len(rows) == len(ITEMS)
    assert '"Description": "Oak shelf"' in rows[1]


def test_a_workbook_comes_at_once_or_by_a_link(documents: Documents, done: str) -> None:
    at_once = documents.results(done, "?format=xlsx", accept=XLSX)
    assert (at_once.status, at_once.headers["Content-Type"]) == (200, XLSX)
    link = documents.results(done, "?format=xlsx")
    assert (link.status, link.headers["Location"]) == (303, link.body["url"])
    fetched = send("GET", link.body["url"], None, {})
    for content in (at_once.body, fetched.body):
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).worksheets[0].values)
        assert rows[0][-4:] == FIELDS
        assert len(rows) == 1 + len(ITEMS)


def test_another_tenant_meets_nothing(stack: LocalStack, documents: Documents, done: str) -> None:
    """And the same name is another batch there."""
    stranger = Documents(stack.base_url, create_key(stack, "stranger"))
    (document,) = documents.results(done).data["documents"]
    calls = {
        f"/documents/{document['id']}": "document_not_found",
        f"/batches/{done}/results": "batch_not_found",
        f"/batches/{done}/webhook": "batch_not_found",
    }
    for path, code in calls.items():
        answer = stranger.call("GET", path)
        assert (answer.status, answer.body["error"]["code"]) == (404, code)
    stranger.upload(invoice("stranger"), "own.pdf", done)
    assert stranger.batch(done).data["total"] == documents.batch(done).data["total"] == 1


def test_every_answer_says_what_is_left_of_the_rate(documents: Documents, done: str) -> None:
    for answer in (
        documents.upload(invoice("rate"), "rate.pdf", new_name()),
        documents.process(done),
        documents.batch(done),
        documents.results(done, "?format=csv"),
        documents.call("GET", "/batches/never-made"),
    ):
        assert answer.headers.keys() >= LIMITS | {"X-Request-Id"}


def test_a_document_and_a_batch_are_canceled_and_erased(documents: Documents) -> None:
    name = new_name()
    ids = [documents.upload(invoice(n), f"{n}.pdf", name).data["id"] for n in "ab"]
    for _ in range(2):
        answer = documents.call("DELETE", f"/documents/{ids[0]}")
        assert (answer.status, answer.data["status"]) == (200, "canceled")
    for _ in range(2):
        assert documents.call("DELETE", f"/batches/{name}").data["canceled"] == 2
    assert documents.upload(broken(), "late.pdf", name).status == 409
    assert documents.process(name).status == 202
    assert documents.batch(name).data["status"] == "canceled"
    assert documents.call("DELETE", f"/batches/{name}?purge=true").status == 200
    for path in (f"/batches/{name}", f"/documents/{ids[1]}"):
        gone = documents.call("GET", path)
        assert (gone.status, gone.body["error"]["code"]) == (410, "expired")


def test_what_has_ended_is_not_canceled(documents: Documents, done: str) -> None:
    (document,) = documents.results(done).data["documents"]
    answer = documents.call("DELETE", f"/documents/{document['id']}")
    assert (answer.status, answer.body["error"]["code"]) == (409, "conflict")
