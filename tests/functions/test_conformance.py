"""Does what clients of the API send, as they send it, get the answer that they wait for?

The requests are those of real clients: nothing is added to them and nothing left out. Pages are
markup, and what is made of them the engines make.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.engines.distill import distill
from batchbell.engines.extract.extract import extract
from batchbell.engines.extract.suggest import suggest
from batchbell.runtime.settings import Settings
from batchbell.usecases.admit import begin
from batchbell.usecases.advance import advance
from batchbell.usecases.dispatch import send_positions
from batchbell.usecases.fold import fold_items
from batchbell.usecases.make_page import PageTools
from batchbell.usecases.read_with_model import NO_MODEL
from batchbell.usecases.work_pages import PageWork, work_pages
from functions.convert import app as convert
from tests.functions.callers import Answer, Caller, answered
from tests.functions.event_files import load
from tests.functions.running import job_key
from tests.memory.web import ScriptedFetcher

LAMP, GONE, EMPTY = (f"https://shop.example/{name}" for name in ("lamp", "gone", "empty"))
MARKUP = """<!doctype html><html lang="en"><head><title>Lamp</title>
<script type="application/ld+json">{"@type": "Product", "name": "Lamp", "description": "It glows.",
 "offers": {"@type": "Offer", "price": "9.90", "priceCurrency": "EUR"}}</script></head>
<body><nav><a href="/all">All lamps</a></nav><main><h1>Lamp</h1><p>It glows in the dark, and it
costs 9.90 EUR with everything that is needed to hang it up.</p></main></body></html>"""
BLANK = "<html><head><title>Soon</title></head><body></body></html>"
PAGES: dict[str, FetchedPage | PageFailed] = {
    LAMP: FetchedPage(LAMP, 200, "text/html; charset=utf-8", MARKUP.encode()),
    EMPTY: FetchedPage(EMPTY, 200, "text/html; charset=utf-8", BLANK.encode()),
    GONE: PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page."),
    "nonsense": PageFailed(ErrorCode.INVALID_URL, "This is no URL."),
}
TITLES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"title": {"type": "TEXT", "instruction": "the article's name"}},
    },
}
PLAIN = {"url": LAMP, "renderMode": "none", "timeout": 30_000, "country_code": "US"}
ROWS = {"url": LAMP, "schema": TITLES, "renderMode": "none", "timeout": 60_000}
JSON_TYPE = {"Content-Type": "application/json"}


class Engines:
    """See `batchbell.ports.Distiller`: the engines, in this process."""

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """What they make of a page."""
        return PageAnswer(
            distilled=distill(page, order.distill) if order.distill else None,
            extracted=extract(page, order.extract) if order.extract else None,
            suggested=suggest(page) if order.suggest else None,
        )


def _fetcher() -> ScriptedFetcher:
    fetcher = ScriptedFetcher()
    for url, page in PAGES.items():
        fetcher.script.set(url, page)
    return fetcher


@dataclass
class Client:
    """Sends what it is told, to any of the routes. Between two looks at a job, workers work."""

    caller: Caller = field(default_factory=Caller)

    def __post_init__(self) -> None:
        world, fetcher = self.caller.world, _fetcher()
        tools = PageTools(fetcher=fetcher, distiller=Engines(), model=NO_MODEL)
        settings = Settings({"CONVERT_SECONDS": "25"})
        self._convert = convert.routes(world.store, world.door, tools, settings)
        self._work = PageWork(
            fetcher=fetcher,
            distiller=Engines(),
            jitter=lambda: 0.0,
            remaining_ms=lambda: 80_000,
        )

    def post(self, route: str, body: dict[str, Any]) -> Answer:
        """`route` as in `batch/distill`."""
        event = _event("submit/batch", route, route)
        event["body"] = json.dumps(body)
        if "/" in route:
            return self.caller.send_as_it_is(event)
        return answered(self._convert, event)

    def get(self, route: str, job_id: str, query: str = "", **headers: str) -> Answer:
        """`query` as in a URL."""
        event = _event("status/batch", f"{route}/{job_id}", f"{route}/{{id}}")
        event["queryStringParameters"] = dict(pair.split("=") for pair in query.split("&") if pair)
        event["headers"] |= headers
        event["multiValueHeaders"] |= {name: [value] for name, value in headers.items()}
        return self.caller.send_as_it_is(event)

    def looks_at(self, route: str, job_id: str, *ends: str) -> Iterator[dict[str, Any]]:
        """The job until its status is one of `ends`, each time by a GET without a query."""
        for step in (self._queue, self._page, self._close, lambda _: None):
            job = self.get(route, job_id, **JSON_TYPE).data
            yield job
            if job["status"] in ends:
                return
            step(job_id)
        pytest.fail("the job does not end")

    def ended(self, route: str, job_id: str, *ends: str) -> dict[str, Any]:
        """The job at its end."""
        *_, last = self.looks_at(route, job_id, *ends)
        return last

    def _queue(self, job_id: str) -> None:
        world, key = self.caller.world, job_key(job_id)
        begin(world.store, key)
        for tally in world.tallies.read_all(key).values():
            batch, positions = world.records.batches[key], list(range(tally.expected))
            send_positions(world.store, world.pages, batch, tally, positions, 1)

    def _page(self, _: str) -> None:
        work_pages(self.caller.world.store, self._work, self.caller.world.pages.take())

    def _close(self, job_id: str) -> None:
        world, key = self.caller.world, job_key(job_id)
        for chunk, tally in world.tallies.read_all(key).items():
            items = world.items.read_chunk(key, chunk, tally.expected)
            fold_items(world.store, key, chunk, items)
        advance(world.store, key)


def _event(name: str, path: str, resource: str) -> dict[str, Any]:
    """Under a stage, and without the headers that the file's own client adds."""
    event = load(name)
    event["resource"] = event["requestContext"]["resourcePath"] = f"/openapi/v1/{resource}"
    event["path"] = f"/openapi/v1/{path}"
    event["requestContext"]["path"] = f"/Prod/openapi/v1/{path}"
    for headers in (event["headers"], event["multiValueHeaders"]):
        headers.pop("Idempotency-Key", None)
    return event


