"""Does everything come through the pipe as it was sent?"""

from collections.abc import Callable

import pytest

from batchbell.contracts.textract_pipe import (
    AnsweredPage,
    Picture,
    failure_frame,
    open_frames,
    pages_frame,
    pages_in,
    picture_frame,
    picture_in,
    read_frames,
    read_head,
    read_pages,
    rows_frame,
    rows_in,
    show_frames,
)
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Evidence, Field
from batchbell.domain.errors import DocumentFailed

READ = DocumentRead(
    rows=({"a": "é", "b": None},), pages=2, evidence=(Evidence(2, (0.1, 0.2, 0.3, 0.4), 0.9),)
)


def test_a_document_is_opened_within_its_limits() -> None:
    limits = DocumentLimits(bytes=1, pages=2, inflated_bytes=3, pixels=4)
    frame, data = open_frames(b"%PDF", limits, 7)
    head = read_head(frame)
    assert (head.do, head.limits, head.cpu_seconds, data) == ("open", limits, 7, b"%PDF")


def test_a_page_is_asked_for() -> None:
    frame, _ = show_frames(3, 7)
    assert (read_head(frame).do, read_head(frame).page) == ("show", 3)


def test_answers_are_sent_with_the_fields() -> None:
    pages = [
        AnsweredPage(number=1, width=2, height=3, expense={"ExpenseDocuments": []}),
        AnsweredPage(number=2, width=4, height=5, expense={}, tables={"Blocks": [{"Id": "é"}]}),
    ]
    fields = (Field("a", "what it is"), Field("b"))
    frame, body = read_frames(pages, fields, 7)
    assert (read_head(frame).do, read_head(frame).fields) == ("read", fields)
    assert read_pages(body) == pages


def test_a_picture_comes_back_whatever_its_bytes() -> None:
    picture = Picture(b"\n{\n\x00", 800, 600)
    assert picture_in(picture_frame(picture)) == picture


def test_a_count_comes_back() -> None:
    assert pages_in(pages_frame(12)) == 12


@pytest.mark.parametrize("read", [READ, None])
def test_rows_come_back_or_that_tables_are_wanted(read: DocumentRead | None) -> None:
    assert rows_in(rows_frame(read)) == read


@pytest.mark.parametrize("asked", [pages_in, picture_in, rows_in])
def test_a_failure_comes_back_in_place_of_anything(asked: Callable[[bytes], object]) -> None:
    failure = DocumentFailed(DocumentReason.ENCRYPTED_PDF, "Remove the password.")
    with pytest.raises(DocumentFailed) as failed:
        asked(failure_frame(failure))
    assert (failed.value.reason, failed.value.message) == (failure.reason, failure.message)
