"""Is docs/openapi.json what the code says, and what the contract says?

That every answer of these tests is as documented is checked of each by the caller.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from batchbell.domain.codes import ErrorCode
from batchbell.runtime.settings import Settings
from functions.cancel import app as cancel
from functions.status import app as status
from functions.submit import app as submit
from local.template import read_template, resources
from tests.functions.callers import SETTINGS, Caller
from tests.functions.documented import UNREACHED, document
from tests.functions.event_files import load
from tools import openapi

JOB_STATES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELLED"]
ROW_STATES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]
FINAL_STATES = ["COMPLETED", "FAILED", "CANCELLED"]
FORMATS = ["markdown", "links", "images", "metadata", "html"]
OLDER_FORMATS = ["metadata", "html", "links"]
RENDER_MODES = ["none", "basic", "full"]
KEY_CODES = {
    "API_KEY_MISSING",
    "API_KEY_INVALID_FORMAT",
    "API_KEY_NOT_FOUND",
    "API_KEY_REVOKED",
    "API_KEY_DISABLED",
    "API_KEY_EXPIRED",
}
ROW_CODES = {
    "INVALID_URL",
    "SCRAPE_TIMEOUT",
    "SCRAPE_SSL_ERROR",
    "SCRAPE_DNS_RESOLUTION_ERROR",
    "SCRAPE_SITE_ERROR",
    "SCRAPE_EMPTY_CONTENT",
    "SCRAPE_CONTENT_TOO_LARGE",
    "SCRAPE_TARGET_FORBIDDEN",
    "SCRAPE_TARGET_NOT_FOUND",
    "SCRAPE_UNSUPPORTED_FILE",
    "SCRAPE_TARGET_RATE_LIMITED",
    "SCRAPE_SERVICE_FAILED",
    "DISTILL_FAILED",
    "INTERNAL_ERROR",
}
REQUEST_FIELDS = {
    "urls",
    "timeout",
    "waitFor",
    "includeTags",
    "excludeTags",
    "headers",
    "countryCode",
    "country_code",
    "renderMode",
    "formats",
    "include",
    "includeHtml",
    "extractLinks",
    "forceRefresh",
    "webhook",
    "callback",
    "metadata",
}
BATCH = "/openapi/v1/batch/distill"
FAILURES = {
    ("post", BATCH): {
        "400": {"INVALID_PARAMETER", "BATCH_SIZE_EXCEEDED", "MALFORMED_REQUEST_BODY"},
        "401": KEY_CODES,
        "409": {"IDEMPOTENCY_CONFLICT"},
        "410": {"JOB_EXPIRED"},
        "413": {"REQUEST_TOO_LARGE"},
        "500": {"INTERNAL_ERROR"},
    },
    ("get", f"{BATCH}/{{id}}"): {
        "400": {"INVALID_PARAMETER"},
        "401": KEY_CODES,
        "404": {"JOB_NOT_FOUND"},
        "410": {"JOB_EXPIRED"},
        "500": {"INTERNAL_ERROR"},
    },
    ("get", f"{BATCH}/{{id}}/results/{{index}}"): {
        "400": {"INVALID_PARAMETER"},
        "401": KEY_CODES,
        "404": {"JOB_NOT_FOUND"},
        "410": {"JOB_EXPIRED"},
        "500": {"INTERNAL_ERROR"},
    },
    ("delete", f"{BATCH}/{{id}}"): {
        "400": {"INVALID_PARAMETER"},
        "401": KEY_CODES,
        "404": {"JOB_NOT_FOUND"},
        "409": {"JOB_ALREADY_FINISHED", "JOB_NOT_FINISHED"},
        "410": {"JOB_EXPIRED"},
        "500": {"INTERNAL_ERROR"},
    },
}
GATEWAY_FAILURES = {"429": {"RATE_LIMIT_EXCEEDED"}, "504": {"UPSTREAM_TIMEOUT"}}


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


def _codes(answer: dict[str, Any]) -> set[str]:
    error = answer["content"]["application/json"]["schema"]["properties"]["error"]
    return set(error["properties"]["code"]["enum"])


def test_the_file_is_what_the_code_says(capsys: pytest.CaptureFixture[str]) -> None:
    """W13."""
    assert openapi.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


def test_it_is_written_the_same_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed = openapi.FILE.read_text(encoding="utf-8")
    monkeypatch.setattr(openapi, "FILE", tmp_path / "openapi.json")
    assert openapi.main([]) == 0
    assert openapi.FILE.read_text(encoding="utf-8") == committed


@pytest.mark.parametrize("content", [None, "", "{}\n"])
def test_a_difference_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str | None,
) -> None:
    monkeypatch.setattr(openapi, "FILE", tmp_path / "openapi.json")
    if content is not None:
        openapi.FILE.write_text(content, encoding="utf-8")
    assert openapi.main(["--check"]) == 1
    assert "make openapi" in capsys.readouterr().err


def test_every_operation_is_a_route_and_every_route_an_operation() -> None:
    caller = Caller()
    store, door, settings = caller.world.store, caller.world.door, Settings(SETTINGS)
    apis = [
        submit.routes(store, door, settings),
        status.routes(store, door, settings),
        cancel.routes(store, door),
    ]
    routes = [route for api in apis for route in api._static_routes + api._dynamic_routes]
    served = {(route.method.lower(), route.path) for route in routes}
    documented = {(method, _spelt_by_resolver(path)) for method, path, _ in _operations()}
    assert documented == served


def test_every_operation_is_an_event_of_the_template_and_the_other_way_round() -> None:
    events = {
        (event["Properties"]["Method"], event["Properties"]["Path"])
        for _, function in resources(read_template(), "AWS::Serverless::Function")
        for event in function["Events"].values()
        if event["Type"] == "Api"
    }
    assert {(method, path) for method, path, _ in _operations()} == events


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (lambda: _schema("JobStatus"), JOB_STATES),
        (lambda: _schema("RowStatus"), ROW_STATES),
        (lambda: _schema("BatchCompleted")["properties"]["status"], FINAL_STATES),
        (lambda: _schema("DistillBatchRequest")["properties"]["renderMode"], RENDER_MODES),
        (
            lambda: _schema("DistillBatchRequest")["properties"]["formats"]["items"]["oneOf"][0],
            FORMATS,
        ),
        (
            lambda: _schema("DistillBatchRequest")["properties"]["include"]["anyOf"][0]["items"],
            OLDER_FORMATS,
        ),
    ],
)
def test_a_set_of_words_is_the_contract_s(schema: Any, words: list[str]) -> None:
    assert schema()["enum"] == words


def test_a_row_fails_with_one_of_these_codes() -> None:
    assert set(_schema("RowErrorObject")["properties"]["code"]["enum"]) == ROW_CODES


@pytest.mark.parametrize(("operation", "codes"), FAILURES.items())
def test_an_operation_fails_in_these_ways(
    operation: tuple[str, str], codes: dict[str, set[str]]
) -> None:
    method, path = operation
    answers = document()["paths"][path][method]["responses"]
    found = {code: _codes(answer) for code, answer in answers.items() if code != "200"}
    assert found == codes | GATEWAY_FAILURES


def test_every_code_is_documented() -> None:
    failures = [codes for answers in FAILURES.values() for codes in answers.values()]
    known = set.union(ROW_CODES, *failures, *GATEWAY_FAILURES.values())
    assert {code.value for code in ErrorCode} - known == UNREACHED


def test_the_fields_of_a_request_are_the_contract_s() -> None:
    assert set(_schema("DistillBatchRequest")["properties"]) == REQUEST_FIELDS


@pytest.mark.parametrize(
    ("field", "least", "most"), [("timeout", 5_000, 60_000), ("waitFor", 0, 10_000)]
)
def test_the_limits_of_a_number_are_told(field: str, least: int, most: int) -> None:
    schema = _schema("DistillBatchRequest")["properties"][field]
    assert (schema["type"], schema["minimum"], schema["maximum"]) == ("integer", least, most)


@pytest.mark.parametrize("name", ["submit/batch", "submit/batch_under_base_path"])
def test_a_request_that_is_accepted_is_as_documented(caller: Caller, name: str) -> None:
    request = {"$ref": "#/components/schemas/DistillBatchRequest", **_components()}
    event = load(name)
    Draft202012Validator(request).validate(json.loads(event["body"]))
    assert caller.send(event).status == 200


def test_every_schema_is_one() -> None:
    try:
        for schema in document()["components"]["schemas"].values():
            Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        pytest.fail(error.message)


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(document())
    references = {part.split('"')[0] for part in text.split('"$ref": "#/')[1:]}
    assert references
    for reference in references:
        found: Any = document()
        for name in reference.split("/"):
            assert name in found, reference
            found = found[name]


def _spelt_by_resolver(path: str) -> str:
    return path.replace("{id}", "<job_id>").replace("{index}", "<index>")


def _components() -> dict[str, Any]:
    return {"components": document()["components"]}
