"""What do the largest documents that are taken cost: peak memory of the child, and seconds?"""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from batchbell.adapters.document_reader import MEMORY_MB, ChildDocumentReader
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed
from tests.adapters.distilling import children
from tests.engines.document.models import MODELS, needs_models
from tests.engines.document.papers import KEYS, statement
from tests.engines.document.photos import encoded, receipt

pytestmark = pytest.mark.slow

MEGAPIXELS = 40
FIELDS = DocumentFields(tuple(Field(key) for key in KEYS))
TIMEOUT_MS = 120_000
_MOST_MB = 1_000
"""Of the child, for any of them."""


@pytest.fixture
def reader() -> Iterator[ChildDocumentReader]:
    one = ChildDocumentReader(MODELS)
    yield one
    one.close()


def peak_mb() -> int:
    """Of the child, so far: what the kernel would tell as its ru_maxrss when it ends."""
    (child,) = children()
    status = Path(f"/proc/{child}/status").read_text()
    (found,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found) // 1024


def measured(
    capsys: pytest.CaptureFixture[str], reader: ChildDocumentReader, name: str, content: bytes
) -> DocumentRead:
    """What was read, once it has been printed what that took in a child that was new."""
    began = time.monotonic()
    read = reader.read(content, FIELDS, timeout_ms=TIMEOUT_MS)
    seconds = time.monotonic() - began
    with capsys.disabled():
        told = f"{len(content):,} bytes, {peak_mb()} MB, {seconds:.1f} s"
        print(f"\n{name}: {told}")  # noqa: T201 - the figures are asked for
    assert peak_mb() < _MOST_MB < MEMORY_MB
    return read


@needs_models
def test_fifty_pages(capsys: pytest.CaptureFixture[str], reader: ChildDocumentReader) -> None:
    """D3."""
    read = measured(capsys, reader, "50 pages of text", statement(50, rows=40))
    assert (read.pages, len(read.rows)) == (50, 2_000)


@needs_models
def test_one_page_more(reader: ChildDocumentReader) -> None:
    with pytest.raises(DocumentFailed) as failed:
        reader.read(statement(51, rows=40), FIELDS, timeout_ms=TIMEOUT_MS)
    assert failed.value.reason is DocumentReason.TOO_MANY_PAGES


@needs_models
def test_forty_megapixels(capsys: pytest.CaptureFixture[str], reader: ChildDocumentReader) -> None:
    photo = receipt().resize((5_660, 7_075), Image.Resampling.BILINEAR)
    assert photo.width * photo.height >= MEGAPIXELS * 1_000_000
    read = measured(capsys, reader, "a photo of 40 megapixels", encoded(photo, "JPEG"))
    assert len(read.rows) == 3
    assert [row["amount"] for row in read.rows] == ["6.80", "7.80", "2.60"]
