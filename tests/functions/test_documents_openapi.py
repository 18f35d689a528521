"""Does docs/openapi.json say of documents what the contract says?"""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.functions.documented import document, responses

ROOT = "/api/v1"
BATCH = "/batches/{batch_name}"
ANY = {"401": {"unauthorized"}, "429": {"rate_limited"}, "500": {"internal_error"}}
INVALID = {"400": {"invalid_request"}}
THERE = {**ANY, "404": {"batch_not_found"}, "410": {"expired"}}
SENT = {**THERE, **INVALID, "413": {"file_too_large"}}
DOCUMENT = {**ANY, "404": {"document_not_found"}, "410": {"expired"}}
CONFLICT = {"409": {"conflict"}}
FAILURES: dict[tuple[str, str], dict[str, set[str]]] = {
    ("post", "/documents"): {
        **ANY,
        **INVALID,
        **CONFLICT,
        "410": {"expired"},
        "413": {"file_too_large"},
        "415": {"unsupported_file_type"},
    },
    ("get", "/documents/{id}"): {**DOCUMENT, **INVALID},
    ("delete", "/documents/{id}"): {**DOCUMENT, **CONFLICT},
    ("get", "/batches"): {**ANY, **INVALID},
    ("get", BATCH): THERE,
    ("delete", BATCH): {**THERE, **INVALID, **CONFLICT},
    ("post", f"{BATCH}/process"): {**SENT, "402": {"insufficient_credits"}},
    ("get", f"{BATCH}/results"): SENT,
    ("put", f"{BATCH}/webhook"): SENT,
    ("get", f"{BATCH}/webhook"): THERE,
    ("delete", f"{BATCH}/webhook"): THERE,
    ("post", f"{BATCH}/webhook/test"): {**THERE, **CONFLICT},
}
SUCCESS = {("post", "/documents"): {"201"}, ("post", f"{BATCH}/process"): {"202"}}
FILES = {
    "application/json",
    "application/x-ndjson",
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
TIMES = {"created_at", "started_at", "completed_at"}
COUNTS = {"total", "queued", "processing", "succeeded", "failed", "canceled"}
HEAD = {"batch_name", "status", "all_done", "generation", "expires_at"}


def _operation(method: str, path: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["paths"][ROOT + path][method]
    return found


def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


def _codes(answer: dict[str, Any]) -> set[str]:
    error = answer["content"]["application/json"]["schema"]["properties"]["error"]
    assert set(error["properties"]) == {"code", "message", "details"}
    return set(error["properties"]["code"]["enum"])


@pytest.mark.parametrize("operation", FAILURES, ids=" ".join)
def test_an_operation_fails_in_these_ways(operation: tuple[str, str]) -> None:
    answers = responses(_operation(*operation))
    failures = {code: _codes(answer) for code, answer in answers.items() if code[0] in "45"}
    assert failures == FAILURES[operation]


@pytest.mark.parametrize("operation", FAILURES, ids=" ".join)
def test_an_operation_succeeds_with_this_status(operation: tuple[str, str]) -> None:
    succeeded = {code for code in responses(_operation(*operation)) if code.startswith("2")}
    assert succeeded == SUCCESS.get(operation, {"200"})


def test_results_are_an_answer_a_file_or_a_link() -> None:
    answers = responses(_operation("get", f"{BATCH}/results"))
    assert set(answers["200"]["content"]) == FILES
    assert "Location" in answers["303"]["headers"]


def test_the_keys_of_a_batch_are_the_contract_s_and_always_there() -> None:
    schema = _schema("DocumentBatchObject")
    assert set(schema["properties"]) == set(schema["required"]) == HEAD | COUNTS | TIMES


def test_the_keys_of_a_document_are_the_contract_s() -> None:
    schema = _schema("DocumentObject")
    always = {"id", "batch_name", "filename", "status"} | TIMES
    assert set(schema["required"]) == always
    sometimes = {"pages", "metadata", "line_items", "evidence", "error"}
    assert set(schema["properties"]) == always | sometimes


def test_both_ways_to_upload_are_described() -> None:
    content = _operation("post", "/documents")["requestBody"]["content"]
    assert set(content) == {"multipart/form-data", "application/json"}
    assert _schema("UploadParts")["required"] == ["file"]
    assert _schema("UploadLinkRequest")["required"] == ["filename"]


def test_an_order_needs_no_body() -> None:
    assert "required" not in _operation("post", f"{BATCH}/process")["requestBody"]


@pytest.mark.parametrize(
    "body", [{}, {"fields": None}, {"fields": []}, {"fields": [{"name": "a"}]}]
)
def test_an_order_that_is_accepted_is_as_documented(body: dict[str, Any]) -> None:
    schema = {"$ref": "#/components/schemas/ProcessRequest", "components": document()["components"]}
    Draft202012Validator(schema).validate(body)
