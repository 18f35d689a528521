"""Are photographs and scans read: their words, whichever way up, and their line items?"""

from pathlib import Path

import pytest
from PIL import Image

from batchbell.domain.document import DocumentLimits, Field
from batchbell.engines.document.eyes import Eyes
from batchbell.engines.document.read import read_document
from tests.engines.document.models import MODELS, needs_models
from tests.engines.document.photos import RECEIPT, encoded, receipt, ruled, with_orientation

pytestmark = [needs_models, pytest.mark.slow]
ITEMS = [list(texts) for texts in RECEIPT[4:7]]
KEYS = ["item", "quantity", "price", "amount"]


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes(MODELS)


def rows(data: bytes, eyes: Eyes, *names: str) -> list[dict[str, str | None]]:
    fields = [Field(name) for name in names]
    return [dict(row) for row in read_document(data, fields, DocumentLimits(), eyes).rows]


def expected() -> list[dict[str, str | None]]:
    return [dict(zip(KEYS, item, strict=True)) for item in ITEMS]


def test_a_photograph_gives_its_line_items(eyes: Eyes) -> None:
    assert rows(encoded(receipt(), "JPEG"), eyes, *KEYS) == expected()


def test_a_photograph_gives_what_is_said_once(eyes: Eyes) -> None:
    assert rows(encoded(receipt(), "PNG"), eyes, "merchant", "date", "total") == [
        {"merchant": "Corner Bakery Ltd.", "date": "14/03/2025", "total": "17.20"}
    ]


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_photograph_is_read_whichever_way_up(eyes: Eyes, degrees: int) -> None:
    turned = receipt().rotate(degrees, expand=True)
    assert rows(encoded(turned, "JPEG"), eyes, *KEYS) == expected()


def test_a_photograph_that_says_how_it_was_held_is_read(eyes: Eyes) -> None:
    held = receipt().rotate(90, expand=True)
    assert rows(with_orientation(held, 6), eyes, *KEYS) == expected()


def test_a_photograph_that_is_a_little_askew_is_read(eyes: Eyes) -> None:
    askew = receipt().rotate(1.5, Image.Resampling.BICUBIC, fillcolor="white")
    assert rows(encoded(askew, "JPEG"), eyes, *KEYS) == expected()


@pytest.mark.parametrize("degrees", [0, 2, -4])
def test_the_lines_of_a_table_are_seen(eyes: Eyes, degrees: float) -> None:
    picture = ruled().rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    assert rows(encoded(picture, "PNG"), eyes) == [
        {"Article": "Oak shelf, oiled", "Pieces": "2", "Value": "69.00"},
        {"Article": "Hinge", "Pieces": "12", "Value": "15.00"},
    ]


def test_a_photograph_of_forty_megapixels_is_read(eyes: Eyes) -> None:
    large = receipt().resize((5_660, 7_075), Image.Resampling.BILINEAR)
    assert rows(encoded(large, "JPEG"), eyes, *KEYS) == expected()


def test_a_scan_in_a_pdf_is_read(eyes: Eyes) -> None:
    assert rows(encoded(receipt(), "PDF", resolution=100.0), eyes, *KEYS) == expected()


def test_every_page_of_a_scan_is_read(eyes: Eyes) -> None:
    pages = encoded(receipt(), "TIFF", save_all=True, append_images=[receipt()])
    read = read_document(pages, [], DocumentLimits(), eyes)
    assert read.pages == 2
    assert {evidence.page for evidence in read.evidence} == {1, 2}


def test_evidence_is_as_sure_as_the_words_were(eyes: Eyes) -> None:
    read = read_document(encoded(receipt(), "PNG"), [], DocumentLimits(), eyes)
    assert all(0.5 < evidence.confidence <= 1 for evidence in read.evidence)


def test_an_empty_sheet_has_no_words(eyes: Eyes) -> None:
    page = eyes.read(Image.new("RGB", (600, 800), "white"), 1)
    assert page.words == ()


def test_models_are_read_and_nothing_is_written(eyes: Eyes) -> None:
    before = sorted(Path(MODELS).iterdir())
    eyes.read(receipt(), 1)
    assert sorted(Path(MODELS).iterdir()) == before
