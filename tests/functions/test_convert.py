"""What do the calls answer whose callers wait for a page?"""

import io
import json
from typing import Any

import pytest

from batchbell.domain.extracted import Extracted, Provenance
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink, PageMetadata
from batchbell.domain.page_options import FetchOptions
from tests.functions.converting import ROUTES, URL, Converter
from tests.functions.event_files import load
from tests.memory.language_model import ScriptedModel

PAGE = DistilledPage(
    "# One",
    PageMetadata(title="One", language="en"),
    html="<h1>One</h1>",
    links=(PageLink("Two", "https://example.com/two"),),
    images=(PageImage("https://example.com/a.png", "A", 4, None),),
)
METADATA = {
    "title": "One",
    "description": None,
    "language": "en",
    "author": None,
    "publishedDate": None,
    "image": None,
    "sourceURL": URL,
    "sourceUrl": URL,
    "statusCode": 200,
    "contentLength": 5,
}
MARKDOWN = {"markdown": "# One"}
HTML = {"html": "<h1>One</h1>"}
LINKS = {"links": [{"text": "Two", "href": "https://example.com/two"}]}
IMAGES = {"images": [{"src": "https://example.com/a.png", "alt": "A", "width": 4, "height": None}]}


@pytest.fixture
def caller() -> Converter:
    """Somebody who waits for a page, `PAGE`."""
    caller = Converter()
    caller.distiller.script.set(URL, PAGE)
    return caller


@pytest.mark.parametrize(
    ("fields", "pieces"),
    [
        ({}, MARKDOWN),
        ({"formats": ["markdown"]}, MARKDOWN),
        ({"formats": ["metadata"]}, {}),
        ({"formats": ["html", "links", "images"]}, HTML | LINKS | IMAGES),
        ({"include": ["html", "links"]}, MARKDOWN | HTML | LINKS),
        ({"includeHtml": True, "extractLinks": True}, MARKDOWN | HTML | LINKS),
    ],
)
def test_a_page_comes_with_the_pieces_that_were_asked_for_and_its_metadata(
    caller: Converter, fields: dict[str, Any], pieces: dict[str, Any]
) -> None:
    assert caller.distill(**fields).data == {"url": URL, "metadata": METADATA, **pieces}


def test_the_url_is_told_as_it_was_sent(caller: Converter) -> None:
    moved = FetchedPage("https://example.com/moved", 200, "text/html", b"moved")
    caller.fetcher.script.set("HTTPS://Example.com/old#top", moved)
    data = caller.distill("HTTPS://Example.com/old#top").data
    assert data["url"] == "HTTPS://Example.com/old#top"
    assert data["metadata"]["sourceURL"] == "https://example.com/moved"


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({}, FetchOptions(country="US")),
        ({"countryCode": "DE"}, FetchOptions(country="DE")),
        ({"country_code": "fr"}, FetchOptions(country="FR")),
        ({"headers": {"X-Mine": "1"}}, FetchOptions(headers=(("X-Mine", "1"),))),
    ],
)
def test_a_page_is_fetched_as_it_was_asked_for(
    caller: Converter, route: str, fields: dict[str, Any], options: FetchOptions
) -> None:
    assert caller.call(route, {"url": URL, **fields}).status == 200
    assert caller.fetcher.options == [options]


def test_a_tenant_may_leave_robots_txt_aside(caller: Converter) -> None:
    caller.world.door.allowances.change("acme", {"robots": 0})
    caller.distill()
    caller.as_other().distill()
    assert [options.obey_robots for options in caller.fetcher.options] == [False]


def test_parts_of_a_page_are_chosen(caller: Converter) -> None:
    assert caller.distill(includeTags=["main"], excludeTags=[".ad"]).status == 200
    (options,) = caller.distiller.options
    assert (options.include_tags, options.exclude_tags) == (("main",), (".ad",))


@pytest.mark.parametrize("event", ["convert/distill", "convert/extract", "convert/suggest_fields"])
def test_a_recorded_request_is_answered(caller: Converter, event: str) -> None:
    assert caller.send(load(event)).data["url"] == URL


