"""What does POST /api/v1/documents do with a file?"""

import hashlib
import random
from typing import Any

import pytest

from batchbell.domain.errors import Unavailable
from tests.functions.document_callers import (
    BOUNDARY,
    PDF,
    DocumentCaller,
    batch_key,
    multipart,
    part,
)
from tests.functions.event_files import load
from tests.memory.hooks import Unwatched

TAKEN = {
    "pdf": PDF,
    "pdf after a preamble": b"\x00" * 1_000 + b"%PDF-1.4",
    "png": b"\x89PNG\r\n\x1a\n...",
    "jpeg": b"\xff\xd8\xff\xe0...",
    "tiff": b"II*\x00...",
    "tiff, the other way": b"MM\x00*...",
    "webp": b"RIFF\x10\x00\x00\x00WEBPVP8 ",
}


def test_a_document_is_answered_as_it_is_kept() -> None:
    caller = DocumentCaller()
    answer = caller.upload(batch_name="receipts", metadata='{"order": [17, "é"]}')
    assert answer.status == 201
    assert answer.body.pop("id").startswith("doc_")
    assert answer.body == {
        "batch_name": "receipts",
        "filename": "receipt.pdf",
        "status": "queued",
        "created_at": "2026-09-21T14:13:20Z",
        "started_at": None,
        "completed_at": None,
        "metadata": {"order": [17, "é"]},
    }
    assert "Idempotency-Replayed" not in answer.headers


def test_the_event_in_the_file_is_an_upload() -> None:
    caller = DocumentCaller()
    answer = caller.send(load("submit/document"))
    assert (answer.status, answer.body["batch_name"]) == (201, "receipts.2026-09")


def test_the_document_is_read_as_it_was_answered() -> None:
    caller = DocumentCaller()
    uploaded = caller.upload(metadata="[null, 1.5]").body
    assert caller.document(uploaded["id"]).body == uploaded
    assert caller.results(uploaded["batch_name"]).body["documents"] == [uploaded]


@pytest.mark.parametrize("seed", range(20))
def test_the_bytes_arrive_as_they_were_sent(seed: int) -> None:
    """The SHA-256 of what is stored is that of what was sent, line ends and boundaries included."""
    rng = random.Random(seed)
    content = b"\x89PNG\r\n\x1a\n" + rng.randbytes(rng.choice((1, 64, 65_536, 300_001)))
    content += rng.choice((b"", b"\r\n", b"\r\n--", f"\r\n--{BOUNDARY[:-1]}".encode(), b"\n\r\n"))
    caller = DocumentCaller()
    caller.upload(content)
    (stored,) = caller.world.files.stored.values()
    assert hashlib.sha256(stored).digest() == hashlib.sha256(content).digest()


def test_four_million_bytes_are_taken() -> None:
    caller = DocumentCaller()
    caller.upload(PDF + b"\x00" * (4_000_000 - len(PDF)))
    (stored,) = caller.world.files.stored.values()
    assert len(stored) == 4_000_000


@pytest.mark.parametrize("name", TAKEN)
def test_the_type_is_read_from_the_bytes(name: str) -> None:
    """The part always says that it is a JPEG."""
    assert DocumentCaller().upload(TAKEN[name]).status == 201


NAMES: list[tuple[str, str]] = [
    ('filename="receipt.pdf"', "receipt.pdf"),
    ("filename=receipt.pdf", "receipt.pdf"),
    ('filename="rechnung für März.pdf"', "rechnung für März.pdf"),
    ('filename="領収書 😀.pdf"', "領収書 😀.pdf"),
    ("filename=\"x.pdf\"; filename*=UTF-8''%e9%a0%98%20%F0%9F%98%80.pdf", "領 😀.pdf"),
    ("filename*=utf-8'de'f%C3%BCr.pdf", "für.pdf"),
    ("filename*=iso-8859-1''f%FCr.pdf", "für.pdf"),
    ("filename*=no-charset''f%C3%BCr.pdf", "für.pdf"),
    ("filename*0*=UTF-8''f%C3%BC; filename*1=\"r.pdf\"", "für.pdf"),
    ("filename*=undefined''f%C3%BCr.pdf", "für.pdf"),
    ("filename*=idna''f%C3%BCr.pdf", "für.pdf"),
    ("filename*=punycode''f%C3%BCr.pdf", "für.pdf"),
    ("filename=\"plain.pdf\"; filename*0*=undefined''f%C3%BC; filename*1=r", "plain.pdf"),
    ('filename="plain.pdf"; filename*0*="a\0b\'\'f"; filename*1=r', "plain.pdf"),
    ('filename="für.pdf"; filename*=r; filename*0=f', "für.pdf"),
    (r'filename="the \"new\" one.pdf"', 'the "new" one.pdf'),
    ('filename="the %22new%22 one.pdf"', 'the "new" one.pdf'),
    (r'filename="C:\\scans\\receipt.pdf"', "receipt.pdf"),
    (r'filename="C:\scans\receipt.pdf"', "receipt.pdf"),
    ('filename="../../etc/passwd"', "passwd"),
    ('filename="/"', "document"),
    ('filename=".."', "document"),
    ('filename=""', "document"),
    ("x=y", "document"),
    ('filename="a%0D%0Ab.pdf"', "ab.pdf"),
    ('filename="a\x00\x1f\x7f.pdf"', "a.pdf"),
    ('filename="\u202efdp.exe"', "fdp.exe"),
    (f'filename="{"é" * 300}"', "é" * 255),
]


