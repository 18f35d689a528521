"""Which bodies become a page, and how much of them is held?"""

import gzip
import socket
import tracemalloc
import zlib
from collections.abc import Callable

import pytest

from batchbell.domain.codes import ErrorCode
from tests.adapters.fetching import LIMIT, failure, failure_at, fetch
from tests.adapters.sites import (
    Site,
    answering,
    read_request,
    reply,
    served,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])
HELLO = b"<p>hello"
CLOSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %b\r\n\r\n"
CHUNKED = CLOSE[:-2] + b"Transfer-Encoding: chunked\r\n\r\n"


def raw(body: bytes) -> bytes:
    """Deflate without its zlib header."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


PACKERS: dict[bytes, Callable[[bytes], bytes]] = {
    b"gzip": gzip.compress,
    b"deflate": zlib.compress,
    b" Deflate": raw,
}


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("identity", b"<p>hello"),
        ("gzip", gzip.compress(b"<p>hello", mtime=0)),
        ("X-GZIP", gzip.compress(b"<p>hello", mtime=0)),
        ("gzip", gzip.compress(b"<p>he", mtime=0) + gzip.compress(b"llo", mtime=0)),
        ("deflate", zlib.compress(b"<p>hello")),
        ("deflate", raw(b"<p>hello")),
    ],
)
def test_a_compressed_page_is_inflated(encoding: str, body: bytes) -> None:
    with served(answering(reply("200 OK", {"Content-Encoding": encoding}, body))) as site:
        assert fetch(site.url).body == b"<p>hello"


@pytest.mark.parametrize("after", [b"\0\0padding", b"\x1f", b"<!-- cached -->", bytes(70_000)])
@pytest.mark.parametrize("encoding", PACKERS)
def test_what_follows_a_whole_stream_is_passed_over(encoding: bytes, after: bytes) -> None:
    """As it is by browsers."""
    body = PACKERS[encoding](HELLO) + after
    with served(answering(CLOSE % encoding + body)) as site:
        assert fetch(site.url).body == HELLO


def test_padding_may_follow_several_members() -> None:
    body = gzip.compress(b"<p>he", mtime=0) + gzip.compress(b"llo", mtime=0) + b"\0\0\0"
    with served(answering(CLOSE % b"gzip" + body)) as site:
        assert fetch(site.url).body == HELLO


@pytest.mark.parametrize("encoding", PACKERS)
def test_a_compressed_page_may_come_byte_by_byte(encoding: bytes) -> None:
    body = b"".join(b"1\r\n%c\r\n" % byte for byte in PACKERS[encoding](HELLO))
    with served(answering(CHUNKED % encoding + body + b"0\r\n\r\n")) as site:
        assert fetch(site.url).body == HELLO


def test_nobody_waits_for_what_follows_a_deflated_page() -> None:
    def silent_then(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        peer.sendall(CLOSE % b"deflate" + zlib.compress(HELLO))
        site.closing.wait(10)

    with served(silent_then) as site:
        assert fetch(site.url, timeout_ms=2000).body == HELLO


@pytest.mark.parametrize("missing", [1, 4, 8, 60, -1, -2, -12])
@pytest.mark.parametrize("encoding", PACKERS)
def test_a_stream_that_is_cut_off_is_no_page(encoding: bytes, missing: int) -> None:
    """Whether or not a length would have told; like any body that is cut off."""
    whole = PACKERS[encoding](b"".join(b"<p>%d" % number for number in range(100)))
    cut = whole[:-missing]
    length = b"Content-Length: %d\r\n\r\n"
    cut_by_length = failure_at(answering(CLOSE[:-2] % encoding + length % len(whole) + cut))
    chunked = CHUNKED % encoding + b"%x\r\n%b\r\n0\r\n\r\n" % (len(cut), cut)
    for answer in (CLOSE % encoding + cut, chunked):
        failed = failure_at(answering(answer))
        assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)
        assert failed.message == cut_by_length.message


@pytest.mark.parametrize(
    ("second", "retryable"),
    [(gzip.compress(b"llo", mtime=0)[:-9], True), (b"\x1f\x8b", True), (b"\x1f\x8bno gzip", False)],
)
def test_a_second_member_must_be_whole_too(second: bytes, *, retryable: bool) -> None:
    """Half a page is never taken for a page."""
    failed = failure_at(answering(CLOSE % b"gzip" + gzip.compress(b"<p>he", mtime=0) + second))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, retryable)


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
    sent = {"gzip": gzip.compress(plain, mtime=0), "deflate": zlib.compress(plain)}.get(
        encoding, plain
    )
    answer = reply("200 OK", {"Content-Encoding": encoding}, sent)
    with served(answering(answer)) as site:
        if size == LIMIT:
            assert len(fetch(site.url).body) == LIMIT
        else:
            assert failure(site.url).code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE


def test_what_never_comes_out_is_not_read_for_ever() -> None:
    """Empty gzip members, one after another: nothing to count, and no end."""
    empty = gzip.compress(b"", mtime=0)
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


@pytest.mark.parametrize("encoding", PACKERS)
@pytest.mark.parametrize("packed", [True, False])
def test_a_compressed_page_may_be_empty(encoding: bytes, *, packed: bool) -> None:
    body = PACKERS[encoding](b"") if packed else b""
    failed = failure_at(answering(CLOSE % encoding + body))
    assert failed.code is ErrorCode.SCRAPE_EMPTY_CONTENT
