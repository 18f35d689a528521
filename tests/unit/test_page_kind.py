"""What kind of document is a body?"""

import pytest

from batchbell.domain.page_kind import PageKind, kind_of

HTML = b"<!DOCTYPE html><html><body>hello</body></html>"


@pytest.mark.parametrize(
    ("content_type", "kind"),
    [
        ("text/html", PageKind.HTML),
        ("TEXT/HTML; charset=utf-8", PageKind.HTML),
        ("application/xhtml+xml", PageKind.HTML),
        ("application/xml", PageKind.XML),
        ("application/rss+xml", PageKind.XML),
        ("text/plain; charset=x", PageKind.TEXT),
        ("text/markdown", PageKind.TEXT),
        ("image/svg+xml", PageKind.OTHER),
        ("image/png", PageKind.OTHER),
        ("application/pdf", PageKind.OTHER),
        ("application/json", PageKind.OTHER),
        ("text/css", PageKind.OTHER),
        ("video/mp4", PageKind.OTHER),
    ],
)
def test_the_declared_type_decides(content_type: str, kind: PageKind) -> None:
    assert kind_of(content_type, HTML) is kind


@pytest.mark.parametrize("content_type", ["", "application/octet-stream", "html", " ; charset=x"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (HTML, PageKind.HTML),
        (b"\xef\xbb\xbf\n<p>x</p>", PageKind.HTML),
        ("\ufeff<html>".encode("utf-16"), PageKind.HTML),
        (b"<?xml version='1.0'?><rss/>", PageKind.XML),
        (b"Just some text.", PageKind.TEXT),
        ("日本".encode("shift_jis"), PageKind.TEXT),
        (b"\x00\x01\x02\x03", PageKind.OTHER),
        (b"%PDF-1.7 text", PageKind.OTHER),
        (b"\x89PNG\r\n", PageKind.OTHER),
        (b"PK\x03\x04", PageKind.OTHER),
    ],
)
def test_without_a_usable_type_the_bytes_decide(
    content_type: str, body: bytes, kind: PageKind
) -> None:
    assert kind_of(content_type, body) is kind


def test_a_file_that_is_called_a_page_is_a_file() -> None:
    assert kind_of("text/html", b"%PDF-1.4\n...") is PageKind.OTHER