@pytest.mark.parametrize(("spelt", "name"), NAMES)
def test_a_file_name_in_any_spelling(spelt: str, name: str) -> None:
    caller = DocumentCaller()
    document = caller.send_parts(multipart(filename=spelt)).body
    assert document["filename"] == name
    assert caller.document(document["id"]).body["filename"] == name


def test_a_file_name_in_no_encoding_refuses_nothing() -> None:
    body = multipart(filename='filename="f@r.pdf"').replace(b"@", b"\xfc")
    assert DocumentCaller().send_parts(body).body["filename"] == "f\ufffdr.pdf"


def test_what_stands_around_the_parts_means_nothing() -> None:
    whole = b"preamble\r\n" + multipart() + b"epilogue\r\n"
    assert DocumentCaller().send_parts(whole).status == 201


def test_parts_that_are_not_known_mean_nothing() -> None:
    assert DocumentCaller().upload(color="blue").status == 201


@pytest.mark.parametrize("quoted", [True, False])
def test_the_boundary_may_be_quoted(quoted: bool) -> None:
    boundary = f'"{BOUNDARY}"' if quoted else BOUNDARY
    kind = f"Multipart/Form-Data; charset=utf-8; Boundary={boundary}"
    answer = DocumentCaller().call("POST", "/documents", multipart(), None, kind)
    assert answer.status == 201


def test_a_name_is_made_where_none_is_given() -> None:
    caller = DocumentCaller()
    first, other = caller.upload().body, caller.upload().body
    assert first["batch_name"] != other["batch_name"]
    assert caller.batch(first["batch_name"]).body["total"] == 1


def test_a_name_that_is_made_follows_from_the_key() -> None:
    first, again = (DocumentCaller().upload(PDF, "key-1").body for _ in range(2))
    assert (first["batch_name"], first["id"]) == (again["batch_name"], again["id"])


def test_a_retry_finds_the_same_document() -> None:
    """Q17."""
    caller = DocumentCaller()
    first, again = (caller.upload(PDF, "key-1", batch_name="a") for _ in range(2))
    assert (again.status, again.body) == (201, first.body)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert caller.batch("a").body["total"] == 1


def test_a_retry_may_have_another_boundary_and_order() -> None:
    caller = DocumentCaller()
    first = caller.upload(PDF, "key-1", batch_name="a").body
    file = part('name="file"; filename="receipt.pdf"', PDF)
    turned = part('name="batch_name"', b"a") + file + f"--{BOUNDARY}--".encode()
    other = turned.replace(BOUNDARY.encode(), b"zzz")
    kind = "multipart/form-data; boundary=zzz"
    again = caller.call("POST", "/documents", other, "key-1", kind)
    assert again.body == first


def test_a_retry_tells_what_has_become_of_it() -> None:
    """D2."""
    caller = DocumentCaller()
    caller.upload(PDF, "key-1", batch_name="a")
    caller.process("a")
    caller.pump.run()
    again = caller.upload(PDF, "key-1", batch_name="a").body
    assert again["status"] == "succeeded"
    assert again["line_items"]


OTHERS: list[dict[str, Any]] = [
    {"content": b"%PDF-1.7 other"},
    {"batch_name": "b"},
    {"metadata": "{}"},
    {"color": "blue"},
]


@pytest.mark.parametrize("other", OTHERS)
def test_the_same_key_for_something_else_is_a_conflict(other: dict[str, Any]) -> None:
    """Q18."""
    caller = DocumentCaller()
    caller.upload(PDF, "key-1", batch_name="a")
    again = {"content": PDF, "batch_name": "a", **other}
    assert caller.upload(idempotency_key="key-1", **again).code == (409, "conflict")
    assert caller.batch("a").body["total"] == 1


def test_a_file_as_the_body_is_told_how_files_are_sent() -> None:
    """As `curl --data-binary @invoice.pdf` has it."""
    answer = DocumentCaller().call("POST", "/documents", PDF)
    assert answer.code == (400, "invalid_request")
    assert "multipart/form-data" in answer.body["error"]["message"]


def test_a_part_that_holds_a_path_is_asked_about() -> None:
    answer = DocumentCaller().send_parts(multipart(b"invoice.pdf", filename=""))
    assert answer.code == (415, "unsupported_file_type")
    assert "no file name" in answer.body["error"]["message"]


def test_the_same_key_under_another_file_name_is_a_conflict() -> None:
    caller = DocumentCaller()
    caller.upload(PDF, "key-1")
    renamed = multipart(filename='filename="other.pdf"')
    assert caller.send_parts(renamed, "key-1").code == (409, "conflict")


def test_the_same_key_as_json_is_a_conflict() -> None:
    caller = DocumentCaller()
    caller.upload(PDF, "key-1")
    assert caller.announce("key-1", filename="receipt.pdf").code == (409, "conflict")


def test_the_address_of_the_caller_is_kept_for_links_in_events() -> None:
    caller = DocumentCaller(prefix="/base")
    caller.upload(batch_name="a")
    kept = caller.world.records.batches[batch_key("a")].api
    assert kept == "https://k2abc3def4.execute-api.eu-central-1.amazonaws.com/Prod/base/api/v1"


def test_a_store_that_is_away_is_an_error_to_be_tried_again() -> None:
    class Away(Unwatched):
        def before(self, name: str) -> None:
            if name == "files.put":
                raise Unavailable("PutObject")

    caller = DocumentCaller()
    caller.world.watch(Away())
    assert caller.upload(PDF, "key-1").code == (500, "internal_error")
    caller.world.watch(Unwatched())
    assert caller.upload(PDF, "key-1").status == 201
