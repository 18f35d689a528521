"""Which uploads and orders are refused, and what is said of them?"""

from typing import Any

import pytest

from tests.functions.document_callers import BOUNDARY, PDF, DocumentCaller, multipart, part
from tests.functions.event_files import load

END = f"--{BOUNDARY}--\r\n".encode()
FILE = part('name="file"; filename="a.pdf"', PDF)
INVALID = (400, "invalid_request")
NOT_TAKEN: list[tuple[bytes, str]] = [
    (b"\x00\x00\x00\x18ftypheic\x00", "a HEIC image"),
    (b"\x00\x00\x00\x18ftypmp42\x00", "a video or sound file"),
    (b"PK\x03\x04\x14\x00\x00\x00word/document.xml", "a Word document (docx)"),
    (b"PK\x03\x04\x14\x00\x00\x00xl/workbook.xml", "an Excel workbook (xlsx)"),
    (b"PK\x03\x04\x14\x00\x00\x00a.pdf%PDF-1.7", "a ZIP archive"),
    (b"GIF89a", "a GIF image"),
    (b"<!DOCTYPE html><html>", "an HTML page"),
    (b"plain words", "plain text"),
    (b"\x01\x02\x03\x04", "a file of an unknown type"),
]
BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "no boundary": b"hello",
    "another boundary": multipart().replace(BOUNDARY.encode(), b"other"),
    "no end": FILE,
    "cut in a header": FILE[:40],
    "cut in the file": FILE[:-8],
    "bare line ends": multipart().replace(b"\r\n", b"\n"),
    "no disposition": f"--{BOUNDARY}\r\nX: y\r\n\r\n1\r\n".encode() + END,
    "not form-data": FILE.replace(b"form-data", b"attachment") + END,
    "no name": part('filename="a.pdf"', PDF) + END,
    "no header name": FILE.replace(b"Content-Disposition", b"Content Disposition") + END,
    "a long header": part(f'name="file"; x="{"a" * 5_000}"', PDF) + END,
    "many headers": part('name="file"', PDF, *("X: y" for _ in range(9))) + END,
    "many parts": b"".join(part(f'name="p{n}"', b"1") for n in range(17)) + END,
    "a wrong length": part('name="file"', PDF, "Content-Length: 3") + END,
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_form_is_refused(name: str) -> None:
    assert DocumentCaller().send_parts(BROKEN[name]).code == INVALID


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=é",
        f"multipart/form-data; boundary={'b' * 71}",
    ],
)
def test_a_form_without_its_boundary_is_refused(kind: str) -> None:
    answer = DocumentCaller().call("POST", "/documents", multipart(), None, kind)
    assert answer.code == INVALID
    assert answer.details.keys() == {"Content-Type"}


def test_what_is_no_base64_is_refused() -> None:
    event = load("submit/document")
    event["body"] = "a"
    assert DocumentCaller().send(event).code == INVALID


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (END, "is required"),
        (multipart(None, batch_name="a"), "is required"),
        (part('name="File"; filename="a.pdf"', PDF) + END, "is required"),
        (FILE + FILE + END, "must be sent once"),
        (part('name="file"; filename="a.pdf"', b"") + END, "must not be empty"),
    ],
)
def test_one_file_is_wanted(body: bytes, hint: str) -> None:
    answer = DocumentCaller().send_parts(body)
    assert (answer.code, answer.details) == (INVALID, {"file": hint})


@pytest.mark.parametrize("size", [4_000_001, 4_100_000, 5_000_000])
def test_a_larger_file_is_pointed_to_the_link(size: int) -> None:
    answer = DocumentCaller().upload(PDF + b"\x00" * (size - len(PDF)))
    assert answer.code == (413, "file_too_large")
    assert "upload link" in answer.body["error"]["message"]


@pytest.mark.parametrize(("content", "what"), NOT_TAKEN)
def test_a_file_of_another_type_is_named(content: bytes, what: str) -> None:
    answer = DocumentCaller().upload(content)
    assert answer.code == (415, "unsupported_file_type")
    assert what in answer.body["error"]["message"]


NO_NAMES = ["", " ", ".a", "-a", "_a", "a b", "a/b", "ä", "a\n", "a" * 129, "a%20b", "a\x00"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_a_url_would_have_to_escape_is_refused(name: str) -> None:
    for answer in (
        DocumentCaller().upload(batch_name=name),
        DocumentCaller().announce(batch_name=name),
    ):
        assert answer.code == INVALID
        assert answer.details.keys() == {"batch_name"}


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [
        ({"batch_name": b"\xff"}, "batch_name"),
        ({"batch_name": b"a" * 20_000}, "batch_name"),
        ({"metadata": b"\xff"}, "metadata"),
        ({"metadata": b"{"}, "metadata"),
        ({"metadata": b"NaN"}, "metadata"),
        ({"metadata": b"[" * 5_000 + b"]" * 5_000}, "metadata"),
        ({"metadata": b"[" * 150 + b"]" * 150}, "metadata"),
        ({"metadata": b'"' + b"a" * 2_047 + b'"'}, "metadata"),
    ],
)
def test_a_wrong_part_is_named(parts: dict[str, bytes], wrong: str) -> None:
    beside = b"".join(part(f'name="{name}"', content) for name, content in parts.items())
    answer = DocumentCaller().send_parts(FILE + beside + END)
    assert (answer.code, set(answer.details)) == (INVALID, {wrong})


