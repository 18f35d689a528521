"""How often is Textract asked, what does its failure mean, and what is counted as spent?"""

from typing import Any

import pytest
from botocore.exceptions import (
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    NoRegionError,
    ReadTimeoutError,
)

from batchbell.adapters.textract.asking import CALL_MS, TRIES, Operation, waits
from batchbell.domain.codes import DocumentReason
from batchbell.domain.errors import DocumentFailed, Unavailable
from tests.adapters.textract.answering import Answering
from tests.engines.document.answers import Blocks, expense, item

ANSWER = expense([item(150, "Nails", "3.20")])
PICTURE = b"a picture"


def ask(
    answering: Answering, remaining_ms: float = 100_000, operation: Operation = Operation.EXPENSE
) -> Any:
    return answering.asking().ask(operation, PICTURE, lambda: remaining_ms)


def refused(answering: Answering) -> DocumentFailed:
    with pytest.raises(DocumentFailed) as failed:
        ask(answering)
    return failed.value


def test_a_picture_is_sent_and_its_expenses_come_back() -> None:
    answering = Answering().give(Operation.EXPENSE, ANSWER)
    assert ask(answering) == ANSWER
    assert answering.requests == [{"Document": {"Bytes": PICTURE}}]


def test_tables_alone_are_asked_of_a_document() -> None:
    blocks = Blocks()
    blocks.table(blocks.grid([["Day", "Hours"], ["Monday", "7.5"]]))
    answering = Answering().give(Operation.TABLES, blocks.answer())
    assert ask(answering, operation=Operation.TABLES) == blocks.answer()
    [request] = answering.requests
    assert request == {"Document": {"Bytes": PICTURE}, "FeatureTypes": ["TABLES"]}


PASSING = [
    ("ThrottlingException", 400),
    ("ProvisionedThroughputExceededException", 400),
    ("InternalServerError", 500),
    ("LimitExceededException", 400),
    ("ServiceUnavailable", 503),
    ("SomethingNew", 502),
]


@pytest.mark.parametrize(("code", "status"), PASSING)
def test_what_passes_is_tried_again(code: str, status: int) -> None:
    answering = Answering().fail(code, status).fail(code, status).give(Operation.EXPENSE, ANSWER)
    assert ask(answering) == ANSWER
    assert answering.waits[0] == 0
    assert 0 < answering.waits[1] < answering.waits[2]
    assert answering.told == []


@pytest.mark.parametrize(("code", "status"), PASSING)
def test_what_does_not_pass_is_for_later(code: str, status: int) -> None:
    answering = Answering()
    for _ in range(TRIES):
        answering.fail(code, status)
    with pytest.raises(Unavailable):
        ask(answering)
    answering.over()


def test_only_answers_are_spent() -> None:
    answering = Answering().fail("ThrottlingException").give(Operation.EXPENSE, ANSWER)
    ask(answering)
    assert answering.spent == [(Operation.EXPENSE, 1)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("BadDocumentException", DocumentReason.CORRUPT_FILE),
        ("DocumentTooLargeException", DocumentReason.TOO_LARGE),
        ("UnsupportedDocumentException", DocumentReason.UNSUPPORTED_FILE_TYPE),
        ("InvalidParameterException", DocumentReason.ENGINE_ERROR),
    ],
)
def test_a_refused_page_is_the_documents_failure_at_once(code: str, reason: DocumentReason) -> None:
    answering = Answering().fail(code)
    failed = refused(answering)
    assert failed.reason is reason
    assert code not in failed.message
    assert "AWS" not in failed.message
    assert answering.spent == []


def test_a_request_that_is_not_understood_is_told_to_the_log() -> None:
    answering = Answering().fail("InvalidParameterException")
    refused(answering)
    [(_, fields)] = answering.told
    assert fields["error_code"] == "InvalidParameterException"


@pytest.mark.parametrize(
    "code", ["AccessDeniedException", "UnrecognizedClientException", "ExpiredTokenException"]
)
def test_what_an_operator_has_to_mend_is_for_later_and_told_to_the_log(code: str) -> None:
    answering = Answering().fail(code, 400)
    with pytest.raises(Unavailable):
        ask(answering)
    [(_, fields)] = answering.told
    assert fields["to_do"]
    assert {**fields, "to_do": ""} == {
        "operation": "AnalyzeExpense",
        "error_code": code,
        "request_id": "r-1",
        "to_do": "",
    }


class Raising:
    """A client that fails before AWS has answered."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def analyze_expense(self, **_: Any) -> dict[str, Any]:
        raise self._error

    analyze_document = analyze_expense


@pytest.mark.parametrize("error", [ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError])
def test_a_broken_connection_passes(error: type[Any]) -> None:
    answering = Answering()
    client = Raising(error(endpoint_url="https://textract.example", error=""))
    with pytest.raises(Unavailable):
        answering.asking(within=lambda _: client).ask(Operation.EXPENSE, PICTURE, lambda: 100_000)
    assert len(answering.waits) == TRIES


@pytest.mark.parametrize("error", [NoCredentialsError, NoRegionError])
def test_without_credentials_nobody_is_asked_twice(error: type[Any]) -> None:
    answering = Answering()
    with pytest.raises(Unavailable):
        answering.asking(within=lambda _: Raising(error())).ask(
            Operation.EXPENSE, PICTURE, lambda: 100_000
        )
    assert answering.waits == [0]
    assert [fields["error_code"] for _, fields in answering.told] == [error.__name__]


@pytest.mark.parametrize(("remaining_ms", "given"), [(5_000, 5_000), (500_000, CALL_MS)])
def test_a_call_is_given_the_time_that_is_left_and_no_more_than_it_needs(
    remaining_ms: float, given: float
) -> None:
    """Q2."""
    answering = Answering().give(Operation.EXPENSE, ANSWER)
    ask(answering, remaining_ms)
    assert answering.times == [given]


def test_no_try_is_begun_without_time_for_the_wait() -> None:
    answering = Answering().fail("ThrottlingException")
    with pytest.raises(Unavailable):
        ask(answering, remaining_ms=200)
    assert answering.waits == [0]


def test_without_time_the_document_is_late() -> None:
    with pytest.raises(DocumentFailed) as failed:
        Answering().asking(within=lambda _: None).ask(Operation.EXPENSE, PICTURE, lambda: 900)
    assert failed.value.reason is DocumentReason.TIMEOUT


def test_waits_differ_and_end() -> None:
    assert list(waits()) != list(waits())
    assert 20 < sum(waits()) < 60
