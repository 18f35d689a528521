"""Of which type is a file, by its bytes?"""

from enum import StrEnum

from batchbell.domain.codes import DocumentReason
from batchbell.domain.errors import DocumentFailed

_PDF_WITHIN = 1024
_HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


class FileType(StrEnum):
    """What can be read."""

    PDF = "PDF"
    PNG = "PNG"
    JPEG = "JPEG"
    TIFF = "TIFF"
    WEBP = "WEBP"


_STARTS = (
    (b"\x89PNG\r\n\x1a\n", FileType.PNG),
    (b"\xff\xd8\xff", FileType.JPEG),
    (b"II*\0", FileType.TIFF),
    (b"MM\0*", FileType.TIFF),
    (b"II+\0", FileType.TIFF),
    (b"MM\0+", FileType.TIFF),
)
# What is often sent instead, and what its sender calls it.
_OTHERS = (
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"GIF8", "a GIF image"),
    (b"BM", "a BMP image"),
    (b"%!PS", "a PostScript file"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\0\0\0\x0cjP  ", "a JPEG 2000 image"),
)
_OFFICE = ((b"word/", "a Word document"), (b"xl/", "an Excel workbook"), (b"ppt/", "a PowerPoint"))


def type_of(data: bytes) -> FileType:
    """Raises DocumentFailed that names what was found; no other part of a name or header counts."""
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return FileType.PDF
    for start, found in _STARTS:
        if data.startswith(start):
            return found
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return FileType.WEBP
    raise DocumentFailed(
        DocumentReason.UNSUPPORTED_FILE_TYPE,
        f"This is {_other(data)}. Send a PDF, PNG, JPEG, TIFF or WEBP file.",
    )


def _other(data: bytes) -> str:
    if not data:
        return "an empty file"
    if data[4:8] == b"ftyp":
        return "a HEIC image" if data[8:12] in _HEIC_BRANDS else "a video or AVIF image"
    if data.startswith(b"PK\x03\x04"):
        return next((name for part, name in _OFFICE if part in data), _OTHERS[0][1])
    found = next((name for start, name in _OTHERS if data.startswith(start)), None)
    return found or _of_text(data[:_PDF_WITHIN].lstrip(b"\xef\xbb\xbf \t\r\n").lower())


def _of_text(start: bytes) -> str:
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return "an HTML page"
    if start.startswith(b"<svg"):
        return "an SVG image"
    if start.startswith(b"<?xml"):
        return "an XML file"
    return "of no known type" if b"\0" in start or not _is_text(start) else "a text file"


def _is_text(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(start) - 4  # cut in the middle of a letter
    return True