@pytest.mark.parametrize("name", ["batch_name", "metadata"])
def test_a_part_that_comes_twice_is_refused(name: str) -> None:
    twice = part(f'name="{name}"', b"1") * 2
    answer = DocumentCaller().send_parts(FILE + twice + END)
    assert (answer.code, answer.details) == (INVALID, {name: "must be sent once"})


def test_metadata_of_2_kb_are_taken() -> None:
    metadata = '"' + "é" * 1_023 + '"'
    assert len(metadata.encode()) == 2_048
    assert DocumentCaller().upload(metadata=metadata).body["metadata"] == "é" * 1_023


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_an_idempotency_key_has_1_to_255_characters(key: str) -> None:
    for answer in (DocumentCaller().upload(PDF, key), DocumentCaller().announce(key)):
        assert (answer.code, set(answer.details)) == (INVALID, {"Idempotency-Key"})


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"filename": None}, "filename"),
        ({"filename": ""}, "filename"),
        ({"filename": 7}, "filename"),
        ({"filename": "\ud800"}, "filename"),
        ({"filename": "a" * 4_097}, "filename"),
        ({"batch_name": 7}, "batch_name"),
        ({"batch_name": ["a"]}, "batch_name"),
        ({"content_type": 7}, "content_type"),
        ({"size": "7"}, "size"),
        ({"size": 0}, "size"),
        ({"size": -1}, "size"),
        ({"size": 1.5}, "size"),
        ({"size": True}, "size"),
        ({"metadata": "a" * 2_047}, "metadata"),
    ],
)
def test_a_wrong_field_of_an_announcement_is_named(fields: dict[str, Any], wrong: str) -> None:
    answer = DocumentCaller().announce(**fields)
    assert (answer.code, set(answer.details)) == (INVALID, {wrong})


@pytest.mark.parametrize("body", [None, "", "[]", "7", "{", "\ud800", b"\xff\xfe", "%PDF"])
@pytest.mark.parametrize("kind", ["application/json", "application/pdf", ""])
def test_what_is_no_json_object_is_refused(body: Any, kind: str) -> None:
    assert DocumentCaller().call("POST", "/documents", body, None, kind).code == INVALID


def test_an_announced_file_that_is_too_large_is_refused() -> None:
    caller = DocumentCaller()
    assert caller.announce(size=20_000_000).status == 201
    assert caller.announce(size=20_000_001).code == (413, "file_too_large")


@pytest.mark.parametrize("kind", ["image/heic", "text/html", "", "pdf", "application/octet-stream"])
def test_an_announced_type_that_is_not_taken_is_refused(kind: str) -> None:
    assert DocumentCaller().announce(content_type=kind).code == (415, "unsupported_file_type")


@pytest.mark.parametrize(
    "kind", ["application/pdf", "IMAGE/PNG", "image/jpeg; q=1", "image/tiff", "image/webp", None]
)
def test_an_announced_type_that_is_taken(kind: str | None) -> None:
    assert DocumentCaller().announce(content_type=kind).status == 201


FIELDS: list[tuple[Any, str]] = [
    ("total", "fields"),
    ({"name": "total"}, "fields"),
    (["total"], "fields.0"),
    ([7], "fields.0"),
    ([{}], "fields.0.name"),
    ([{"name": ""}], "fields.0.name"),
    ([{"name": " \t"}], "fields.0.name"),
    ([{"name": 7}], "fields.0.name"),
    ([{"name": "\ud800"}], "fields.0.name"),
    ([{"name": "a" * 201}], "fields.0.name"),
    ([{"name": "a", "description": 7}], "fields.0.description"),
    ([{"name": "a", "description": "a" * 1_001}], "fields.0.description"),
    ([{"name": "a"}, {"name": "a"}], "fields"),
    ([{"name": str(n)} for n in range(101)], "fields"),
]


@pytest.mark.parametrize(("fields", "wrong"), FIELDS)
def test_wrong_fields_are_named_and_hand_nothing_over(fields: Any, wrong: str) -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    answer = caller.call("POST", "/batches/a/process", {"fields": fields})
    assert (answer.code, set(answer.details)) == (INVALID, {wrong})
    caller.pump.run()
    assert caller.batch("a").body["status"] == "queued"


@pytest.mark.parametrize("body", ["[]", "7", "{", "null", b"\xff"])
def test_an_order_that_is_no_json_object_is_refused(body: Any) -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    assert caller.call("POST", "/batches/a/process", body).code == INVALID


def test_an_order_of_more_than_5_mb_is_refused() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    huge = {"fields": [], "x": "a" * 5_000_000}
    assert caller.call("POST", "/batches/a/process", huge).code == (413, "file_too_large")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/documents"),
        ("PUT", "/documents"),
        ("POST", "/batches"),
        ("GET", "/batches/a/b"),
        ("DELETE", "/batches"),
    ],
)
def test_what_is_no_route_is_told_so(method: str, path: str) -> None:
    assert DocumentCaller().unknown(method, path) == (404, "batch_not_found")


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_id_of_odd_characters_is_that_of_no_document(method: str) -> None:
    answer = DocumentCaller().call(method, "/documents/doc_\x84")
    assert answer.code == (404, "document_not_found")
