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

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.domain.errors import CallerError
from batchbell.runtime.settings import Settings
from batchbell.usecases.make_page import PageTools
from batchbell.usecases.read_with_model import NO_MODEL
from functions.cancel import app as cancel
from functions.convert import app as convert
from functions.status import app as status
from functions.submit import app as submit
from local.template import read_template, resources
from tests.functions.callers import SETTINGS, Caller
from tests.functions.document_callers import DocumentCaller
from tests.functions.documented import document, responses
from tests.functions.event_files import load
from tests.memory.web import ScriptedDistiller, ScriptedFetcher
from tools import openapi
from tools.openapi_changes import promise

JOB_STATES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELLED"]
ASYNC_STATES = ["pending", "processing", "completed", "failed"]
ROW_STATES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]
FINAL_STATES = ["COMPLETED", "FAILED", "CANCELLED"]
JOB_TYPES = ["batch_distill", "batch_extract"]
FORMATS = ["markdown", "links", "images", "metadata", "html"]
OLDER_FORMATS = ["metadata", "html", "links"]
RENDER_MODES = ["none", "basic", "full"]
COUNTRIES = {"countryCode", "country_code"}
PAGE_FIELDS = {
    *("timeout", "waitFor", "includeTags", "excludeTags", "headers", "renderMode", "formats"),
    *("include", "includeHtml", "extractLinks", "forceRefresh", *COUNTRIES),
}
BATCH_FIELDS = {"urls", "webhook", "callback", "metadata"}
ROW_FIELDS = {"schema", "explain", "prompt"}
REQUEST_FIELDS = {
    "DistillRequest": PAGE_FIELDS | {"url"},
    "DistillBatchRequest": PAGE_FIELDS | BATCH_FIELDS,
    "ExtractRequest": PAGE_FIELDS | ROW_FIELDS | {"url"},
    "ExtractBatchRequest": PAGE_FIELDS | ROW_FIELDS | BATCH_FIELDS,
    "SuggestRequest": PAGE_FIELDS | {"url"},
}
PIECES = {"markdown", "html", "links", "images", "summary", "answer", "highlights"}
ROWS = PIECES | {"data", "missing", "provenance"}
ANSWER_FIELDS = {
    "RowObject": PIECES,
    "ExtractedRowObject": ROWS,
    "AsyncDistillObject": PIECES,
    "AsyncExtractObject": ROWS,
    "DistilledPage": PIECES,
    "ExtractedPage": ROWS,
}
ROOT = "/openapi/v1"
CREATING = {
    *(f"{ROOT}/{kind}" for kind in ("batch/distill", "batch/extract")),
    *(f"{ROOT}/{kind}" for kind in ("async/distill", "async/extract")),
    "/api/v1/documents",
}
OBJECT = {"type": "object", "properties": {"price": {"type": "number"}}, "required": ["price"]}
ARRAY = {
    "type": "array",
    "items": {"type": "object", "properties": {"price": {"type": "NUMBER", "instruction": "now"}}},
}
OF_THE_DOCUMENT_ITSELF = {("get", "/openapi.json")}


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


def _parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = operation.get("parameters", [])
    return found


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
@pytest.mark.parametrize("name", ["FILE", "SERVED"])
def test_a_difference_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: str | None,
) -> None:
    file = tmp_path / "openapi.json"
    monkeypatch.setattr(openapi, name, file)
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert openapi.main(["--check"]) == 1
    assert "make openapi" in capsys.readouterr().err


def test_what_breaks_clients_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    promised = json.loads(openapi.BASELINE.read_text(encoding="utf-8"))
    promised["paths"]["/openapi/v1/batch/screenshot"] = promised["paths"][f"{ROOT}/batch/distill"]
    monkeypatch.setattr(openapi, "BASELINE", tmp_path / "baseline.json")
    openapi.BASELINE.write_text(json.dumps(promised), encoding="utf-8")
    assert openapi.main(["--check"]) == 1
    assert "POST /openapi/v1/batch/screenshot: is gone" in capsys.readouterr().err


def test_what_is_accepted_is_the_promise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FILE", "SERVED", "BASELINE"):
        monkeypatch.setattr(openapi, name, tmp_path / name)
    assert openapi.main(["--accept"]) == 0
    assert json.loads(openapi.BASELINE.read_text(encoding="utf-8")) == promise(document())


def test_what_is_served_is_the_document() -> None:
    assert json.loads(openapi.SERVED.read_text(encoding="utf-8")) == document()


