"""What is a file, told by its bytes?

A document is of one of five types (`FileType`); anything else is named for its sender. Names and
declared types are never asked: clients label everything a JPEG.
"""

import codecs
import re
from collections.abc import Mapping

from batchbell.domain.document import FileType

PDF_WITHIN = 1_024
"""Bytes in which a PDF's header stands: readers of PDF look for it that far."""
_TEXT_BYTES = 1_024
_ZIP_BYTES = 65_536
"""How far the names in an archive are looked for."""

_DOCUMENTS: Mapping[bytes, FileType] = {
    b"%PDF-": FileType.PDF,
    b"\x89PNG\r\n\x1a\n": FileType.PNG,
    b"\xff\xd8\xff": FileType.JPEG,
    b"II*\x00": FileType.TIFF,
    b"MM\x00*": FileType.TIFF,
}
_OTHERS: Mapping[bytes, str] = {
    b"GIF8": "a GIF image",
    b"BM": "a BMP image",
    b"\x00\x00\x00\x0cjP  ": "a JPEG 2000 image",
    b"\x00\x00\x00\x0cJXL ": "a JPEG XL image",
    b"\xff\x0a": "a JPEG XL image",
    b"II+\x00": "a BigTIFF image",
    b"MM\x00+": "a BigTIFF image",
    b"8BPS": "a Photoshop image",
    b"RIFF": "a sound or video file",
    b"\xd0\xcf\x11\xe0": "an Office document of an old format (doc, xls, ppt, msg)",
    b"{\\rtf": "a rich text document (RTF)",
    b"%!PS": "a PostScript document",
    b"PK\x05\x06": "an empty ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a RAR archive",
}
_ARCHIVES: Mapping[bytes, str] = {
    b"word/": "a Word document (docx)",
    b"xl/": "an Excel workbook (xlsx)",
    b"ppt/": "a PowerPoint presentation (pptx)",
    b"opendocument": "an OpenDocument file",
    b"epub+zip": "an EPUB book",
}
_BRANDS: Mapping[bytes, str] = {
    **dict.fromkeys(
        (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"), "a HEIC image"
    ),
    b"avif": "an AVIF image",
}
_MARKUP: Mapping[str, str] = {
    r"<!doctype html|<html|<head|<body": "an HTML page",
    r"<svg|<\?xml[^>]*>\s*(<!--.*?-->\s*)?(<!doctype svg|<svg)": "an SVG image",
    r"<\?xml": "an XML document",
    r"[\[{]": "JSON or other text",
}


def file_type(content: bytes) -> FileType | None:
    """The type of a document; None: it is none of the five."""
    for start, known in _DOCUMENTS.items():
        if content.startswith(start):
            return known
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return FileType.WEBP
    if _other(content) is None and b"%PDF-" in content[:PDF_WITHIN]:
        return FileType.PDF
    return None


def found(content: bytes) -> str:
    """What a file is that is no document, in words for a person: as in "a GIF image"."""
    if not content:
        return "an empty file"
    return _other(content) or _text(content) or "a file of an unknown type"


def _other(content: bytes) -> str | None:
    """What is named by how it starts."""
    if content[4:8] == b"ftyp":
        return _BRANDS.get(content[8:12], "a video or sound file")
    if content.startswith(b"PK\x03\x04"):
        names = content[:_ZIP_BYTES]
        return next((what for name, what in _ARCHIVES.items() if name in names), "a ZIP archive")
    return next((what for start, what in _OTHERS.items() if content.startswith(start)), None)


def _text(content: bytes) -> str | None:
    text = content[:_TEXT_BYTES].decode("utf-8", "ignore").lstrip("\ufeff \t\r\n").lower()
    for pattern, what in _MARKUP.items():
        if re.match(pattern, text, re.DOTALL):
            return what
    readable = all(character.isprintable() or character in "\t\r\n\f" for character in text)
    return "plain text" if readable and _is_utf8(content[:_TEXT_BYTES]) else None


def _is_utf8(start: bytes) -> bool:
    """A character may be cut off at the end."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True
