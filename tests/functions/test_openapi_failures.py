"""Does docs/openapi.json name every error that an operation may answer, and no other?"""

from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from tests.functions.documented import document, responses

KEY_CODES = {code.value for code in ErrorCode if code.status == 401}
PAGE_422 = {code.value for code in ErrorCode if code.status == 422}
ROW_CODES = {
    *PAGE_422,
    *("INVALID_URL", "SCRAPE_TIMEOUT", "SCRAPE_TARGET_RATE_LIMITED", "SCRAPE_SERVICE_FAILED"),
    *("DISTILL_FAILED", "EXTRACT_FAILED", "INTERNAL_ERROR"),
    *("AI_EXTRACTION_FAILED", "AI_SERVICE_UNAVAILABLE", "AI_TIMEOUT"),
}
ROOT = "/openapi/v1"
SENT = {"INVALID_PARAMETER", "MALFORMED_REQUEST_BODY"}
SCHEMA = {"INVALID_SCHEMA", "SCHEMA_AND_PROMPT_EXCLUSIVE"}
ANY = {
    "401": KEY_CODES,
    "429": {"RATE_LIMIT_EXCEEDED"},
    "500": {"INTERNAL_ERROR"},
    "504": {"UPSTREAM_TIMEOUT"},
}
CREATE = {
    **ANY,
    "402": {"INSUFFICIENT_CREDITS"},
    "409": {"IDEMPOTENCY_CONFLICT"},
    "410": {"JOB_EXPIRED"},
    "413": {"REQUEST_TOO_LARGE"},
}
READ = {
    **ANY,
    "400": {"INVALID_PARAMETER"},
    "404": {"JOB_NOT_FOUND"},
    "410": {"JOB_EXPIRED"},
}
DELETE = {**READ, "409": {"JOB_ALREADY_FINISHED", "JOB_NOT_FINISHED"}}
READ_ASYNC = {status: codes for status, codes in READ.items() if status != "400"}
FETCH = {
    "401": KEY_CODES,
    "408": {"REQUEST_TIMEOUT", "SCRAPE_TIMEOUT"},
    "413": {"REQUEST_TOO_LARGE"},
    "422": PAGE_422,
    "429": {"RATE_LIMIT_EXCEEDED", "SCRAPE_TARGET_RATE_LIMITED"},
}
SUGGEST = {
    **FETCH,
    "400": {*SENT, "INVALID_URL"},
    "500": {"INTERNAL_ERROR", "DISTILL_FAILED", "EXTRACT_FAILED"},
    "504": {"UPSTREAM_TIMEOUT"},
}
DISTILL = {
    **SUGGEST,
    "402": {"INSUFFICIENT_CREDITS"},
    "500": {"INTERNAL_ERROR", "DISTILL_FAILED", "AI_EXTRACTION_FAILED"},
    "503": {"AI_SERVICE_UNAVAILABLE"},
    "504": {"UPSTREAM_TIMEOUT", "AI_TIMEOUT"},
}
EXTRACT = {
    **DISTILL,
    "400": {*SENT, *SCHEMA, "INVALID_URL"},
    "500": {*DISTILL["500"], "EXTRACT_FAILED"},
}
FAILURES: dict[tuple[str, str], dict[str, set[str]]] = {
    ("post", "/batch/distill"): {**CREATE, "400": {*SENT, "BATCH_SIZE_EXCEEDED"}},
    ("get", "/batch/distill/{id}"): READ,
    ("delete", "/batch/distill/{id}"): DELETE,
    ("get", "/batch/distill/{id}/results/{index}"): READ,
    ("post", "/batch/extract"): {
        **CREATE,
        "400": {*SENT, *SCHEMA, "BATCH_SIZE_EXCEEDED", "SCHEMA_OR_PROMPT_REQUIRED"},
    },
    ("get", "/batch/extract/{id}"): READ,
    ("delete", "/batch/extract/{id}"): DELETE,
    ("get", "/batch/extract/{id}/results/{index}"): READ,
    ("post", "/async/distill"): {**CREATE, "400": SENT},
    ("get", "/async/distill/{id}"): READ_ASYNC,
    ("post", "/async/extract"): {**CREATE, "400": {*SENT, *SCHEMA}},
    ("get", "/async/extract/{id}"): READ_ASYNC,
    ("post", "/distill"): DISTILL,
    ("post", "/extract"): EXTRACT,
    ("post", "/suggest_fields"): SUGGEST,
}


def _codes(answer: dict[str, Any]) -> set[str]:
    error = answer["content"]["application/json"]["schema"]["properties"]["error"]
    return set(error["properties"]["code"]["enum"])


def test_a_row_fails_with_one_of_these_codes() -> None:
    assert (
        set(document()["components"]["schemas"]["RowErrorObject"]["properties"]["code"]["enum"])
        == ROW_CODES
    )


@pytest.mark.parametrize(
    ("operation", "codes"), FAILURES.items(), ids=[" ".join(operation) for operation in FAILURES]
)
def test_an_operation_fails_in_these_ways(
    operation: tuple[str, str], codes: dict[str, set[str]]
) -> None:
    method, path = operation
    answers = responses(document()["paths"][ROOT + path][method])
    assert {code: _codes(answer) for code, answer in answers.items() if code != "200"} == codes


def test_the_failures_of_every_operation_are_known() -> None:
    assert {
        (method, path.removeprefix(ROOT))
        for path, methods in document()["paths"].items()
        if path.startswith(f"{ROOT}/")
        for method in methods
    } == set(FAILURES)


def test_every_code_is_documented() -> None:
    failures = [codes for answers in FAILURES.values() for codes in answers.values()]
    assert {code.value for code in ErrorCode} == set.union(ROW_CODES, *failures)
