"""Does a document become rows through Textract, and what when a page of it does not?

With the real child process, and a Textract held to botocore's model.
"""

import time
from collections.abc import Iterator

import pytest

from batchbell.adapters.textract.asking import TRIES, Operation
from batchbell.adapters.textract.child import PageChild
from batchbell.adapters.textract.engine import TextractEngine
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed, Unavailable
from local.paper import bomb
from tests.adapters.distilling import children
from tests.adapters.textract.answering import Answering
from tests.engines.document.answers import Blocks, detection, expense, field, item
from tests.engines.document.papers import statement
from tests.engines.document.photos import encoded, frames, receipt

PNG = encoded(receipt(), "PNG")
LINES = expense([item(150, "Nails", "3.20"), item(180, "Glue", "7.90")])
NOTHING = expense()
ALL = DocumentFields()


@pytest.fixture(scope="module")
def child() -> Iterator[PageChild]:
    one = PageChild(DocumentLimits(pages=5))
    yield one
    one.close()
    assert children() == []


@pytest.fixture
def answering() -> Answering:
    return Answering()


def read(
    child: PageChild,
    answering: Answering,
    content: bytes = PNG,
    fields: DocumentFields = ALL,
    timeout_ms: int = 60_000,
) -> DocumentRead:
    return TextractEngine(child, answering.asking()).read(content, fields, timeout_ms=timeout_ms)


def failure(child: PageChild, answering: Answering, content: bytes = PNG) -> DocumentFailed:
    with pytest.raises(DocumentFailed) as failed:
        read(child, answering, content)
    return failed.value


def tables() -> dict[str, object]:
    blocks = Blocks()
    blocks.table(blocks.grid([["Day", "Hours"], ["Monday", "7.5"], ["Tuesday", "8"]]))
    return blocks.answer()


def test_an_image_becomes_rows(child: PageChild, answering: Answering) -> None:
    found = read(child, answering.give(Operation.EXPENSE, LINES))
    assert found.rows[1] == {"Artikel": "Glue", "Betrag": "7.90"}
    assert found.pages == 1
    assert answering.requests == [{"Document": {"Bytes": PNG}}]
    assert answering.spent == [(Operation.EXPENSE, 1)]


def test_rows_have_the_wanted_names(child: PageChild, answering: Answering) -> None:
    summary = [field("VENDOR_NAME", detection("Corner Shop", 300, 20))]
    answering.give(Operation.EXPENSE, expense([item(150, "Nails", "3.20")], summary=summary))
    wanted = DocumentFields((Field("merchant"), Field("description", "of the goods")))
    found = read(child, answering, fields=wanted)
    assert found.rows == ({"merchant": "Corner Shop", "description": "Nails"},)


@pytest.mark.parametrize("content", [statement(3), frames(3)])
def test_every_page_is_asked_about_and_they_are_one_document(
    child: PageChild, answering: Answering, content: bytes
) -> None:
    found = read(child, answering.give(Operation.EXPENSE, LINES, LINES, LINES), content)
    assert found.pages == 3
    assert [one.page for one in found.evidence] == [1, 1, 2, 2, 3, 3]
    assert answering.spent == [(Operation.EXPENSE, 1)] * 3


def test_without_line_items_tables_are_asked_for(child: PageChild, answering: Answering) -> None:
    answering.give(Operation.EXPENSE, NOTHING, NOTHING).give(Operation.TABLES, tables(), tables())
    found = read(child, answering, frames(2))
    assert found.rows[0] == {"Day": "Monday", "Hours": "7.5"}
    assert answering.spent == [(Operation.EXPENSE, 1)] * 2 + [(Operation.TABLES, 1)] * 2


def test_neither_items_nor_tables_is_a_failure(child: PageChild, answering: Answering) -> None:
    answering.give(Operation.EXPENSE, NOTHING).give(Operation.TABLES, {"Blocks": []})
    assert failure(child, answering).reason is DocumentReason.NO_TABLE_FOUND


