"""What does a failure of Bedrock mean for a page, and what does the operator learn?"""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import (
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ReadTimeoutError,
)

from batchbell.adapters.bedrock.failures import PREPARING_MS, THROTTLED_MS
from batchbell.adapters.bedrock.forms import Structured
from batchbell.adapters.bedrock.model import BedrockModel, Chosen
from batchbell.domain.codes import ErrorCode
from tests.adapters.bedrock.answering import MODEL, Answering, by_tool, fails_with

PAGE = "A page."
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
SUMMARY = by_tool("summary", {"summary": "A page."})


def summary(answering: Answering) -> None:
    answering.model().summary(PAGE, timeout_ms=9_000)


class Raising:
    """A client that fails before AWS has answered."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def converse(self, **_: Any) -> dict[str, Any]:
        raise self._error

    def model(self, tell: Callable[..., None] = print) -> BedrockModel:
        chosen = Chosen(model=MODEL, structured=Structured.TOOL)
        return BedrockModel(lambda _: self, chosen, tell, print)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("ThrottlingException", 429),
        ("ModelNotReadyException", 429),
        ("ModelErrorException", 424),
        ("InternalServerException", 500),
        ("ServiceUnavailableException", 503),
        ("SomethingNew", 502),
    ],
)
def test_what_passes_is_tried_again(code: str, status: int) -> None:
    answering = Answering().fail(code, status)
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True) as caught:
        summary(answering)
    assert caught[0].retry_after_ms == THROTTLED_MS
    assert answering.told == []


def test_the_wait_that_bedrock_asks_for_is_kept() -> None:
    answering = Answering().fail("ThrottlingException", 429, {"retry-after": "7"})
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True) as caught:
        summary(answering)
    assert caught[0].retry_after_ms == 7_000


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("AccessDeniedException", 403),
        ("ResourceNotFoundException", 404),
        ("ValidationException", 400),
        ("UnrecognizedClientException", 403),
    ],
)
def test_what_an_operator_has_to_mend_is_told_to_the_log_alone(code: str, status: int) -> None:
    answering = Answering().fail(code, status)
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE) as caught:
        summary(answering)
    [(_, fields)] = answering.told
    assert fields["to_do"]
    assert {**fields, "to_do": ""} == {
        "error_code": code,
        "model": MODEL,
        "form": "summary",
        "request_id": "r-1",
        "to_do": "",
    }
    assert MODEL not in caught[0].message
    assert code not in caught[0].message


def test_a_callers_schema_that_is_not_taken_is_the_schemas_failure() -> None:
    answering = Answering().fail("ValidationException", 400)
    with fails_with(ErrorCode.AI_EXTRACTION_FAILED):
        answering.model().extract(PAGE, SCHEMA, [], rows=False, timeout_ms=9_000)
    assert len(answering.told) == 1


def test_a_model_that_takes_too_long_is_a_time_out() -> None:
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True):
        summary(Answering().fail("ModelTimeoutException", 408))


def test_the_first_time_out_of_a_schema_leaves_it_time_to_be_prepared() -> None:
    model = Raising(ReadTimeoutError(endpoint_url="https://bedrock.example")).model()
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True) as caught:
        model.summary(PAGE, timeout_ms=9_000)
    assert caught[0].retry_after_ms == PREPARING_MS


def test_a_schema_that_has_been_answered_is_prepared() -> None:
    answering = Answering().give(SUMMARY).fail("ModelTimeoutException", 408)
    model = answering.model()
    model.summary(PAGE, timeout_ms=9_000)
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True) as caught:
        model.summary(PAGE, timeout_ms=9_000)
    assert caught[0].retry_after_ms is None


def test_only_so_many_schemas_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("batchbell.adapters.bedrock.model.MAX_REMEMBERED", 0)
    model = Answering().give(SUMMARY).fail("ModelTimeoutException", 408).model()
    model.summary(PAGE, timeout_ms=9_000)
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True) as caught:
        model.summary(PAGE, timeout_ms=9_000)
    assert caught[0].retry_after_ms == PREPARING_MS


def test_another_schema_is_not_prepared_by_that() -> None:
    answering = Answering().give(SUMMARY).fail("ModelTimeoutException", 408)
    model = answering.model()
    model.summary(PAGE, timeout_ms=9_000)
    with fails_with(ErrorCode.AI_TIMEOUT, retryable=True) as caught:
        model.extract(PAGE, SCHEMA, [], rows=False, timeout_ms=9_000)
    assert caught[0].retry_after_ms == PREPARING_MS


@pytest.mark.parametrize("error", [ConnectTimeoutError, EndpointConnectionError])
def test_a_broken_connection_passes(error: type[Any]) -> None:
    model = Raising(error(endpoint_url="https://bedrock.example", error="")).model()
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE, retryable=True):
        model.summary(PAGE, timeout_ms=9_000)


def test_without_credentials_there_is_no_model() -> None:
    told: list[str] = []
    model = Raising(NoCredentialsError()).model(lambda _, fields: told.append(fields["error_code"]))
    with fails_with(ErrorCode.AI_SERVICE_UNAVAILABLE):
        model.summary(PAGE, timeout_ms=9_000)
    assert told == ["NoCredentialsError"]
