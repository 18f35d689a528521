"""What does POST /openapi/v1/batch/distill refuse, and how does it say so?"""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.functions.callers import Caller
from tests.functions.event_files import load

URL = "https://example.com/"
NO_BROWSER = "no browser engine is configured: rendering is not available"
ONCE = "must hold summary, question and highlights once each at most"
LONG_QUESTION = "must be at most 2000 characters"
FORMAT_NAMES = "must be 'markdown', 'links', 'images', 'metadata' or 'html'"
FORMAT = "must be the name of a format, or an object with a type"
FORMAT_KINDS = "must be an object of type summary, question or highlights"

STRINGS = "must be a list of strings"
LIST = "must be a list"
TEXT = "must be a string"
OBJECT = "must be an object"
WHOLE = "must be a whole number"
TRUTH = "must be true or false"
EMPTY = "must not be empty"


@pytest.fixture(autouse=True)
def nothing_is_stored(caller: Caller) -> Iterator[None]:
    """A refused submission leaves nothing behind."""
    yield
    assert not caller.world.records.batches
    assert not caller.world.specs.stored


WRONG: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"urls": None}, {"urls": LIST}),
    ({"urls": URL}, {"urls": LIST}),
    ({"urls": {"0": URL}}, {"urls": LIST}),
    ({"urls": [URL, 5]}, {"urls": STRINGS}),
    ({"urls": [None]}, {"urls": STRINGS}),
    ({"urls": [[URL]]}, {"urls": STRINGS}),
    ({"urls": []}, {"urls": "must hold at least one URL"}),
    ({"timeout": None}, {"timeout": WHOLE}),
    ({"timeout": "30000"}, {"timeout": WHOLE}),
    ({"timeout": 30_000.5}, {"timeout": WHOLE}),
    ({"timeout": True}, {"timeout": WHOLE}),
    ({"timeout": [30_000]}, {"timeout": WHOLE}),
    ({"timeout": 4_999}, {"timeout": "must be >= 5000"}),
    ({"timeout": -1}, {"timeout": "must be >= 5000"}),
    ({"timeout": 60_001}, {"timeout": "must be <= 60000"}),
    ({"timeout": 10**400}, {"timeout": "must be <= 60000"}),
    ({"waitFor": "1"}, {"waitFor": WHOLE}),
    ({"waitFor": -1}, {"waitFor": "must be >= 0"}),
    ({"waitFor": 10_001}, {"waitFor": "must be <= 10000"}),
    ({"includeTags": "main"}, {"includeTags": LIST}),
    ({"includeTags": [1, 2]}, {"includeTags.0": TEXT}),
    ({"excludeTags": {}}, {"excludeTags": LIST}),
    ({"excludeTags": ["nav", None]}, {"excludeTags.1": TEXT}),
    ({"headers": []}, {"headers": OBJECT}),
    ({"headers": {"X-A": 1}}, {"headers": "must hold strings only"}),
    ({"formats": [{"type": "summary"}] * 2}, {"formats": ONCE}),
    (
        {"formats": [{"type": "question", "question": "?" * 2_001}]},
        {"formats.0.question": LONG_QUESTION},
    ),
    ({"countryCode": "US", "country_code": 1}, {"country_code": TEXT}),
    ({"webhook": {"url": URL}, "callback": 1}, {"callback": OBJECT}),
    ({"countryCode": 1}, {"countryCode": TEXT}),
    ({"countryCode": "USA"}, {"countryCode": "must be two letters"}),
    ({"countryCode": "U"}, {"countryCode": "must be two letters"}),
    ({"countryCode": "U1"}, {"countryCode": "must be two letters"}),
    ({"countryCode": "ÜS"}, {"countryCode": "must be two letters"}),
    ({"countryCode": "US\n"}, {"countryCode": "must be two letters"}),
    ({"countryCode": "\ud800S"}, {"countryCode": "must be two letters"}),
    ({"country_code": ""}, {"country_code": "must be two letters"}),
    ({"renderMode": None}, {"renderMode": "must be 'none', 'basic' or 'full'"}),
    ({"renderMode": "NONE"}, {"renderMode": "must be 'none', 'basic' or 'full'"}),
    ({"renderMode": "basic"}, {"renderMode": NO_BROWSER}),
    ({"renderMode": "full"}, {"renderMode": NO_BROWSER}),
    ({"formats": None}, {"formats": LIST}),
    ({"formats": "markdown"}, {"formats": LIST}),
    ({"formats": []}, {"formats": EMPTY}),
    ({"formats": ["pdf"]}, {"formats.0": FORMAT_NAMES}),
    ({"formats": ["markdown", 5]}, {"formats.1": FORMAT}),
    ({"formats": [{}]}, {"formats.0": FORMAT}),
    ({"formats": [{"type": "poem"}]}, {"formats.0": FORMAT_KINDS}),
    ({"formats": [{"type": "name"}]}, {"formats.0": FORMAT_KINDS}),
    ({"formats": [{"type": "question"}]}, {"formats.0.question": "is required"}),
    ({"formats": [{"type": "question", "question": 1}]}, {"formats.0.question": TEXT}),
    ({"formats": [{"type": "question", "question": ""}]}, {"formats.0.question": EMPTY}),
    ({"formats": [{"type": "highlights"}]}, {"formats.0.query": "is required"}),
    ({"include": "metadata"}, {"include": LIST}),
    ({"include": ["markdown"]}, {"include.0": "must be 'metadata', 'html' or 'links'"}),
    ({"includeHtml": "true"}, {"includeHtml": TRUTH}),
    ({"includeHtml": 1}, {"includeHtml": TRUTH}),
    ({"extractLinks": None}, {"extractLinks": TRUTH}),
    ({"forceRefresh": "no"}, {"forceRefresh": TRUTH}),
    ({"webhook": "https://example.com/hook"}, {"webhook": OBJECT}),
    ({"webhook": {}}, {"webhook.url": "is required"}),
    ({"callback": {}}, {"callback.url": "is required"}),
    ({"webhook": {"url": None}}, {"webhook.url": TEXT}),
    ({"webhook": {"url": URL, "secret": 5}}, {"webhook.secret": TEXT}),
    ({"webhook": {"url": URL, "secret": ""}}, {"webhook.secret": EMPTY}),
    (
        {"webhook": {"url": URL, "secret": "s" * 1_025}},
        {"webhook.secret": "must be at most 1024 characters"},
    ),
    (
        {"webhook": {"url": URL, "secret": "\udfff"}},
        {"webhook.secret": "must be text without lone surrogates"},
    ),
    ({"webhook": {"url": URL, "headers": []}}, {"webhook.headers": OBJECT}),
    ({"metadata": "order 17"}, {"metadata": OBJECT}),
    ({"metadata": [1]}, {"metadata": OBJECT}),
    (
        {"metadata": {"note": "x" * 2_038}},
        {"metadata": "must be at most 2048 bytes of JSON, is 2049"},
    ),
    ({"timeout": 1, "waitFor": "x"}, {"timeout": "must be >= 5000", "waitFor": WHOLE}),
]


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("headers", {"Host": "internal"}, "Host"),
        ("headers", {"Proxy-Authorization": "x"}, "Proxy-Authorization"),
        ("headers", {"X-A": "1\r\nX-B: 2"}, "X-A"),
        ("includeTags", ["main", "div::before"], "div::before"),
        ("excludeTags", ["["], "["),
    ],
)
def test_what_may_not_be_sent_is_named(
    caller: Caller, field: str, value: object, named: str
) -> None:
    answer = caller.post({"urls": [URL], field: value})
    assert answer.code == (400, "INVALID_PARAMETER")
    assert named in answer.error["details"][field]


