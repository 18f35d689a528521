"""Does each function serve both APIs, as Lambda runs it?"""

import io
import json
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from batchbell.domain.export import ExportFormat
from batchbell.runtime import wiring, wiring_exports, wiring_work
from batchbell.runtime.http import asks_for_documents
from batchbell.runtime.settings import Settings
from functions.cancel import app as cancel
from functions.convert import app as convert
from functions.status import app as status
from functions.submit import app as submit
from tests.functions import callers
from tests.functions.document_callers import SETTINGS, DocumentCaller
from tests.functions.event_files import load, names
from tests.functions.lambda_context import LambdaContext

API = (submit, status, cancel, convert)
BUILT = [*(function._documents for function in API), submit._routes, status._routes, cancel._routes]
"""What functions keep from one invocation to the next."""


@pytest.fixture(autouse=True)
def caller(monkeypatch: pytest.MonkeyPatch) -> Iterator[DocumentCaller]:
    """The functions find ports in memory where AWS would be, as at a first invocation."""
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "batchbell")
    made = DocumentCaller()
    world = made.world
    ports: dict[tuple[ModuleType, str], object] = {
        (wiring, "settings"): Settings({**callers.SETTINGS, **SETTINGS}),
        (wiring, "store"): world.store,
        (wiring, "door"): world.door,
        (wiring, "desk"): world.desk,
        (wiring, "deliveries"): world.deliveries,
        (wiring_work, "webhook_poster"): made.pump.poster,
        (wiring_exports, "exports"): made.exports,
    }
    for (module, name), port in ports.items():
        monkeypatch.setattr(module, name, cache(lambda port=port: port))
    _forget()
    yield made
    _forget()


def _forget() -> None:
    for builder in BUILT:
        builder.cache_clear()


def _run(function: Any, event: str | dict[str, Any]) -> Any:
    given = load(event) if isinstance(event, str) else event
    return function.lambda_handler(given, LambdaContext())


def test_documents_from_the_first_request_to_the_last(caller: DocumentCaller) -> None:
    answers = [
        _run(submit, "submit/document"),
        _run(submit, "submit/process"),
        _run(submit, "submit/document_webhook"),
        _run(convert, "convert/webhook_test"),
    ]
    caller.pump.run()
    answers += [_run(status, "status/document_results"), _run(cancel, "cancel/document_batch")]
    assert [answer["statusCode"] for answer in answers] == [201, 202, 200, 200, 200, 200]
    assert json.loads(answers[-2]["body"])["documents"][0]["status"] == "succeeded"


def test_a_file_of_rows(caller: DocumentCaller) -> None:
    _run(submit, "submit/document")
    _run(submit, "submit/process")
    caller.pump.run()
    event = load("status/document_results")
    event["queryStringParameters"] = {"format": "xlsx"}
    event["headers"]["Accept"] = ExportFormat.XLSX.content_type
    assert _run(status, event)["isBase64Encoded"] is True


def test_both_apis_are_served_by_turns() -> None:
    for _ in range(2):
        assert _run(submit, "submit/batch")["statusCode"] == 200
        assert _run(submit, "submit/document")["statusCode"] == 201
        assert _run(status, "status/batch")["statusCode"] == 200
        assert _run(status, "status/document_results")["statusCode"] == 200


def test_a_route_of_the_other_api_is_in_its_own_words() -> None:
    event = load("status/document_results")
    event["path"] = "/api/v1/nothing"
    assert json.loads(_run(status, event)["body"])["error"]["code"] == "batch_not_found"
    event["path"] = "/openapi/v1/nothing"
    assert json.loads(_run(status, event)["body"])["error"]["code"] == "JOB_NOT_FOUND"


def test_the_secret_of_a_webhook_is_in_no_line(log: io.StringIO) -> None:
    _run(submit, "submit/document")
    secret = json.loads(_run(submit, "submit/document_webhook")["body"])["secret"]
    _run(convert, "convert/webhook_test")
    _run(status, "status/document_results")
    assert secret.startswith("whsec_")
    assert secret not in log.getvalue()


def test_a_line_names_the_batch(log: io.StringIO) -> None:
    _run(submit, "submit/document")
    _run(status, "status/document_results")
    *_, line = [json.loads(line) for line in log.getvalue().splitlines()]
    assert (line["tenant"], line["batch"]) == ("acme", "receipts.2026-09")


@pytest.mark.parametrize(
    "name",
    [name for name in names() if name.split("/")[0] in ("submit", "status", "cancel", "convert")],
)
def test_a_path_tells_which_api_is_asked(name: str) -> None:
    event = load(name)
    assert asks_for_documents(event) == event["resource"].startswith("/api/v1/")


@pytest.mark.parametrize("path", ["/", "/openapi.json", "/api", "/api/v1", "/openapi/v1/api/v1/"])
def test_anything_else_is_about_pages(path: str) -> None:
    assert not asks_for_documents({"path": path})
