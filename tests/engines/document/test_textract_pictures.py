"""Which pictures are made for Textract of a document's pages?"""

from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from batchbell.contracts.textract_pipe import Picture
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document import textract_pictures
from batchbell.engines.document.textract_pictures import MOST_SIDE, open_document
from local.paper import of_objects
from tests.engines.document.papers import statement
from tests.engines.document.photos import encoded, frames, receipt, with_orientation


@pytest.fixture
def until() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def pictures(data: bytes, until: ExitStack) -> list[Picture]:
    opened = open_document(data, DocumentLimits(), until)
    return [opened.show(page) for page in range(1, opened.pages + 1)]


def shown(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.content), formats=["PNG", "JPEG"])
    assert image.size == (picture.width, picture.height)
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_an_image_that_textract_takes_is_sent_as_it_is(kind: str, until: ExitStack) -> None:
    data = encoded(receipt(), kind)
    [picture] = pictures(data, until)
    assert picture == Picture(data, 800, 1000)


@pytest.mark.parametrize("kind", ["WEBP", "TIFF"])
def test_others_are_converted(kind: str, until: ExitStack) -> None:
    [picture] = pictures(encoded(receipt(), kind), until)
    assert shown(picture).format == "PNG"


def test_every_page_of_a_tiff_is_a_picture(until: ExitStack) -> None:
    assert len(pictures(frames(3), until)) == 3


def test_every_page_of_a_pdf_is_a_picture_at_200_dots_an_inch(until: ExitStack) -> None:
    found = pictures(statement(2), until)
    assert [(one.width, one.height) for one in found] == [(1653, 2339)] * 2
    assert np.asarray(shown(found[1]).convert("L")).min() < 50  # something is printed on it


def test_an_image_on_its_side_is_sent_upright(until: ExitStack) -> None:
    [picture] = pictures(with_orientation(receipt(), 6), until)
    assert (picture.width, picture.height) == (1000, 800)


@pytest.mark.parametrize(("mode", "kind"), [("CMYK", "JPEG"), ("RGBA", "PNG"), ("I;16", "PNG")])
def test_colours_that_are_read_otherwise_are_converted(
    mode: str, kind: str, until: ExitStack
) -> None:
    [picture] = pictures(encoded(Image.new(mode, (100, 80)), kind), until)
    assert shown(picture).mode == "RGB"


def test_a_picture_with_too_long_a_side_is_made_smaller(until: ExitStack) -> None:
    [picture] = pictures(encoded(Image.new("L", (MOST_SIDE + 500, 60)), "PNG"), until)
    assert shown(picture).width == MOST_SIDE


def test_a_picture_of_too_many_bytes_loses_some_detail(
    until: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 300, 3), dtype=np.uint8)
    data = encoded(Image.fromarray(noise), "PNG")
    monkeypatch.setattr(textract_pictures, "MOST_BYTES", len(data) - 1)
    [picture] = pictures(data, until)
    assert shown(picture).format == "JPEG"
    assert len(picture.content) < len(data)


@pytest.mark.parametrize(
    ("data", "limits", "reason"),
    [
        (b"", DocumentLimits(), DocumentReason.UNSUPPORTED_FILE_TYPE),
        (b"%PDF-1.7 and no more", DocumentLimits(), DocumentReason.CORRUPT_FILE),
        (b"\x89PNG\r\n\x1a\n and no more", DocumentLimits(), DocumentReason.CORRUPT_FILE),
        (statement(3), DocumentLimits(pages=2), DocumentReason.TOO_MANY_PAGES),
        (statement(1), DocumentLimits(bytes=10), DocumentReason.TOO_LARGE),
        (encoded(receipt(), "PNG"), DocumentLimits(pixels=799_999), DocumentReason.TOO_LARGE),
    ],
)
def test_what_cannot_be_sent_is_the_documents_failure(
    data: bytes, limits: DocumentLimits, reason: DocumentReason, until: ExitStack
) -> None:
    with pytest.raises(DocumentFailed) as failed:
        open_document(data, limits, until)
    assert failed.value.reason is reason


def test_a_page_that_is_not_there_is_a_damaged_file(until: ExitStack) -> None:
    loop = b"<< /Type /Pages /Kids [2 0 R] /Count 3 /Parent 2 0 R >>"
    data = of_objects([b"<< /Type /Catalog /Pages 2 0 R >>", loop])
    with pytest.raises(DocumentFailed) as failed:
        pictures(data, until)
    assert failed.value.reason is DocumentReason.CORRUPT_FILE