def test_every_operation_is_a_route_and_every_route_an_operation() -> None:
    caller = Caller()
    store, door, settings = caller.world.store, caller.world.door, Settings(SETTINGS)
    tools = PageTools(fetcher=ScriptedFetcher(), distiller=ScriptedDistiller(), model=NO_MODEL)
    apis = [
        *DocumentCaller().apis,
        submit.routes(store, door, settings),
        status.routes(store, door, settings),
        cancel.routes(store, door),
        convert.routes(store, door, tools, settings),
    ]
    routes = [route for api in apis for route in api._static_routes + api._dynamic_routes]
    served = {(route.method.lower(), route.path) for route in routes}
    documented = {(method, _spelt_by_resolver(path)) for method, path, _ in _operations()}
    assert documented == served - OF_THE_DOCUMENT_ITSELF


def test_every_operation_is_an_event_of_the_template_and_the_other_way_round() -> None:
    events = {
        (event["Properties"]["Method"], event["Properties"]["Path"])
        for _, function in resources(read_template(), "AWS::Serverless::Function")
        for event in function["Events"].values()
        if event["Type"] == "Api"
    }
    documented = {(method, path) for method, path, _ in _operations()}
    assert documented == events - OF_THE_DOCUMENT_ITSELF


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (lambda: _schema("JobStatus"), JOB_STATES),
        (lambda: _schema("AsyncStatus"), ASYNC_STATES),
        (lambda: _schema("RowStatus"), ROW_STATES),
        (lambda: _schema("BatchCompleted")["properties"]["status"], FINAL_STATES),
        (lambda: _schema("BatchCompleted")["properties"]["jobType"], JOB_TYPES),
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


@pytest.mark.parametrize(("name", "fields"), REQUEST_FIELDS.items())
def test_the_fields_of_a_request_are_the_contract_s(name: str, fields: set[str]) -> None:
    assert set(_schema(name)["properties"]) == fields


@pytest.mark.parametrize(("name", "fields"), ANSWER_FIELDS.items())
def test_an_answer_has_the_pieces_of_its_kind(name: str, fields: set[str]) -> None:
    assert set(_schema(name)["properties"]) & (ROWS | PIECES) == fields


def test_a_call_that_creates_takes_an_idempotency_key() -> None:
    key = {"$ref": "#/components/parameters/idempotencyKey"}
    creating = {path for _, path, operation in _operations() if key in _parameters(operation)}
    assert creating == CREATING


def test_every_answer_to_a_valid_key_tells_the_rate() -> None:
    for method, path, operation in _operations():
        for code, answer in responses(operation).items():
            told = {name for name in answer.get("headers", {}) if name.startswith("X-RateLimit-")}
            assert len(told) == (0 if code == "401" else 3), (method, path, code)


@pytest.mark.parametrize(
    ("name", "field", "least", "most"),
    [
        ("DistillRequest", "timeout", 5_000, 60_000),
        ("DistillBatchRequest", "timeout", 5_000, 60_000),
        ("ExtractRequest", "timeout", 5_000, 120_000),
        ("ExtractBatchRequest", "timeout", 5_000, 120_000),
        ("DistillBatchRequest", "waitFor", 0, 10_000),
    ],
)
def test_the_limits_of_a_number_are_told(name: str, field: str, least: int, most: int) -> None:
    schema = _schema(name)["properties"][field]
    assert (schema["type"], schema["minimum"], schema["maximum"]) == ("integer", least, most)


@pytest.mark.parametrize("schema", [{"price": "current price"}, OBJECT, ARRAY])
def test_a_schema_of_rows_is_of_one_of_the_shapes(schema: dict[str, Any]) -> None:
    rows = Draft202012Validator({"$ref": "#/components/schemas/RowSchema", **_components()})
    assert rows.is_valid(schema)
    assert schema_of_request(schema).names == ("price",)


@pytest.mark.parametrize("schema", [{}, "price", [], {"price": 7}])
def test_a_schema_that_is_refused_is_none_of_the_shapes(schema: Any) -> None:
    rows = Draft202012Validator({"$ref": "#/components/schemas/RowSchema", **_components()})
    assert not rows.is_valid(schema)
    with pytest.raises(CallerError):
        schema_of_request(schema)


def test_the_examples_of_a_schema_are_taken() -> None:
    for example in _schema("RowSchema")["examples"]:
        assert schema_of_request(example).names


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
    document_id = "<document_id>" if path.startswith("/api/") else "<job_id>"
    spelt = path.replace("{id}", document_id).replace("{index}", "<index>")
    return spelt.replace("{batch_name}", "<batch_name>")


def _components() -> dict[str, Any]:
    return {"components": document()["components"]}