def test_a_base_path_makes_no_difference(caller: Converter) -> None:
    event = load("convert/distill")
    event["path"] = f"/scraping{event['path']}"
    assert caller.send(event).status == 200


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
        {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "TEXT"}}}},
        {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "text"}}}},
        {"title": "the headline"},
    ],
)
def test_rows_come_for_a_schema_of_any_shape(caller: Converter, schema: dict[str, Any]) -> None:
    answer = caller.extract(schema=schema)
    assert answer.data == {"url": URL, "data": [{"title": URL}]}
    assert answer.body["metadata"] == METADATA


def test_without_a_schema_rows_have_what_the_page_offers(caller: Converter) -> None:
    assert caller.extract().data == {"url": URL, "data": [{"title": URL}]}
    assert [order.suggest for order in caller.distiller.orders] == [True, False]


def test_rows_come_with_their_evidence_when_it_is_asked_for(caller: Converter) -> None:
    source = Provenance("json-ld", 0.9)
    found = Extracted(({"title": "One", "price": None},), ("price",), ({"title": source},))
    caller.distiller.rows.set(URL, found)
    data = caller.extract(schema={"title": "", "price": ""}, explain=True).data
    assert data["data"] == [{"title": "One", "price": None}]
    assert data["missing"] == ["price"]
    assert data["provenance"] == [{"title": {"source": "json-ld", "confidence": 0.9}}]


def test_rows_come_with_the_pieces_that_were_asked_for(caller: Converter) -> None:
    data = caller.extract(schema={"title": ""}, formats=["markdown", "metadata"]).data
    assert data == {"url": URL, "data": [{"title": URL}], **MARKDOWN}


def test_fields_are_proposed(caller: Converter) -> None:
    data = caller.suggest().data
    assert data == {
        "url": URL,
        "title": URL,
        "fields": [{"name": "title", "type": "TEXT", "instruction": ""}],
        "schema": {"type": "object", "properties": {"title": {"type": "string"}}},
        "firstSubpageUrl": None,
    }
    assert caller.extract(schema=data["schema"]).status == 200


READINGS = [
    {"type": "summary"},
    {"type": "question", "question": "Who?"},
    {"type": "highlights", "query": "price"},
]


def test_without_a_language_model_its_readings_are_refused(caller: Converter) -> None:
    for reading in READINGS:
        assert caller.distill(formats=[reading]).code == (503, "AI_SERVICE_UNAVAILABLE")


def test_a_language_model_reads_the_page() -> None:
    caller = Converter(model=ScriptedModel())
    caller.distiller.script.set(URL, PAGE)
    data = caller.distill(formats=["markdown", *READINGS]).data
    assert data == {
        "url": URL,
        "metadata": METADATA,
        **MARKDOWN,
        "summary": "# One",
        "answer": None,
        "highlights": ["# One"],
    }


def test_calls_count_among_those_that_write(caller: Converter) -> None:
    caller.world.door.allowances.change("acme", {"writes_a_minute": 3})
    answers = [caller.call(route, {"url": URL}) for route in (*ROUTES, "distill")]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == list("2100")
    assert answers[-1].code == (429, "RATE_LIMIT_EXCEEDED")
    assert len(caller.fetcher.fetched) == 3


def test_an_idempotency_key_means_nothing_here(caller: Converter) -> None:
    body, key = {"url": URL}, {"Idempotency-Key": "again"}
    assert caller.call("distill", body, key).headers.keys().isdisjoint({"Idempotency-Replayed"})
    assert caller.call("distill", {**body, "timeout": 5_000}, key).status == 200
    assert len(caller.fetcher.fetched) == 2


def test_a_call_is_one_line_without_anything_of_the_caller_s(
    caller: Converter, log: io.StringIO
) -> None:
    headers = {"Authorization": "Bearer of-a-site", "Cookie": "id=of-a-site"}
    caller.distill(f"{URL}?token=of-a-site", headers=headers)
    (line,) = log.getvalue().splitlines()
    told = json.loads(line)
    assert (told["tenant"], told["route"], told["status"]) == ("acme", "/openapi/v1/distill", 200)
    assert "of-a-site" not in line