@pytest.mark.parametrize(
    ("fields", "details"), WRONG, ids=[ascii(fields)[:60] for fields, _ in WRONG]
)
def test_a_wrong_field_is_named(
    caller: Caller, fields: dict[str, Any], details: dict[str, str]
) -> None:
    answer = caller.post({"urls": [URL], **fields})
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == details


@pytest.mark.parametrize("body", [{"urls": []}, {"urls": None}, {}, {"URLS": [URL]}], ids=str)
def test_an_empty_submission_is_refused(caller: Caller, body: dict[str, Any]) -> None:
    """C15: and nothing is stored, so nobody waits for a callback that never comes."""
    hook = {"url": "https://receiver.example/hook"}
    assert caller.post({**body, "webhook": hook}, "order-1").code == (400, "INVALID_PARAMETER")
    assert caller.world.take_changes() == []


def test_urls_are_required(caller: Caller) -> None:
    answer = caller.post({"timeout": 30_000})
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"urls": "is required"}
    assert answer.error["message"] == "Correct these fields and send it again: urls."


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.com/hook",
        "//example.com/hook",
        "ftp://example.com/hook",
        "javascript:alert(1)",
        "https://",
        "https:///hook",
        "http://[::1",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://example.com:port/",
        "http://exa mple.com/",
        "http://example.com/\x00",
        "http://example.com/\n",
    ],
)
def test_what_is_no_url_cannot_be_called_back(caller: Caller, address: str) -> None:
    answer = caller.submit(URL, webhook={"url": address})
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"webhook.url": "must be an http or https URL"}


def test_a_webhook_url_has_at_most_2048_characters(caller: Caller) -> None:
    answer = caller.submit(URL, webhook={"url": URL + "x" * (2_049 - len(URL))})
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"webhook.url": "must be at most 2048 characters"}


