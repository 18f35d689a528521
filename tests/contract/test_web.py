"""Do the scripted ways out behave as the real ones do?"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from batchbell.adapters.distiller import ChildDistiller
from batchbell.adapters.outbound import PageFetcher, WebhookPoster
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions, FetchOptions
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.ports import Distiller, Fetcher, Poster
from tests.adapters.distilling import distilled
from tests.adapters.names import no_names
from tests.adapters.sites import reply, routing, served
from tests.memory.web import ScriptedDistiller, ScriptedFetcher, ScriptedPoster
from tests.unit.hostile import GOOD, SENTENCE, page

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

LOCAL = AddressRules(allow_loopback=True)
EMPTY = page("")


@dataclass(frozen=True)
class Outside:
    """The ways out, and a world: /good, /missing and /busy at `site`; nobody at `nowhere`."""

    fetcher: Fetcher
    distiller: Distiller
    poster: Poster
    site: str
    nowhere: str


@pytest.fixture(params=["scripted", "real"])
def outside(request: pytest.FixtureRequest) -> Iterator[Outside]:
    """The same world behind both."""
    if request.param == "scripted":
        yield _scripted("https://site.example", "https://nowhere.example/")
    else:
        with _real() as real:
            yield real


def _scripted(site: str, nowhere: str) -> Outside:
    fetcher, distiller = ScriptedFetcher(), ScriptedDistiller()
    poster = ScriptedPoster(WebhookAnswer(200))
    fetcher.script.set(f"{site}/good", FetchedPage(f"{site}/good", 200, "text/html", GOOD))
    missing = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "Missing.", retryable=False)
    fetcher.script.set(f"{site}/missing", missing)
    busy = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "Busy.", retryable=True)
    fetcher.script.set(f"{site}/busy", busy)
    distiller.script.set(f"{site}/good", DistilledPage(SENTENCE))
    empty = PageFailed(ErrorCode.SCRAPE_EMPTY_CONTENT, "Empty.", retryable=False)
    distiller.script.set(f"{site}/empty", empty)
    poster.script.set(f"{site}/busy", WebhookAnswer(503, 120_000))
    poster.script.set(nowhere, WebhookUnanswered(Unanswered.REFUSED))
    return Outside(fetcher, distiller, poster, site, nowhere)


@contextmanager
def _real() -> Iterator[Outside]:
    answers = {
        "/good": reply("200 OK", body=GOOD),
        "/busy": reply("503 Busy", {"Retry-After": "120"}),
    }
    distiller = ChildDistiller(children=1)
    with served(routing(answers)) as site:
        yield Outside(
            PageFetcher(LOCAL, 200_000, "Batchbell-test/1", no_names),
            distiller,
            WebhookPoster(LOCAL, "Batchbell-test/1", no_names),
            site.url,
            f"http://127.0.0.1:{_free_port()}/",
        )
    distiller.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def fetch(outside: Outside, path: str) -> FetchedPage:
    return outside.fetcher.fetch(outside.site + path, FetchOptions(), timeout_ms=5_000)


def distill(outside: Outside, path: str, body: bytes) -> DistilledPage:
    fetched = FetchedPage(outside.site + path, 200, "text/html", body)
    return distilled(outside.distiller, fetched, DistillOptions(), timeout_ms=20_000)


def post(outside: Outside, url: str) -> WebhookAnswer:
    headers = {"Content-Type": "application/json"}
    return outside.poster.post(url, headers=headers, body=b"{}", timeout_ms=5_000)


def test_a_page_is_fetched(outside: Outside) -> None:
    fetched = fetch(outside, "/good")
    assert fetched == FetchedPage(f"{outside.site}/good", 200, "text/html", GOOD)


@pytest.mark.parametrize(
    ("path", "code", "retryable"),
    [
        ("/missing", ErrorCode.SCRAPE_TARGET_NOT_FOUND, False),
        ("/busy", ErrorCode.SCRAPE_SITE_ERROR, True),
    ],
)
def test_a_page_that_fails_says_why(
    outside: Outside, path: str, code: ErrorCode, retryable: bool
) -> None:
    with pytest.raises(PageFailed) as failed:
        fetch(outside, path)
    assert (failed.value.code, failed.value.retryable) == (code, retryable)


def test_a_page_becomes_markdown(outside: Outside) -> None:
    assert SENTENCE.strip() in distill(outside, "/good", GOOD).markdown


def test_a_page_without_content_fails(outside: Outside) -> None:
    with pytest.raises(PageFailed) as failed:
        distill(outside, "/empty", EMPTY)
    assert (failed.value.code, failed.value.retryable) == (ErrorCode.SCRAPE_EMPTY_CONTENT, False)


def test_any_status_of_a_receiver_is_an_answer(outside: Outside) -> None:
    assert post(outside, f"{outside.site}/good") == WebhookAnswer(200)
    assert post(outside, f"{outside.site}/busy") == WebhookAnswer(503, 120_000)


def test_a_receiver_that_is_not_there_is_told_apart(outside: Outside) -> None:
    with pytest.raises(WebhookUnanswered) as unanswered:
        post(outside, outside.nowhere)
    assert unanswered.value.reason is Unanswered.REFUSED
