"""Does every function have its folder, its trigger and its settings?"""

import json
import re
from typing import Any

import pytest

from batchbell.domain.job_kind import BATCHES, PAGE_JOBS
from batchbell.runtime.http import DOCUMENTS_ROOT as DOCUMENTS
from batchbell.runtime.http import ROOT as API
from local.template import ROOT
from tests.template.facts import functions, resources, sources, template

TEXTS = ("template.yaml", "samconfig.toml")


def test_every_folder_is_a_function_and_every_function_a_folder() -> None:
    folders = {path.parent.name for path in (ROOT / "functions").glob("*/app.py")}
    assert folders == {_snake(name.removesuffix("Function")) for name in functions()}


@pytest.mark.parametrize("name", sorted(functions()))
def test_a_function_is_entered_where_all_are(name: str) -> None:
    function = functions()[name]
    folder = _snake(name.removesuffix("Function"))
    assert function["CodeUri"] == f"functions/{folder}"
    assert function["Handler"] == "app.lambda_handler"
    assert "def lambda_handler(" in (ROOT / function["CodeUri"] / "app.py").read_text()


@pytest.mark.parametrize("name", sorted(functions()))
def test_a_function_holds_nothing_but_its_entry(name: str) -> None:
    folder = ROOT / functions()[name]["CodeUri"]
    assert [path.name for path in folder.iterdir() if path.name != "__pycache__"] == ["app.py"]


def test_only_who_makes_pages_carries_the_engines() -> None:
    carriers = [name for name, f in functions().items() if {"Ref": "PagesLayer"} in f["Layers"]]
    assert carriers == ["ConvertFunction", "PageWorkerFunction"]


def test_every_setting_that_is_read_is_given() -> None:
    read = set()
    for path in (ROOT / "layers/core/batchbell/runtime").glob("*.py"):
        read |= set(
            re.findall(r'(?:text|number|milliseconds|_waits)\("([A-Z_]+)"\)', path.read_text())
        )
    given = functions()["SubmitFunction"]["Environment"]["Variables"].keys()
    assert read <= given


def test_no_setting_is_given_that_nobody_reads() -> None:
    sources_of_core = (ROOT / "layers/core/batchbell").rglob("*.py")
    text = "\n".join(path.read_text() for path in sources_of_core)
    given = functions()["SubmitFunction"]["Environment"]["Variables"].keys()
    unread = [name for name in given if name not in text and not name.startswith("POWERTOOLS_")]
    assert unread == []


@pytest.mark.parametrize("text", TEXTS)
def test_no_deployment_may_dial_its_own_machine(text: str) -> None:
    """Loopback can be dialled only where this variable is set; the local stack sets it."""
    assert "BATCHBELL_ALLOW_LOOPBACK" not in (ROOT / text).read_text()


def test_the_routes_are_those_of_the_contract() -> None:
    assert {route: name for route, name in _routes().items() if DOCUMENTS not in route[1]} == {
        **{("post", f"{API}/{kind.route}"): "SubmitFunction" for kind in PAGE_JOBS},
        **{("get", f"{API}/{kind.route}/{{id}}"): "StatusFunction" for kind in PAGE_JOBS},
        **{
            ("get", f"{API}/{kind.route}/{{id}}/results/{{index}}"): "StatusFunction"
            for kind in BATCHES
        },
        ("get", "/openapi.json"): "StatusFunction",
        ("post", f"{API}/distill"): "ConvertFunction",
        ("post", f"{API}/extract"): "ConvertFunction",
        ("post", f"{API}/suggest_fields"): "ConvertFunction",
        **{("delete", f"{API}/{kind.route}/{{id}}"): "CancelFunction" for kind in BATCHES},
    }


def test_the_routes_of_documents_are_those_of_their_contract() -> None:
    one, batch = f"{DOCUMENTS}/documents/{{id}}", f"{DOCUMENTS}/batches/{{batch_name}}"
    assert {route: name for route, name in _routes().items() if DOCUMENTS in route[1]} == {
        ("post", f"{DOCUMENTS}/documents"): "SubmitFunction",
        ("get", one): "StatusFunction",
        ("delete", one): "CancelFunction",
        ("get", f"{DOCUMENTS}/batches"): "StatusFunction",
        ("get", batch): "StatusFunction",
        ("delete", batch): "CancelFunction",
        ("post", f"{batch}/process"): "SubmitFunction",
        ("get", f"{batch}/results"): "StatusFunction",
        ("put", f"{batch}/webhook"): "SubmitFunction",
        ("get", f"{batch}/webhook"): "StatusFunction",
        ("delete", f"{batch}/webhook"): "CancelFunction",
        ("post", f"{batch}/webhook/test"): "ConvertFunction",
    }


def test_the_readers_of_the_stream_are_woken_for_what_they_do() -> None:
    filters = {function: _patterns(mapping) for _, function, mapping in sources("DynamoDB")}
    assert filters == {
        "DispatcherFunction": [
            {"dispatch": {"S": [{"prefix": "wanted"}]}},
            {"fence": {"S": [{"prefix": "raised"}]}},
        ],
        "AggregatorFunction": [
            {"state": {"S": ["succeeded", "failed", "canceled"]}},
            {"verdict": {"S": ["owed"]}},
        ],
    }


def test_layers_that_sam_builds_are_built_for_what_they_run_on() -> None:
    """The others are made before (Makefile): models, and libraries that sam finds no wheels of."""
    layers = set(resources("AWS::Serverless::LayerVersion"))
    made = {"DocumentsLayer", "ModelsLayer"}
    assert made < layers
    for name in layers - made:
        layer = template()["Resources"][name]
        assert layer["Metadata"]["BuildMethod"] == {"Ref": "PythonRuntime"}
        assert layer["Metadata"]["BuildArchitecture"] == {"Ref": "Architecture"}
        assert layer["Properties"]["CompatibleArchitectures"] == [{"Ref": "Architecture"}]


def _routes() -> dict[tuple[str, str], str]:
    """The function by method and path."""
    return {
        (event["Properties"]["Method"], event["Properties"]["Path"]): name
        for name, function in functions().items()
        for event in function["Events"].values()
        if event["Type"] == "Api"
    }


def _patterns(mapping: dict[str, Any]) -> list[Any]:
    filters = mapping["FilterCriteria"]["Filters"]
    return [json.loads(each["Pattern"])["dynamodb"]["NewImage"] for each in filters]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
