"""What kind of document is a body: a page, plain text, or something that is not for reading?

The declared type decides, unless the bytes contradict it or nothing usable is declared.
"""

import re
from enum import StrEnum

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

_HEAD = 1024
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_XML_TYPES = frozenset({"text/xml", "application/xml"})
_TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/x-markdown"})
_UNTOLD = frozenset({"", "application/octet-stream", "binary/octet-stream", "*/*"})
_PICTURES = frozenset({"image/svg+xml"})
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_MARKS = (b"\xef\xbb\xbf", *_WIDE)
_FILES = (
    b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"PK\x03\x04", b"\x1f\x8b",
    b"7z\xbc\xaf", b"Rar!\x1a", b"\x7fELF", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
# Bytes that no text in any common encoding holds (ESC is ISO-2022-JP's).
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_TAG = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|script|style|link|table|div|p|h[1-6]|a|b|br"
    rb"|ul|ol|article|main|section|span|font|iframe)\b",
    re.IGNORECASE,
)


class PageKind(StrEnum):
    """How a body is read."""

    HTML = "html"
    XML = "xml"
    TEXT = "text"
    OTHER = "other"


def kind_of(content_type: str, body: bytes) -> PageKind:
    """`content_type` is the header as sent, or empty; only the head of `body` is looked at."""
    declared = content_type.partition(";")[0].strip().lower()
    head = body[:_HEAD]
    if _is_a_file(head):
        return PageKind.OTHER
    if declared in _UNTOLD or "/" not in declared:
        return _sniffed(head)
    return _declared_kind(declared)


def not_a_page() -> PageFailed:
    """What a row says for PageKind.OTHER."""
    return PageFailed(
        ErrorCode.SCRAPE_UNSUPPORTED_FILE,
        "The URL leads to a file that is not a page of text. Submit an HTML or text page.",
    )


def _declared_kind(declared: str) -> PageKind:
    if declared in _HTML_TYPES:
        return PageKind.HTML
    if declared in _TEXT_TYPES:
        return PageKind.TEXT
    if declared in _XML_TYPES or (declared.endswith("+xml") and declared not in _PICTURES):
        return PageKind.XML
    return PageKind.OTHER


def _is_a_file(head: bytes) -> bool:
    return head.lstrip().startswith(_FILES)


def _sniffed(head: bytes) -> PageKind:
    if head.startswith(_WIDE):
        head = head.replace(b"\x00", b"")
    for mark in _MARKS:
        head = head.removeprefix(mark)
    if _BINARY.search(head):
        return PageKind.OTHER
    if _TAG.search(head):
        return PageKind.HTML
    return PageKind.XML if head.lstrip().startswith(b"<?xml") else PageKind.TEXT
