"""Does every file that is broken, locked, huge or something else fail with its own reason?"""

import time

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.inflated import inflates_beyond
from local.paper import A4, Sheet, bomb, of_contents, of_objects, pdf
from tests.engines.document.papers import invoice, statement
from tests.engines.document.reading import read, reason

ENCRYPT = (
    "/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -44"
    f" /O <{'11' * 32}> /U <{'22' * 32}> >> /ID [<{'33' * 16}> <{'33' * 16}>]"
)
LOOP = of_objects(
    [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [2 0 R] /Count 3 /Parent 2 0 R >>",
    ]
)
NO_PAGES = of_objects(
    [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"]
)
BROKEN = {
    "only a head": b"%PDF-1.4\n",
    "cut short": invoice(ruled=True)[:300],
    "noise": b"%PDF-1.7\n" + bytes(range(256)) * 40,
    "a loop of pages": LOOP,
    "no pages": NO_PAGES,
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_broken_pdf_is_corrupt(data: bytes) -> None:
    """D7."""
    assert reason(data) is DocumentReason.CORRUPT_FILE


def test_a_locked_pdf_says_so() -> None:
    assert reason(pdf(Sheet().text(40, 40, "secret"), trailer=ENCRYPT)) is (
        DocumentReason.ENCRYPTED_PDF
    )


def test_fifty_pages_are_read() -> None:
    assert read(statement(50, rows=3)).pages == 50


def test_fifty_one_pages_are_too_many() -> None:
    """D3."""
    assert reason(statement(51, rows=3)) is DocumentReason.TOO_MANY_PAGES


def test_too_many_bytes_are_too_large() -> None:
    assert reason(invoice(ruled=True), limits=DocumentLimits(bytes=100)) is DocumentReason.TOO_LARGE


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_a_bomb_is_too_large_in_no_time(layers: int) -> None:
    """D9."""
    data = bomb(30, layers)
    assert len(data) < 60_000
    began = time.process_time()
    limits = DocumentLimits(inflated_bytes=20_000_000)
    assert reason(data, limits=limits) is DocumentReason.TOO_LARGE
    assert time.process_time() - began < 10


def test_filters_without_end_are_too_large() -> None:
    assert inflates_beyond(bomb(1, 5), 20_000_000)


HIDDEN = {
    "escaped": (b"/FlateDecode", b"/Fl#61teDecode"),
    "far away": (b"/Filter", b"/Note (" + b"x" * 4_000 + b") /Filter"),
    "elsewhere": (b"/Filter [/FlateDecode]", b"/Filter 9 0 R"),
    "after a return": (b"stream\n", b"stream\r"),
    "after blanks": (b"stream\n", b"stream   \r\n"),
}


@pytest.mark.parametrize(("found", "put"), HIDDEN.values(), ids=HIDDEN)
def test_a_bomb_whose_filter_is_spelt_oddly_is_one(found: bytes, put: bytes) -> None:
    data = bomb(30).replace(found, put, 1)
    assert put in data
    assert inflates_beyond(data, 20_000_000)


def test_what_unpacks_to_little_is_none() -> None:
    assert not inflates_beyond(bomb(1), 2_000_000)


def test_a_huge_sheet_is_read() -> None:
    """Its text counts, not its size."""
    sheet = Sheet(width=200_000, height=200_000)
    for n, texts in enumerate((["Town", "Sum"], ["Oban", "1"], ["Wick", "2"], ["Tain", "3"])):
        sheet.row(200 + 20 * n, [40, 140], texts)
    assert len(read(pdf(sheet)).rows) == 3


def test_a_page_without_anything_is_no_table() -> None:
    assert reason(pdf(Sheet())) is DocumentReason.NO_TABLE_FOUND


def test_a_page_that_is_cropped_to_nothing_shows_nothing() -> None:
    drawn = pdf(Sheet().line(10, 10, 90, 90))
    cropped = drawn.replace(b"/MediaBox", b"/CropBox [5000 5000 6000 6000] /MediaBox")
    assert reason(cropped) is DocumentReason.NO_TABLE_FOUND


def test_a_scan_needs_eyes() -> None:
    assert reason(pdf(Sheet().line(10, 10, 90, 90))) is DocumentReason.ENGINE_ERROR


def test_a_page_of_very_many_lines_ends() -> None:
    """A drawing: 40,000 strokes that cross."""
    strokes = b"".join(b"%d 0 m %d 800 l S 0 %d m 500 %d l S " % (n, n, n, n) for n in range(500))
    began = time.process_time()
    content = strokes * 40 + b"BT /F1 9 Tf 40 40 Td (a map of the harbour) Tj ET"
    assert reason(of_contents([content], (Sheet(*A4),)))
    assert time.process_time() - began < 20


def test_long_headers_over_many_rows_are_too_large() -> None:
    """A file of 100 KB, and an answer of 8 MB: each row says all of them again."""
    sheet = Sheet(width=200_000, height=14_000)
    places = [40.0, 80_000.0]
    sheet.row(40, places, ["Amount" + "x" * 10_000, "Price" + "x" * 10_000])
    for n in range(400):
        sheet.row(60 + 14 * n, places, [f"{n}.50", f"{n}.75"])
    data = pdf(sheet)
    assert len(data) < 100_000
    assert reason(data) is DocumentReason.TOO_LARGE


OTHERS = {
    b"": "an empty file",
    b"Dear Sir or Madam": "plain text",
    b"PK\x03\x04" + b"\0" * 26 + b"xl/workbook.xml": "an Excel workbook (xlsx)",
    b"\x7fELF\0\0": "a file of an unknown type",
}


@pytest.mark.parametrize(("data", "found"), OTHERS.items(), ids=OTHERS.values())
def test_what_is_none_of_the_types_is_named(data: bytes, found: str) -> None:
    with pytest.raises(DocumentFailed) as failed:
        read(data)
    assert failed.value.reason is DocumentReason.UNSUPPORTED_FILE_TYPE
    assert failed.value.message.startswith(f"This is {found}.")
