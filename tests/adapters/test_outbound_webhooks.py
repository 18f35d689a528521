"""What does a receiver get, and what do we learn from its answer?"""

import socket
import threading
import time
from pathlib import Path

import pytest

from batchbell.adapters.outbound import WebhookPoster
from batchbell.adapters.outbound.resolve import Resolver
from batchbell.domain.addresses import AddressRules
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from tests.adapters.certificates import self_signed
from tests.adapters.names import Names, no_names, slow_names, unknown_names
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

LOCAL = AddressRules(allow_loopback=True)
BODY = '{"id":"batch_1","note":"ü\\r\\n"}'.encode()


def post(url: str, resolver: Resolver = no_names, timeout_ms: int = 5000) -> WebhookAnswer:
    headers = {"Content-Type": "application/json", "X-Webhook-Event": "batch.completed"}
    poster = WebhookPoster(LOCAL, "Batchbell-test/1", resolver)
    return poster.post(url, headers=headers, body=BODY, timeout_ms=timeout_ms)


def reason(url: str, resolver: Resolver = no_names, timeout_ms: int = 5000) -> Unanswered:
    with pytest.raises(WebhookUnanswered) as unanswered:
        post(url, resolver, timeout_ms)
    return unanswered.value.reason


def test_the_very_bytes_are_sent() -> None:
    with served(answering(reply("200 OK"))) as site:
        assert post(site.url + "/hook?a=1") == WebhookAnswer(200)
    head, _, body = site.requests[0].partition(b"\r\n\r\n")
    assert body == BODY
    assert head.startswith(b"POST /hook?a=1 HTTP/1.1\r\n")
    assert f"Content-Length: {len(BODY)}".encode() in head
    assert b"Content-Type: application/json" in head
    assert b"X-Webhook-Event: batch.completed" in head
    assert b"User-Agent: Batchbell-test/1" in head


@pytest.mark.parametrize("status", [200, 202, 204, 302, 307, 400, 404, 410, 429, 500, 503])
def test_any_status_is_an_answer(status: int) -> None:
    with served(answering(reply(f"{status} X"))) as site:
        assert post(site.url).status == status


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("hints", [*HINTS, b"".join(HINTS) * 50])
def test_what_is_only_informational_is_no_answer_yet(hints: bytes, status: int) -> None:
    with served(answering(hints + reply(f"{status} X"))) as site:
        assert post(site.url).status == status


@pytest.mark.parametrize("answer", [*HINTS, reply("101 Switching Protocols")])
def test_informational_answers_alone_are_none(answer: bytes) -> None:
    with served(answering(answer)) as site:
        assert reason(site.url) is Unanswered.CONNECTION


@pytest.mark.parametrize("hint", HINTS)
def test_informational_answers_without_end_are_given_up(hint: bytes) -> None:
    """Long before the deadline."""
    began = time.monotonic()
    with served(repeating(hint)) as site:
        assert reason(site.url, timeout_ms=20_000) is Unanswered.CONNECTION
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("hint", HINTS)
def test_informational_answers_buy_no_time(hint: bytes) -> None:
    with served(dripping(hint * 100)) as site:
        assert reason(site.url, timeout_ms=400) is Unanswered.TIMEOUT


def test_redirects_are_not_followed() -> None:
    """S7: a receiver cannot send us on."""
    with (
        served(answering(reply("200 OK"))) as elsewhere,
        served(answering(reply("307 Moved", {"Location": elsewhere.url}))) as site,
    ):
        assert post(site.url).status == 307
    assert elsewhere.requests == []


def test_retry_after_is_handed_on() -> None:
    with served(answering(reply("503 Busy", {"Retry-After": "120"}))) as site:
        assert post(site.url) == WebhookAnswer(503, 120_000)


def test_a_huge_answer_is_not_read() -> None:
    """S10: nothing of the body is kept, and a receiver that never ends it costs no time."""

    def endless(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        peer.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while not site.closing.is_set():
            peer.sendall(bytes(65536))

    began = time.monotonic()
    with served(endless) as site:
        assert post(site.url).status == 200
    assert time.monotonic() - began < 2


def test_a_status_without_the_rest_of_the_body_is_an_answer() -> None:
    with served(answering(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")) as site:
        assert post(site.url).status == 200


@pytest.mark.parametrize(
    "behaviour",
    [silent, dripping(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 500)],
    ids=["silent", "headers"],
)
def test_the_whole_post_has_one_deadline(behaviour: Behaviour) -> None:
    threads = threading.active_count()
    with served(behaviour) as site:
        began = time.monotonic()
        assert reason(site.url, timeout_ms=400) is Unanswered.TIMEOUT
        assert 0.3 < time.monotonic() - began < 1.5
    assert threading.active_count() == threads


def test_reasons_are_told_apart(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        free = listener.getsockname()[1]
    assert reason(f"http://127.0.0.1:{free}/") is Unanswered.REFUSED
    assert reason("http://nowhere.example/", unknown_names) is Unanswered.DNS
    assert reason("http://nowhere.example/", slow_names) is Unanswered.TIMEOUT
    assert reason("http://inside.example/", Names(["10.0.0.1"])) is Unanswered.FORBIDDEN
    assert reason("mailto:someone@example.com") is Unanswered.FORBIDDEN
    with served(resetting) as site:
        assert reason(site.url) is Unanswered.CONNECTION
    server, _ = self_signed(tmp_path, "hook.example")
    with served(answering(reply("200 OK")), server) as site:
        url = f"https://hook.example:{site.port}/"
        assert reason(url, Names(["127.0.0.1"])) is Unanswered.TLS
