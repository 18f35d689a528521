"""What is answered to a caller who waits for a page in vain?"""

import io
import json
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page import DistilledPage, FetchedPage
from tests.functions.converting import ROUTES, TIME_MS, URL, Converter


@pytest.fixture
def caller() -> Converter:
    """Somebody who waits for a page."""
    return Converter()


FAILURES = {
    ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR: 422,
    ErrorCode.SCRAPE_SSL_ERROR: 422,
    ErrorCode.SCRAPE_SITE_ERROR: 422,
    ErrorCode.SCRAPE_EMPTY_CONTENT: 422,
    ErrorCode.SCRAPE_CONTENT_TOO_LARGE: 422,
    ErrorCode.SCRAPE_TARGET_FORBIDDEN: 422,
    ErrorCode.SCRAPE_TARGET_NOT_FOUND: 422,
    ErrorCode.SCRAPE_UNSUPPORTED_FILE: 422,
    ErrorCode.SCRAPE_TARGET_RATE_LIMITED: 429,
    ErrorCode.SCRAPE_TIMEOUT: 408,
    ErrorCode.DISTILL_FAILED: 500,
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("code", "status"), FAILURES.items())
def test_a_page_that_fails_says_why(
    caller: Converter, route: str, code: ErrorCode, status: int
) -> None:
    caller.fetcher.script.set(URL, PageFailed(code, "Do this instead.", retryable=True))
    answer = caller.call(route, {"url": URL, "timeout": 5_000})
    assert answer.code == (status, code)
    assert (answer.error["message"], answer.error["details"]) == ("Do this instead.", None)
    assert len(caller.fetcher.fetched) == 1, "a caller who waits is not kept for a second attempt"


@pytest.mark.parametrize(
    ("wish_ms", "told"), [(None, "60"), (0, "1"), (1_001, "2"), (90_000, "90")]
)
def test_a_site_that_is_asked_too_often_says_when_to_come_again(
    caller: Converter, wish_ms: int | None, told: str
) -> None:
    busy = PageFailed(ErrorCode.SCRAPE_TARGET_RATE_LIMITED, "Busy.", retry_after_ms=wish_ms)
    caller.fetcher.script.set(URL, busy)
    assert caller.distill().headers["Retry-After"] == told


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "url",
    ["", "example.com", "ftp://example.com/", "https://", "https://a/" + "x" * 2_039, "\ud800"],
)
def test_what_is_no_url_is_refused_before_anything_begins(
    caller: Converter, route: str, url: str
) -> None:
    caller.world.door.allowances.change("acme", {"slots": 1})
    caller.world.slots.take("acme", f"request#{caller.world.clock() + 1}#other", 1)
    assert caller.call(route, {"url": url}).code == (400, "INVALID_URL")
    assert caller.fetcher.fetched == []


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("body", "details"),
    [
        ({}, {"url": "is required"}),
        ({"url": 5}, {"url": "must be a string"}),
        ({"url": URL, "timeout": 4_999}, {"timeout": "must be >= 5000"}),
        ({"url": URL, "countryCode": "USA"}, {"countryCode": "must be two letters"}),
    ],
)
def test_wrong_fields_are_named(
    caller: Converter, route: str, body: dict[str, Any], details: dict[str, str]
) -> None:
    answer = caller.call(route, body)
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == details


@pytest.mark.parametrize("route", ROUTES)
def test_who_has_no_valid_key_gets_no_page(caller: Converter, route: str) -> None:
    stranger = Converter(caller.world, "bb_" + "0" * 32)
    assert stranger.call(route, {"url": URL}).code == (401, "API_KEY_NOT_FOUND")
    assert stranger.call(route, "{").code == (401, "API_KEY_NOT_FOUND")
    assert caller.call(route, "{").code == (400, "MALFORMED_REQUEST_BODY")


def test_a_schema_that_cannot_be_used_is_refused(caller: Converter) -> None:
    assert caller.extract(schema={}).code == (400, "INVALID_SCHEMA")
    assert caller.extract(prompt="?").code == (400, "INVALID_PARAMETER")
    both = caller.extract(prompt="?", schema={"title": ""})
    assert both.code == (400, "SCHEMA_AND_PROMPT_EXCLUSIVE")


def test_rows_without_any_value_are_none(caller: Converter) -> None:
    caller.distiller.rows.set(URL, Extracted(({"title": None},), ("title",)))
    assert caller.extract(schema={"title": ""}).code == (500, "EXTRACT_FAILED")


def test_a_page_that_no_answer_can_hold_is_refused(caller: Converter) -> None:
    caller.distiller.script.set(URL, DistilledPage("x" * 5_000_000))
    assert caller.distill().code == (422, "SCRAPE_CONTENT_TOO_LARGE")
    assert caller.extract(schema={"title": ""}).status == 200, "its Markdown is not asked for"


@pytest.mark.parametrize(
    ("route", "job"),
    [
        ("distill", "/async/distill"),
        ("extract", "/async/extract"),
        ("suggest_fields", "/async/extract"),
    ],
)
def test_who_cannot_wait_so_long_is_told_who_can(caller: Converter, route: str, job: str) -> None:
    caller.fetcher.pace.takes_ms = 29_000
    began = caller.world.clock()
    answer = caller.call(route, {"url": URL, "timeout": 30_000})
    assert answer.code == (408, "REQUEST_TIMEOUT")
    assert job in answer.error["message"]
    assert caller.world.clock() - began < TIME_MS


def test_the_caller_s_own_time_limit_is_the_page_s_failure(caller: Converter) -> None:
    caller.fetcher.pace.takes_ms = 29_000
    assert caller.distill(timeout=5_000).code == (408, "SCRAPE_TIMEOUT")


def test_with_all_slots_in_use_a_call_is_refused(caller: Converter) -> None:
    caller.world.door.allowances.change("acme", {"slots": 1})
    caller.world.slots.take("acme", f"request#{caller.world.clock() + 1}#other", 1)
    answer = caller.distill()
    assert answer.code == (429, "RATE_LIMIT_EXCEEDED")
    assert "slots" in answer.error["message"]
    assert answer.headers["Retry-After"] == "1"
    assert caller.fetcher.fetched == []
    assert caller.as_other().distill().status == 200
    caller.world.clock.advance(1)
    assert caller.distill().status == 200


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (FetchedPage(URL, 200, "text/html", b"One"), 200),
        (PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "Down."), 422),
        (ZeroDivisionError(), 500),
    ],
    ids=["a page", "a failure", "a fault"],
)
@pytest.mark.parametrize("route", ROUTES)
def test_a_call_leaves_no_slot_behind(
    caller: Converter, route: str, outcome: FetchedPage | Exception, status: int
) -> None:
    caller.fetcher.script.set(URL, outcome)
    caller.world.door.allowances.change("acme", {"slots": 1})
    answers = [caller.call(route, {"url": URL}).status for _ in range(2)]
    assert answers == [status, status]
    assert caller.holders == set()


def test_a_failure_is_one_line_with_its_code(caller: Converter, log: io.StringIO) -> None:
    caller.fetcher.script.set(URL, PageFailed(ErrorCode.SCRAPE_EMPTY_CONTENT, "Empty."))
    caller.distill()
    (line,) = log.getvalue().splitlines()
    assert (json.loads(line)["status"], json.loads(line)["code"]) == (422, "SCRAPE_EMPTY_CONTENT")
