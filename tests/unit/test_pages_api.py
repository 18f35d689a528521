"""What may a caller of the Pages API send, field by field?"""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from batchbell.contracts.pages_api import DistillBatchRequest, ExtractBatchRequest

URLS = ["https://site.example/"]


def parsed(**fields: Any) -> DistillBatchRequest:
    """A request with one URL and these fields."""
    return DistillBatchRequest.model_validate({"urls": URLS, **fields})


def refused(**fields: Any) -> str:
    """The message of the one field that is refused."""
    with pytest.raises(ValidationError) as error:
        parsed(**fields)
    (problem,) = error.value.errors()
    return str(problem["msg"])


def test_only_urls_are_needed() -> None:
    request = parsed()
    assert (request.urls, request.timeout) == (URLS, 30_000)
    assert request.asked_formats == {"markdown"}


@pytest.mark.parametrize("urls", [["no url"], [""], ["\ud800"], ["x" * 3_000], URLS * 3])
def test_any_list_of_strings_is_taken(urls: list[str]) -> None:
    """Q19, D11: a bad one fails its own row, and equal ones are rows of their own."""
    assert DistillBatchRequest.model_validate({"urls": urls}).urls == urls


@pytest.mark.parametrize("urls", ["https://a.example/", [1], [None], [["a"]], {"a": 1}, None])
def test_anything_else_is_not(urls: object) -> None:
    with pytest.raises(ValidationError):
        DistillBatchRequest.model_validate({"urls": urls})


@pytest.mark.parametrize(
    ("field", "lowest", "highest"), [("timeout", 5_000, 60_000), ("waitFor", 0, 10_000)]
)
def test_a_number_has_its_limits(field: str, lowest: int, highest: int) -> None:
    for most in (lowest, highest):
        parsed(**{field: most})
    wrong: list[object] = [lowest - 1, highest + 1, str(lowest), None, True, lowest + 0.5]
    for value in wrong:
        assert refused(**{field: value})


@pytest.mark.parametrize("name", ["countryCode", "country_code"])
def test_a_country_has_two_spellings(name: str) -> None:
    assert parsed(**{name: "de"}).country_code == "DE"
    assert "two letters" in refused(**{name: "USA"})


@pytest.mark.parametrize("name", ["countryCode", "country_code"])
def test_a_country_that_is_null_is_the_default(name: str) -> None:
    assert parsed(**{name: None}).country_code == parsed().country_code == "US"


@pytest.mark.parametrize("name", ["webhook", "callback"])
def test_a_webhook_has_two_names(name: str) -> None:
    """W19."""
    hook = parsed(**{name: {"url": "https://a.example/hook", "secret": "s"}}).webhook
    assert hook
    assert (hook.url, hook.secret) == ("https://a.example/hook", "s")


@pytest.mark.parametrize(
    "url",
    ["http://a.example", "https://a.example:8443/x?y#z", "http://127.0.0.1/", "http://[::1]/"],
)
def test_an_address_that_may_not_be_dialled_is_taken(url: str) -> None:
    """That is an attempt that failed."""
    hook = parsed(webhook={"url": url}).webhook
    assert hook
    assert hook.url == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a.example",
        "ftp://a.example/",
        "https://",
        "https:///x",
        "https://a b/",
        "https://a.example/\n",
        "http://[::1/",
        "http://a.example:0/",
        "http://a.example:99999/",
        "https://a.example/" + "x" * 2_048,
    ],
)
def test_what_is_no_url_is_refused(url: str) -> None:
    assert refused(webhook={"url": url})


@pytest.mark.parametrize("mode", ["basic", "full"])
def test_rendering_is_refused_and_says_why(mode: str) -> None:
    """Never ignored: a caller would miss it in the rows."""
    assert "no browser engine is configured" in refused(renderMode=mode)


def test_a_tag_that_cannot_be_selected_is_refused() -> None:
    assert "div::before" in refused(includeTags=["main", "div::before"])


@pytest.mark.parametrize("name", ["Host", "connection", "Proxy-Connection", "Content-Length"])
def test_headers_that_are_not_the_callers_are_refused(name: str) -> None:
    assert name in refused(headers={name: "x"})


def test_readings_are_asked_for_among_the_formats() -> None:
    request = parsed(
        formats=[
            "markdown",
            {"type": "summary"},
            {"type": "question", "question": "Which?"},
            {"type": "highlights", "query": "prices"},
        ]
    )
    assert request.asked_formats == {"markdown"}
    assert (request.summary, request.question, request.query) == (True, "Which?", "prices")
    assert "once each" in refused(formats=[{"type": "summary"}, {"type": "summary"}])


def test_rows_have_a_longer_time_and_no_pieces_unless_asked_for() -> None:
    request = ExtractBatchRequest.model_validate({"urls": URLS, "schema": {"a": "b"}})
    assert (request.timeout, request.asked_formats, request.shape) == (
        60_000,
        frozenset(),
        {"a": "b"},
    )
    longest = {"urls": URLS, "timeout": 120_000, "formats": ["metadata"]}
    assert ExtractBatchRequest.model_validate(longest).asked_formats == {"metadata"}


@pytest.mark.parametrize(
    "fields",
    [
        {"includeTags": []},
        {"headers": {}},
        {"renderMode": "none"},
        {"includeHtml": False},
        {"extractLinks": False},
        {"forceRefresh": True},
        {"waitFor": 10_000},
        {"apiVersion": 3, "onlyMainContent": [None]},
    ],
    ids=str,
)
def test_what_asks_for_nothing_more_is_taken(fields: dict[str, Any]) -> None:
    """Unknown fields are ignored: clients send more than they document."""
    assert parsed(**fields).asked_formats == {"markdown"}


def test_formats_are_asked_for_in_either_spelling() -> None:
    assert parsed(formats=["metadata"]).asked_formats == {"metadata"}
    assert parsed(include=["metadata"]).asked_formats == {"markdown", "metadata"}
    assert parsed(includeHtml=True, extractLinks=True).asked_formats == {
        "markdown",
        "html",
        "links",
    }


@pytest.mark.parametrize("formats", [[], ["poem"], "markdown", [1], [{}]])
def test_other_formats_do_not_exist(formats: object) -> None:
    assert refused(formats=formats)


def test_null_in_one_spelling_hides_nothing_in_the_other() -> None:
    hook = {"url": "https://receiver.example/"}
    for one, other in (("webhook", "callback"), ("callback", "webhook")):
        found = parsed(**{one: None, other: hook}).webhook
        assert found is not None
        assert found.url == hook["url"]
    assert parsed(countryCode=None, country_code="us").country_code.upper() == "US"


def test_metadata_are_at_most_2_kb() -> None:
    """Of JSON in UTF-8."""
    frame = len(json.dumps({"a": ""}, separators=(",", ":")))
    most = {"a": "é" * ((2_048 - frame) // 2)}
    assert parsed(metadata=most).metadata == most
    assert "2048 bytes" in refused(metadata={"a": most["a"] + "é"})


@pytest.mark.parametrize("metadata", [[], "text", 1, True])
def test_metadata_are_an_object(metadata: object) -> None:
    assert refused(metadata=metadata)


def test_metadata_hold_any_text() -> None:
    """D11."""
    odd = {"\ufffe": "\x00", "漢": ["\ud800"]}
    assert parsed(metadata=odd).metadata == odd
