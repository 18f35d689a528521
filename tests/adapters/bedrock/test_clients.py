"""How long is Bedrock waited for, and how often is it asked?"""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

import pytest

from batchbell.adapters.bedrock.clients import Clients
from batchbell.adapters.bedrock.forms import Structured
from batchbell.adapters.bedrock.model import BedrockModel, Chosen
from batchbell.adapters.timed_clients import READ_SECONDS
from batchbell.domain.codes import ErrorCode
from tests.adapters.bedrock.answering import fails_with


class Bedrock(ThreadingHTTPServer):
    """A server in place of Bedrock: `status`, or None: it never answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status: int | None = None
        self.asked = 0
        self.over = threading.Event()


class Handler(BaseHTTPRequestHandler):
    server: Bedrock

    def do_POST(self) -> None:
        self.server.asked += 1
        if self.server.status is None:
            self.server.over.wait()
            return
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def bedrock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bedrock]:
    with Bedrock() as server:
        for name in ("AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, "testing")
        monkeypatch.setenv(
            "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", f"http://127.0.0.1:{server.server_port}"
        )
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.over.set()
        server.shutdown()
        thread.join()


def model() -> BedrockModel:
    chosen = Chosen(model="example.reader", structured=Structured.TOOL)
    return BedrockModel(Clients().within, chosen, print, print)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_one_that_does_not_answer_is_waited_for_as_long_as_there_is_time(bedrock: Bedrock) -> None:
    began = time.monotonic()
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True):
        model().summary("A page.", timeout_ms=1_500)
    assert 1 <= time.monotonic() - began < 3
    assert bedrock.asked == 1


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_one_that_fails_is_not_asked_again(bedrock: Bedrock) -> None:
    bedrock.status = 503
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True):
        model().summary("A page.", timeout_ms=5_000)
    assert bedrock.asked == 1


@pytest.mark.parametrize(
    ("timeout_ms", "seconds"), [(1_000, 1), (5_999, 5), (30_000, 27), (60_000, 58), (10**7, 300)]
)
def test_a_call_takes_the_longest_wait_that_fits(
    monkeypatch: pytest.MonkeyPatch, timeout_ms: int, seconds: int
) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    client: object = Clients().within(timeout_ms)
    assert client.meta.config.read_timeout == seconds  # type: ignore[attr-defined]  # boto3's own


def test_the_waits_are_a_fifth_apart() -> None:
    long = [seconds for seconds in READ_SECONDS if seconds >= 10]
    assert all(later <= earlier * 1.25 for earlier, later in pairwise(long))


def test_without_time_nobody_is_asked() -> None:
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True):
        Clients().within(999)