def test_too_many_urls(caller: Caller) -> None:
    answer = caller.submit(*[URL] * 101)
    assert answer.code == (400, "BATCH_SIZE_EXCEEDED")
    assert answer.error["message"] == "A batch holds at most 100 URLs, this has 101. Split it."
    assert answer.error["details"] == {"urls": "at most 100"}


def test_however_much_is_wrong_the_answer_stays_short(caller: Caller) -> None:
    answer = caller.submit(
        URL,
        includeTags=list(range(1_000)),
        headers={"x" * 10_000 + str(number): number for number in range(100)},
    )
    assert answer.code == (400, "INVALID_PARAMETER")
    assert len(json.dumps(answer.body)) < 10_000


MALFORMED = [
    "",
    " ",
    "urls",
    "{",
    "{'urls': []}",
    '{"urls": [],}',
    '{"urls": [] // none\n}',
    '{"urls": ["https://example.com/\n"]}',
    '{"urls": ["https://example.com/"], "metadata": {"a": NaN}}',
    '{"urls": ["https://example.com/"], "metadata": {"a": Infinity}}',
    '{"urls": ["https://example.com/"], "metadata": {"a": -Infinity}}',
    '{"urls": ["https://example.com/"], "metadata": {"a": 1e999}}',
    '{"urls": ["https://example.com/"], "timeout": ' + "1" * 5_000 + "}",
    '\ufeff{"urls": ["https://example.com/"]}',
    "[" * 100_000,
    '{"urls": ["https://example.com/"], "other": ' + "[" * 100_000 + "]" * 100_000 + "}",
]


@pytest.mark.parametrize("body", MALFORMED, ids=[ascii(body)[:40] for body in MALFORMED])
def test_what_is_not_json_is_malformed(caller: Caller, body: str) -> None:
    answer = caller.post(body)
    assert answer.code == (400, "MALFORMED_REQUEST_BODY")
    assert answer.error["message"] == "The body must be JSON."
    assert answer.error["details"] is None


@pytest.mark.parametrize("body", ["null", "true", "5", '"urls"', '["https://example.com/"]'])
def test_what_is_no_object_is_malformed(caller: Caller, body: str) -> None:
    answer = caller.post(body)
    assert answer.code == (400, "MALFORMED_REQUEST_BODY")
    assert answer.error["message"] == "The body must be a JSON object."


@pytest.mark.parametrize("field", ["metadata", "other"])
def test_what_is_nested_too_deeply_is_malformed(caller: Caller, field: str) -> None:
    nested = '{"a":' * 100 + "1" + "}" * 100
    answer = caller.post(f'{{"urls": ["{URL}"], "{field}": {nested}}}')
    assert answer.code == (400, "MALFORMED_REQUEST_BODY")
    assert "100 deep" in answer.error["message"]


def test_no_body_at_all_is_malformed(caller: Caller) -> None:
    event = load("submit/batch")
    event["body"] = None
    assert caller.send(event).code == (400, "MALFORMED_REQUEST_BODY")


@pytest.mark.parametrize(
    "body", ["!", "====", "YQ", base64.b64encode(b'{"urls": ["\xff\xfe"]}').decode()]
)
def test_bytes_that_are_no_utf_8_are_malformed(caller: Caller, body: str) -> None:
    event = load("submit/batch")
    event |= {"body": body, "isBase64Encoded": True}
    assert caller.send(event).code == (400, "MALFORMED_REQUEST_BODY")


@pytest.mark.parametrize("encoded", [False, True])
@pytest.mark.parametrize("filler", ["x", "é"])
def test_a_body_over_5_mb_is_too_large(caller: Caller, encoded: bool, filler: str) -> None:
    frame = '{"urls": [], "other": ""}'
    size = len(filler.encode())
    body = frame[:-2] + filler * ((5_000_001 - len(frame)) // size) + frame[-2:]
    body = body.ljust(len(body) + 5_000_001 - len(body.encode()))
    event = load("submit/batch")
    event["body"] = base64.b64encode(body.encode()).decode() if encoded else body
    event["isBase64Encoded"] = encoded
    assert len(body.encode()) == 5_000_001
    assert caller.send(event).code == (413, "REQUEST_TOO_LARGE")


def test_a_body_of_5_mb_is_read(caller: Caller) -> None:
    answer = caller.post('{"urls": []}'.ljust(5_000_000))
    assert answer.error["details"] == {"urls": "must hold at least one URL"}


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_an_idempotency_key_has_1_to_255_characters(caller: Caller, key: str) -> None:
    answer = caller.post({"urls": [URL]}, idempotency_key=key)
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"Idempotency-Key": "must be 1 to 255 characters"}
