"""Does the worker live, whatever a document does to the process that reads it?"""

import time
from collections.abc import Iterator

import pytest

from batchbell.adapters.document_reader import ChildDocumentReader
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed, Unavailable
from local.paper import A4, Sheet, bomb, of_contents, pdf
from tests.adapters.distilling import children
from tests.engines.document.models import MODELS, needs_models
from tests.engines.document.papers import ITEMS, KEYS, as_fields, invoice
from tests.engines.document.photos import encoded, receipt

LIMITS = DocumentLimits(inflated_bytes=9_000_000)
GOOD = invoice(ruled=True)
FIELDS = DocumentFields(tuple(Field(key) for key in KEYS))
ALL = DocumentFields()
# Half a million texts, one beside the other.
ENDLESS = of_contents(
    [b"BT /F1 4 Tf 10 10 Td " + b"(a) Tj 3 1 Td " * 500_000 + b"ET"], (Sheet(*A4),)
)


@pytest.fixture
def reader() -> Iterator[ChildDocumentReader]:
    one = ChildDocumentReader(None, LIMITS)
    yield one
    one.close()
    assert children() == []


def good(reader: ChildDocumentReader) -> DocumentRead:
    return reader.read(GOOD, FIELDS, timeout_ms=30_000)


def reason(reader: ChildDocumentReader, data: bytes, timeout_ms: int = 30_000) -> DocumentReason:
    with pytest.raises(DocumentFailed) as failed:
        reader.read(data, ALL, timeout_ms=timeout_ms)
    return failed.value.reason


def test_a_document_is_read(reader: ChildDocumentReader) -> None:
    read = good(reader)
    assert list(read.rows) == as_fields(ITEMS)
    assert (read.pages, len(read.evidence), read.evidence[0].page) == (1, 3, 1)


def test_a_failure_comes_back_as_it_was_and_the_child_stays(reader: ChildDocumentReader) -> None:
    good(reader)
    before = children()
    assert reason(reader, b"GIF89a") is DocumentReason.UNSUPPORTED_FILE_TYPE
    assert children() == before


def test_what_takes_too_long_is_killed_and_the_next_gets_a_new_child(
    reader: ChildDocumentReader,
) -> None:
    """D1, D3, D7."""
    good(reader)
    before = children()
    began = time.monotonic()
    assert reason(reader, ENDLESS, timeout_ms=500) is DocumentReason.TIMEOUT
    assert time.monotonic() - began < 3
    assert good(reader).pages == 1
    assert children() != before


def test_what_unpacks_beyond_the_memory_is_too_large() -> None:
    """Past the budget of inflated bytes, which another limit would have stopped."""
    limits = DocumentLimits(inflated_bytes=4_000_000_000)
    reader = ChildDocumentReader(None, limits, memory_mb=400)
    try:
        assert reason(reader, bomb(500)) is DocumentReason.TOO_LARGE
        assert good(reader).pages == 1
    finally:
        reader.close()


def test_a_child_that_cannot_start_is_no_answer() -> None:
    """Nor the fault of the document, which is tried again."""
    reader = ChildDocumentReader(None, start_seconds=0)
    with pytest.raises(Unavailable):
        good(reader)
    assert children() == []


def test_a_child_is_spent_after_so_many_documents() -> None:
    """D5."""
    reader = ChildDocumentReader(None, documents_per_child=2)
    good(reader)
    first = children()
    good(reader)
    assert children() == []
    good(reader)
    assert children() != first
    reader.close()


@pytest.mark.slow
def test_hostile_files_one_after_another_never_end_the_worker(
    reader: ChildDocumentReader,
) -> None:
    """D7."""
    for _ in range(5):
        assert reason(reader, ENDLESS, timeout_ms=300) is DocumentReason.TIMEOUT
        assert reason(reader, bomb(30)) is DocumentReason.TOO_LARGE
        assert reason(reader, b"%PDF-1.4") is DocumentReason.CORRUPT_FILE
        assert reason(reader, pdf(*[Sheet()] * 51)) is DocumentReason.TOO_MANY_PAGES
        assert list(good(reader).rows) == as_fields(ITEMS)
        assert len(children()) == 1


@needs_models
@pytest.mark.slow
def test_a_picture_is_read_within_the_memory_and_without_a_network() -> None:
    reader = ChildDocumentReader(MODELS)
    try:
        data = encoded(receipt(5_660, 7_075), "JPEG")
        read = reader.read(data, DocumentFields((Field("total"),)), timeout_ms=120_000)
        assert list(read.rows) == [{"total": "17.20"}]
    finally:
        reader.close()