@pytest.fixture
def client() -> Client:
    """A client with a key."""
    return Client()


def test_distill_a_page(client: Client) -> None:
    data = client.post("distill", PLAIN).data
    assert "It glows in the dark" in data["markdown"]
    assert (data["url"], data["metadata"]["title"]) == (LAMP, "Lamp")
    assert data["metadata"]["contentLength"] == len(data["markdown"])


def test_distill_a_part_of_a_page_as_seen_from_germany(client: Client) -> None:
    body = {"url": LAMP, "includeTags": ["main"], "countryCode": "DE"}
    markdown = client.post("distill", body).data["markdown"]
    assert "It glows" in markdown
    assert "All lamps" not in markdown


def test_extract_with_a_map_of_instructions(client: Client) -> None:
    body = client.post("extract", {"url": LAMP, "schema": {"price": "current price"}}).body
    assert body["success"] is True
    assert body["data"]["url"] == LAMP
    assert [row.keys() for row in body["data"]["data"]] == [{"price"}]
    assert "9.90" in body["data"]["data"][0]["price"]
    assert body["metadata"]["title"] == "Lamp"


def test_suggest_fields(client: Client) -> None:
    data = client.post("suggest_fields", {"url": LAMP, "country_code": "US"}).data
    assert {"price", "name"} & {proposed["name"] for proposed in data["fields"]}
    again = client.post("extract", {"url": LAMP, "schema": data["schema"]})
    assert again.data["data"]


@pytest.mark.parametrize(
    ("url", "code"),
    [(GONE, (422, "SCRAPE_TARGET_NOT_FOUND")), ("nonsense", (400, "INVALID_URL"))],
)
@pytest.mark.parametrize("route", ["distill", "extract", "suggest_fields"])
def test_a_page_that_cannot_be_read_is_an_error(
    client: Client, route: str, url: str, code: tuple[int, str]
) -> None:
    assert client.post(route, {"url": url}).code == code


@pytest.mark.parametrize("route", ["distill", "extract"])
def test_an_empty_page_is_an_error(client: Client, route: str) -> None:
    """A client reads a 200 with an empty `markdown` as a failure without a reason."""
    assert client.post(route, {"url": EMPTY}).code == (422, "SCRAPE_EMPTY_CONTENT")


def test_distill_a_page_in_the_background(client: Client) -> None:
    job_id = client.post("async/distill", PLAIN).data["id"]
    *before, job = client.looks_at("async/distill", job_id, "completed", "failed")
    assert {earlier["status"] for earlier in before} <= {"pending", "processing"}
    assert job["status"] == "completed"
    assert "It glows in the dark" in job["markdown"]
    assert (job["url"], job["metadata"]["statusCode"]) == (LAMP, 200)


def test_extract_a_page_in_the_background(client: Client) -> None:
    job_id = client.post("async/extract", ROWS).data["id"]
    job = client.ended("async/extract", job_id, "completed", "failed")
    assert (job["status"], job["data"]) == ("completed", [{"title": "Lamp"}])
    assert job["metadata"]["title"] == "Lamp"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (GONE, "SCRAPE_TARGET_NOT_FOUND"),
        (EMPTY, "SCRAPE_EMPTY_CONTENT"),
        ("nonsense", "INVALID_URL"),
    ],
)
def test_a_page_that_fails_in_the_background_is_said_so_in_a_success(
    client: Client, url: str, code: str
) -> None:
    job_id = client.post("async/distill", {**PLAIN, "url": url}).data["id"]
    job = client.ended("async/distill", job_id, "completed", "failed")
    assert (job["status"], job["error"]["code"], job["creditsUsed"]) == ("failed", code, 0)


def test_distill_a_batch(client: Client) -> None:
    urls = [LAMP, GONE, LAMP]
    made = client.post("batch/distill", {"urls": urls, "timeout": 30_000}).data
    assert (made["status"], made["total"]) == ("PENDING", 3)
    job = client.ended("batch/distill", made["id"], "COMPLETED", "FAILED", "CANCELLED")
    assert (job["status"], job["completed"], job["failed"]) == ("COMPLETED", 2, 1)
    assert [row["url"] for row in job["results"]] == urls
    assert [row["success"] for row in job["results"]] == [True, False, True]
    assert "It glows in the dark" in job["results"][0]["markdown"]


def test_extract_a_batch(client: Client) -> None:
    body = {"urls": [LAMP, GONE], "schema": TITLES}
    job_id = client.post("batch/extract", body).data["id"]
    job = client.ended("batch/extract", job_id, "COMPLETED", "FAILED", "CANCELLED")
    assert (job["status"], job["creditsUsed"]) == ("COMPLETED", 20)
    assert job["results"][0]["data"] == [{"title": "Lamp"}]
    assert job["results"][1]["error"]["code"] == "SCRAPE_TARGET_NOT_FOUND"


def test_read_a_page_of_rows(client: Client) -> None:
    job_id = client.post("batch/distill", {"urls": [LAMP] * 21}).data["id"]
    first = client.get("batch/distill", job_id, "page=0&pageSize=20").data["results"]
    second = client.get("batch/distill", job_id, "page=1&pageSize=20").data["results"]
    assert [row["index"] for row in first + second] == list(range(21))
