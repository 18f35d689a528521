"""How does a URL become the bytes of a page, or the right reason why not?"""

import gzip
import socket
import threading
import time

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.page import FetchedPage
from tests.adapters.fetching import failure, failure_at, fetch
from tests.adapters.names import Names, slow_names, unknown_names
from tests.adapters.sites import (
    HINTS,
    Behaviour,
    Site,
    answering,
    dripping,
    read_request,
    repeating,
    reply,
    resetting,
    served,
    silent,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])


def test_a_page_is_fetched() -> None:
    headers = {"Content-Type": "text/html; charset=utf-8"}
    with served(answering(reply("200 OK", headers, b"<p>hello"))) as site:
        page = fetch(site.url + "/a b?q=ü#part")
    assert page == FetchedPage(
        site.url + "/a%20b?q=%C3%BC", 200, "text/html; charset=utf-8", b"<p>hello"
    )


def test_the_request_is_ours() -> None:
    with served(answering(reply("200 OK", body=b"hello"))) as site:
        fetch(site.url + "/x")
    head = site.requests[0].decode()
    assert head.startswith("GET /x HTTP/1.1\r\n")
    assert f"Host: 127.0.0.1:{site.port}\r\n" in head
    assert "User-Agent: Batchbell-test/1\r\n" in head
    assert "Accept-Language: de-DE,de;q=0.9,en;q=0.5\r\n" in head
    assert "Accept-Encoding: gzip, deflate\r\n" in head


@pytest.mark.parametrize(
    ("status", "code", "retryable"),
    [
        ("401 Unauthorized", ErrorCode.SCRAPE_TARGET_FORBIDDEN, False),
        ("403 Forbidden", ErrorCode.SCRAPE_TARGET_FORBIDDEN, False),
        ("404 Not Found", ErrorCode.SCRAPE_TARGET_NOT_FOUND, False),
        ("410 Gone", ErrorCode.SCRAPE_TARGET_NOT_FOUND, False),
        ("429 Too Many Requests", ErrorCode.SCRAPE_TARGET_RATE_LIMITED, True),
        ("500 Oops", ErrorCode.SCRAPE_SITE_ERROR, True),
        ("503 Busy", ErrorCode.SCRAPE_SITE_ERROR, True),
        ("418 Teapot", ErrorCode.SCRAPE_SITE_ERROR, False),
        ("302 Found", ErrorCode.SCRAPE_SITE_ERROR, False),
    ],
)
def test_a_bad_status_fails(status: str, code: ErrorCode, *, retryable: bool) -> None:
    failed = failure_at(answering(reply(status, body=b"<p>sorry")))
    assert (failed.code, failed.retryable) == (code, retryable)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Busy"])
def test_retry_after_is_handed_on(status: str) -> None:
    assert failure_at(answering(reply(status, {"Retry-After": "7"}))).retry_after_ms == 7000


def test_an_unknown_name_fails() -> None:
    failed = failure("http://nowhere.example/", unknown_names)
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR, False)


def test_a_name_without_addresses_fails() -> None:
    failed = failure("http://nowhere.example/", Names([]))
    assert failed.code is ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR


def test_a_slow_look_up_is_a_timeout() -> None:
    failed = failure("http://nowhere.example/", slow_names)
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_TIMEOUT, True)


def test_a_refused_connection_fails_for_good() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    failed = failure(f"http://127.0.0.1:{port}/")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, False)


def test_a_reset_may_be_retried() -> None:
    failed = failure_at(resetting)
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/ht",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>cut off",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>he\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<p>he\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: x\r\n" * 200 + b"\r\n",
    ],
)
def test_a_broken_answer_may_be_retried(answer: bytes) -> None:
    """Half a page is never taken for a page."""
    failed = failure_at(answering(answer))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)


@pytest.mark.parametrize("hints", [*HINTS, b"".join(HINTS), b"".join(HINTS) * 50])
def test_what_is_only_informational_is_passed_over(hints: bytes) -> None:
    with served(answering(hints + reply("200 OK", body=b"<p>hello"))) as site:
        assert fetch(site.url).body == b"<p>hello"


def test_an_informational_answer_has_no_say() -> None:
    hint = b"HTTP/1.1 103 Early Hints\r\nContent-Encoding: br\r\nContent-Length: 9\r\n\r\n"
    final = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
    with served(answering(hint + final)) as site:
        assert fetch(site.url).body == b"hi"


@pytest.mark.parametrize("answer", [*HINTS, HINTS[-1][:-2], reply("101 Switching Protocols")])
def test_an_informational_answer_is_none(answer: bytes) -> None:
    failed = failure_at(answering(answer))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)


@pytest.mark.parametrize("hint", HINTS)
def test_informational_answers_without_end_are_given_up(hint: bytes) -> None:
    """Long before the deadline."""
    began = time.monotonic()
    failed = failure_at(repeating(hint), timeout_ms=20_000)
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)
    assert time.monotonic() - began < 5


def test_only_what_comes_before_a_body_counts_as_a_head() -> None:
    hints, body = HINTS[0] * 10_000, b"<p>" + b"x" * 190_000
    with served(answering(hints + reply("200 OK", body=body))) as site:
        assert fetch(site.url).body == body


@pytest.mark.parametrize(
    "behaviour",
    [
        silent,
        dripping(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 500),
        dripping(reply("200 OK", body=b"<p>" + b"x" * 500)),
        dripping(reply("200 OK", {"Content-Encoding": "gzip"}, gzip.compress(b"x" * 500))),
    ],
    ids=["silent", "headers", "body", "gzip"],
)
def test_the_whole_fetch_has_one_deadline(behaviour: Behaviour) -> None:
    """A byte now and then does not buy time, and nothing is left behind."""
    threads = threading.active_count()
    with served(behaviour) as site:
        began = time.monotonic()
        failed = failure(site.url, timeout_ms=400)
        took = time.monotonic() - began
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_TIMEOUT, True)
    assert 0.3 < took < 1.5
    assert threading.active_count() == threads


def test_redirects_share_the_deadline() -> None:
    def slow_redirect(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        site.closing.wait(0.15)
        peer.sendall(reply("302 Found", {"Location": f"/{len(site.requests)}"}))

    began = time.monotonic()
    failed = failure_at(slow_redirect, timeout_ms=400)
    assert failed.code is ErrorCode.SCRAPE_TIMEOUT
    assert time.monotonic() - began < 1.5
