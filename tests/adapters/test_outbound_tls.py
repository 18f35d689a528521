"""Is the name verified although the address is dialled?"""

import socket
import ssl
import time
from pathlib import Path

import pytest

from batchbell.adapters.outbound import PageFetcher
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from tests.adapters.certificates import self_signed
from tests.adapters.fetching import LIMIT, LOCAL, UNASKED, failure, fetch
from tests.adapters.names import Names
from tests.adapters.sites import (
    Site,
    answering,
    reply,
    resetting,
    served,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])


def secure_fetch(site: Site, name: str, trust: ssl.SSLContext) -> FetchedPage:
    fetcher = PageFetcher(LOCAL, LIMIT, "test", Names(["127.0.0.1"]), lambda: trust)
    return fetcher.fetch(f"https://{name}:{site.port}/", UNASKED, timeout_ms=2000)


def test_the_name_is_verified_though_the_address_is_dialled(tmp_path: Path) -> None:
    server, trust = self_signed(tmp_path, "good.example")
    with served(answering(reply("200 OK", body=b"<p>hello")), server) as site:
        assert secure_fetch(site, "good.example", trust).body == b"<p>hello"


def test_a_certificate_for_another_name_fails(tmp_path: Path) -> None:
    server, trust = self_signed(tmp_path, "good.example")
    with (
        served(answering(reply("200 OK", body=b"<p>hello")), server) as site,
        pytest.raises(PageFailed) as failed,
    ):
        secure_fetch(site, "other.example", trust)
    assert (failed.value.code, failed.value.retryable) == (ErrorCode.SCRAPE_SSL_ERROR, False)
    assert site.requests == []


def test_a_self_signed_certificate_fails(tmp_path: Path) -> None:
    server, _ = self_signed(tmp_path, "good.example")
    with served(answering(reply("200 OK", body=b"<p>hello")), server) as site:
        failed = failure(f"https://good.example:{site.port}/", Names(["127.0.0.1"]))
    assert failed.code is ErrorCode.SCRAPE_SSL_ERROR


def test_a_site_without_tls_fails() -> None:
    with served(lambda peer, _: peer.sendall(reply("400 Speak HTTP"))) as site:
        failed = failure(f"https://good.example:{site.port}/", Names(["127.0.0.1"]))
    assert failed.code is ErrorCode.SCRAPE_SSL_ERROR


def test_a_dripping_handshake_ends_at_the_deadline() -> None:
    def drip(peer: socket.socket, site: Site) -> None:
        for byte in b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc" + bytes(200):
            peer.sendall(bytes([byte]))
            if site.closing.wait(0.02):
                return

    with served(drip) as site:
        began = time.monotonic()
        failed = failure(f"https://good.example:{site.port}/", Names(["127.0.0.1"]), 400)
    assert failed.code is ErrorCode.SCRAPE_TIMEOUT
    assert time.monotonic() - began < 1.5


def test_no_socket_is_left_open() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for behaviour in (resetting, answering(reply("404 No")), answering(reply("200 OK", {}, b"x"))):
        with served(behaviour) as site:
            try:
                fetch(site.url)
            except PageFailed:
                continue
    assert len(list(Path("/proc/self/fd").iterdir())) == before
