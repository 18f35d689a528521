"""Is a file told by its bytes?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.document import FileType
from batchbell.domain.file_type import file_type, found

KNOWN: list[tuple[bytes, FileType]] = [
    (b"%PDF-1.4\n", FileType.PDF),
    (b"\n\n  %PDF-2.0", FileType.PDF),
    (b"x" * 1_019 + b"%PDF-", FileType.PDF),
    (b"<?php junk ?>%PDF-1.4", FileType.PDF),
    (b"\x89PNG\r\n\x1a\n", FileType.PNG),
    (b"\xff\xd8\xff\xdb", FileType.JPEG),
    (b"\xff\xd8\xff\xe1", FileType.JPEG),
    (b"II*\x00", FileType.TIFF),
    (b"MM\x00*", FileType.TIFF),
    (b"RIFF\x00\x00\x00\x00WEBP", FileType.WEBP),
]
OTHERS: list[tuple[bytes, str]] = [
    (b"", "an empty file"),
    (b"\x00\x00\x00\x1cftypheic", "a HEIC image"),
    (b"\x00\x00\x00\x1cftypmif1", "a HEIC image"),
    (b"\x00\x00\x00\x1cftypavif", "an AVIF image"),
    (b"\x00\x00\x00\x1cftypisom", "a video or sound file"),
    (b"PK\x03\x04....word/document.xml", "a Word document (docx)"),
    (b"PK\x03\x04....xl/workbook.xml", "an Excel workbook (xlsx)"),
    (b"PK\x03\x04....ppt/slides", "a PowerPoint presentation (pptx)"),
    (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument file"),
    (b"PK\x03\x04mimetypeapplication/epub+zip", "an EPUB book"),
    (b"PK\x03\x04....a.pdf%PDF-1.4", "a ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1", "an Office document of an old format (doc, xls, ppt, msg)"),
    (b"GIF87a", "a GIF image"),
    (b"BM\x00\x00", "a BMP image"),
    (b"II+\x00", "a BigTIFF image"),
    (b"RIFF\x00\x00\x00\x00WAVE", "a sound or video file"),
    (b"RIFF", "a sound or video file"),
    (b"{\\rtf1", "a rich text document (RTF)"),
    (b"%!PS-Adobe-3.0", "a PostScript document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xef\xbb\xbf \n<!DOCTYPE HTML>", "an HTML page"),
    (b"<html lang='en'>", "an HTML page"),
    (b"<svg xmlns='x'/>", "an SVG image"),
    (b"<?xml version='1.0'?>\n<!-- a -->\n<svg/>", "an SVG image"),
    (b"<?xml version='1.0'?><a/>", "an XML document"),
    (b'{"a": 1}', "JSON or other text"),
    (b"merchant;total\r\n", "plain text"),
    ("für 9,90 €".encode(), "plain text"),
    (b"a" + "é".encode() * 2_000, "plain text"),
    (b"f\xfcr", "a file of an unknown type"),
    (b"x" * 1_020 + b"%PDF-", "plain text"),
    (b"\x00\x01\x02", "a file of an unknown type"),
    (b"\x89PNG\r\n", "a file of an unknown type"),
    (b"\xff\xd8", "a file of an unknown type"),
]


@pytest.mark.parametrize(("content", "known"), KNOWN)
def test_a_document_is_of_one_of_five_types(content: bytes, known: FileType) -> None:
    assert file_type(content) is known


@pytest.mark.parametrize(("content", "what"), OTHERS)
def test_anything_else_is_named(content: bytes, what: str) -> None:
    assert file_type(content) is None
    assert found(content) == what


@given(st.binary(max_size=2_000))
def test_any_bytes_have_a_name(content: bytes) -> None:
    assert file_type(content) is not None or found(content)


@given(st.sampled_from([content for content, _ in KNOWN]), st.binary(max_size=500))
def test_what_follows_does_not_matter(start: bytes, rest: bytes) -> None:
    assert file_type(start + rest) == file_type(start)
