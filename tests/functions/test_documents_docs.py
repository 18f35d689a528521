"""Does what docs/documents-api.md shows work?

Examples are sent, and answers are held against docs/openapi.json.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from batchbell.contracts.document_words import DocumentStatus, WebhookState
from batchbell.domain.codes import DocumentReason, DocumentsCode
from tests.functions.document_callers import DocumentCaller
from tests.functions.documented import assert_shaped, document
from tests.template.facts import default

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "documents-api.md").read_text(encoding="utf-8")
PLAIN = " ".join(TEXT.split())
ROOT = "/api/v1"
UPLOAD, BATCH = f"{ROOT}/documents", f"{ROOT}/batches/{{batch_name}}"
SHOWN = [
    (f"{BATCH}/process", "post", 400),
    (UPLOAD, "post", 201),
    (f"{BATCH}/process", "post", 202),
    (f"{BATCH}/results", "get", 200),
    (f"{UPLOAD}/{{id}}", "get", 200),
    (UPLOAD, "post", 201),
    (f"{BATCH}/webhook", "put", 200),
    (f"{BATCH}/webhook", "get", 200),
]
"""Which answers are shown, in their order."""


def _blocks() -> list[Any]:
    found = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in found]


def _requests() -> list[tuple[str, str, str]]:
    """Method, path and body of every request with JSON that is shown."""
    return re.findall(r'-X (\w+) "\$BASE_URL/api/v1(\S+)"(?:[^\'`]*?)-d \'(.*?)\'', TEXT, re.DOTALL)


def _table(header: str) -> list[list[str]]:
    """The rows of the table with this header; each cell as it stands."""
    rows = TEXT.partition(f"| {header} |")[2].partition("\n\n")[0].splitlines()[2:]
    assert rows
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def _named(header: str, column: int = 0) -> list[str]:
    return [re.sub("`", "", row[column]) for row in _table(header)]


@pytest.mark.parametrize(("place", "shown"), list(enumerate(SHOWN)))
def test_an_answer_that_is_shown_is_one(place: int, shown: tuple[str, str, int]) -> None:
    assert len(_blocks()) == len(SHOWN)
    resource, method, status = shown
    assert_shaped(resource, method, status, _blocks()[place])


def test_the_requests_that_are_shown_are_accepted() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="receipts-09")
    assert [method for method, *_ in _requests()] == ["POST", "POST", "PUT"]
    for method, path, body in _requests():
        assert caller.call(method, path, body).status in (200, 201, 202)


def test_the_refusal_that_is_shown_is_given() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    answer = caller.call("POST", "/batches/a/process", {"fields": [{"name": ""}]})
    assert answer.body == _blocks()[0]


def test_every_operation_is_listed_and_no_other() -> None:
    listed = {tuple(name.split(" ")) for name in _named("method, path")}
    known = {
        (method.upper(), path.removeprefix(ROOT))
        for path, methods in document()["paths"].items()
        if path.startswith(f"{ROOT}/")
        for method in methods
    }
    assert listed == known


def test_every_code_is_explained() -> None:
    codes = [(int(status), code.strip("`")) for status, code, _ in _table("status | code")]
    assert codes == [(code.status, code.value) for code in sorted(DocumentsCode, key=_order)]


def _order(code: DocumentsCode) -> int:
    return code.status


@pytest.mark.parametrize(
    ("header", "words"),
    [("word", DocumentStatus), ("reason", DocumentReason), ("state", WebhookState)],
)
def test_every_word_is_explained_and_no_other(header: str, words: Any) -> None:
    assert _named(header) == [word.value for word in words]


def test_every_part_of_an_upload_is_explained_and_no_other() -> None:
    assert _named("part") == list(document()["components"]["schemas"]["UploadParts"]["properties"])


def test_the_numbers_that_are_told_are_those_of_the_deployment() -> None:
    assert f"Up to {default('MaxDocumentBytes'):,} bytes (the" in PLAIN
    assert f"for {default('UploadLinkSeconds') // 60} minutes (`UploadLinkSeconds`)" in PLAIN
    assert f"more than {default('MaxPages')} pages (the deployment's `MaxPages`)" in PLAIN
    assert (
        f"{default('MaxBatchDocuments'):,} of them (the deployment's `MaxBatchDocuments`)" in PLAIN
    )
    assert f"is {default('RetentionDays')} days (`RetentionDays`) after" in PLAIN


def test_every_link_leads_somewhere() -> None:
    for target, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", TEXT):
        text = (DOCS / target).read_text(encoding="utf-8") if target else TEXT
        assert not anchor or anchor in _anchors(text), (target, anchor)


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