def test_a_refused_image_has_its_reason(child: PageChild, answering: Answering) -> None:
    failed = failure(child, answering.fail("BadDocumentException"))
    assert failed.reason is DocumentReason.CORRUPT_FILE
    assert not failed.message.startswith("Page 1")


def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("batchbell.adapters.textract.engine.PAGES_AT_ONCE", 1)


def test_a_page_that_fails_for_good_fails_all_of_it_by_number(
    child: PageChild, answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_at_a_time(monkeypatch)
    answering.give(Operation.EXPENSE, LINES).fail("DocumentTooLargeException")
    failed = failure(child, answering, frames(4))
    assert failed.reason is DocumentReason.TOO_LARGE
    assert failed.message.startswith("Page 2 of 4: ")
    assert len(answering.requests) == 2  # pages 3 and 4 cost nothing


def test_pages_that_fail_for_other_reasons_are_an_engine_error(
    child: PageChild, answering: Answering
) -> None:
    answering.fail("BadDocumentException").fail("DocumentTooLargeException")
    slow = answering.asking(sleep=lambda _: time.sleep(0.5))  # both are begun before either fails
    with pytest.raises(DocumentFailed) as failed:
        TextractEngine(child, slow).read(frames(2), ALL, timeout_ms=60_000)
    assert failed.value.reason is DocumentReason.ENGINE_ERROR
    assert failed.value.message.startswith("Pages 1, 2 of 2: ")


def test_a_throttled_page_puts_the_document_off(
    child: PageChild, answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_at_a_time(monkeypatch)
    answering.give(Operation.EXPENSE, LINES)
    for _ in range(TRIES):
        answering.fail("ProvisionedThroughputExceededException")
    with pytest.raises(Unavailable):
        read(child, answering, frames(3))
    answering.over()


def test_a_failure_for_good_counts_more_than_one_for_now(
    child: PageChild, answering: Answering
) -> None:
    answering.fail("AccessDeniedException").fail("BadDocumentException")
    slow = answering.asking(sleep=lambda _: time.sleep(0.5))
    with pytest.raises(DocumentFailed):
        TextractEngine(child, slow).read(frames(2), ALL, timeout_ms=60_000)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 word/", DocumentReason.UNSUPPORTED_FILE_TYPE),
        (frames(6), DocumentReason.TOO_MANY_PAGES),
        (bomb(1_000), DocumentReason.TOO_LARGE),
        (b"%PDF-1.4\n%%EOF", DocumentReason.CORRUPT_FILE),
    ],
)
def test_what_cannot_be_read_is_not_sent(
    child: PageChild, answering: Answering, content: bytes, reason: DocumentReason
) -> None:
    assert failure(child, answering, content).reason is reason
    assert answering.requests == []


def test_without_time_nothing_is_sent(child: PageChild, answering: Answering) -> None:
    with pytest.raises(DocumentFailed) as failed:
        read(child, answering, timeout_ms=0)
    assert failed.value.reason is DocumentReason.TIMEOUT
    assert answering.requests == []


def test_a_document_after_one_that_took_too_long_has_a_new_child(answering: Answering) -> None:
    one = PageChild(DocumentLimits())
    answering.give(Operation.EXPENSE, LINES, LINES)
    read(one, answering)
    before = set(children())
    with pytest.raises(DocumentFailed) as failed:
        read(one, answering, encoded(receipt(6_000, 6_000), "TIFF"), timeout_ms=100)
    assert failed.value.reason is DocumentReason.TIMEOUT
    assert read(one, answering).pages == 1
    assert set(children()) - before
    one.close()


def test_a_child_that_does_not_start_is_an_engine_error(answering: Answering) -> None:
    never = PageChild(DocumentLimits(), start_seconds=0)
    assert failure(never, answering).reason is DocumentReason.ENGINE_ERROR
    never.close()
