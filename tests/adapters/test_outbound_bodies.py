"""Which bodies become a page, and how much of them is held?"""

import gzip
import tracemalloc
import zlib

import pytest

from batchbell.domain.codes import ErrorCode
from tests.adapters.fetching import LIMIT, failure, failure_at, fetch
from tests.adapters.sites import (
    answering,
    reply,
    served,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])
RAW = zlib.compressobj(wbits=-15)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("identity", b"<p>hello"),
        ("gzip", gzip.compress(b"<p>hello")),
        ("X-GZIP", gzip.compress(b"<p>hello")),
        ("gzip", gzip.compress(b"<p>he") + gzip.compress(b"llo")),
        ("gzip", gzip.compress(b"<p>hello") + b"\0\0padding"),
        ("gzip", gzip.compress(b"<p>hello")[:-8]),
        ("deflate", zlib.compress(b"<p>hello")),
        ("deflate", RAW.compress(b"<p>hello") + RAW.flush()),
    ],
)
def test_a_compressed_page_is_inflated(encoding: str, body: bytes) -> None:
    with served(answering(reply("200 OK", {"Content-Encoding": encoding}, body))) as site:
        assert fetch(site.url).body == b"<p>hello"


def test_a_chunked_page_is_joined() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(answering(head + b"3\r\n<p>\r\n5;x=y\r\nhello\r\n0\r\n\r\n")) as site:
        assert fetch(site.url).body == b"<p>hello"


def test_a_page_without_a_length_ends_with_the_connection() -> None:
    with served(answering(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello")) as site:
        assert fetch(site.url).body == b"<p>hello"


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "aes128gcm"])
def test_an_encoding_we_did_not_offer_fails(encoding: str) -> None:
    failed = failure_at(answering(reply("200 OK", {"Content-Encoding": encoding}, b"x")))
    assert failed.code is ErrorCode.SCRAPE_UNSUPPORTED_FILE


def test_a_broken_stream_fails() -> None:
    failed = failure_at(answering(reply("200 OK", {"Content-Encoding": "gzip"}, b"no gzip")))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, False)


@pytest.mark.parametrize("size", [LIMIT, LIMIT + 1])
@pytest.mark.parametrize("encoding", ["identity", "gzip", "deflate"])
def test_decoded_bytes_are_counted(size: int, encoding: str) -> None:
    plain = b"a" * size
    sent = {"gzip": gzip.compress(plain), "deflate": zlib.compress(plain)}.get(encoding, plain)
    answer = reply("200 OK", {"Content-Encoding": encoding}, sent)
    with served(answering(answer)) as site:
        if size == LIMIT:
            assert len(fetch(site.url).body) == LIMIT
        else:
            assert failure(site.url).code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE


def test_what_never_comes_out_is_not_read_for_ever() -> None:
    """Empty gzip members, one after another: nothing to count, and no end."""
    empty = gzip.compress(b"")
    flood = empty * (4_000_000 // len(empty))
    failed = failure_at(answering(reply("200 OK", {"Content-Encoding": "gzip"}, flood)))
    assert failed.code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_not_held_in_memory(encoding: str) -> None:
    """D9: the check comes while inflating, not after."""
    packer = zlib.compressobj(1, wbits=31 if encoding == "gzip" else 15)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(50)) + packer.flush()
    with served(answering(reply("200 OK", {"Content-Encoding": encoding}, bomb))) as site:
        tracemalloc.start()
        failed = failure(site.url)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert failed.code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE
    assert peak < 5_000_000


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/pdf", b"%PDF-1.7"),
        ("image/png", b"\x89PNG"),
        ("application/json", b"{}"),
        ("text/html", b"%PDF-1.7"),
        ("application/octet-stream", b"\x00\x01\x02"),
        ("", b"PK\x03\x04zip"),
    ],
)
def test_what_is_not_a_page_fails(content_type: str, body: bytes) -> None:
    failed = failure_at(answering(reply("200 OK", {"Content-Type": content_type}, body)))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_UNSUPPORTED_FILE, False)


@pytest.mark.parametrize(
    "content_type", ["application/xhtml+xml", "text/plain", "text/markdown", "text/xml", ""]
)
def test_pages_of_text_pass(content_type: str) -> None:
    answer = reply("200 OK", {"Content-Type": content_type}, b"<p>hello")
    with served(answering(answer)) as site:
        assert fetch(site.url).content_type == content_type


@pytest.mark.parametrize("answer", [reply("200 OK"), reply("204 No"), reply("200 OK", {}, b" \n")])
def test_an_empty_page_fails(answer: bytes) -> None:
    assert failure_at(answering(answer)).code is ErrorCode.SCRAPE_EMPTY_CONTENT
