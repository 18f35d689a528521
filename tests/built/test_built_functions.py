"""Does every function do its work with nothing but what was built for it?"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from local.template import ROOT
from tests.built.runtime_api import Function, invoke, run_python
from tests.engines.document.papers import invoice
from tests.engines.document.photos import encoded, receipt

NAMES = sorted(path.parent.name for path in (ROOT / "functions").glob("*/app.py"))
OF_THE_API = ("submit", "status", "cancel")
OF_A_QUEUE = ("page_worker", "document_worker", "notifier")
NOBODY = "http://127.0.0.1:9/"
"""Where nothing listens."""
LIMIT_OF_LAMBDA = 250 * 1024 * 1024


def turn(path: Path) -> tuple[int, str]:
    """The events are one story: a batch is submitted, read, canceled and purged."""
    name = path.parent.name
    return (OF_THE_API.index(name) if name in OF_THE_API else len(OF_THE_API), str(path))


EVENTS = sorted((ROOT / "events").glob("*/*.json"), key=turn)


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("name", NAMES)
def test_a_function_can_be_imported(functions: Mapping[str, Function], name: str) -> None:
    assert (
        run_python(functions[name], "import app; print(callable(app.lambda_handler))") == "True\n"
    )


@pytest.mark.parametrize("name", OF_THE_API)
def test_a_function_of_the_api_has_no_engine_within_reach(
    functions: Mapping[str, Function], name: str
) -> None:
    look = (
        "import importlib.util as u;"
        "print([n for n in ('lxml', 'numpy', 'onnxruntime', 'trafilatura') if u.find_spec(n)])"
    )
    assert run_python(functions[name], look) == "[]\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_function_and_its_layers_fit_into_lambda(
    functions: Mapping[str, Function], name: str
) -> None:
    """Unzipped, with all that the layers hold."""
    folders = (functions[name].folder, *(layer.parent for layer in functions[name].layers))
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < LIMIT_OF_LAMBDA


def test_every_function_has_an_event() -> None:
    assert {path.parent.name for path in EVENTS} == set(NAMES)


@pytest.mark.parametrize("path", EVENTS, ids=name_of)
def test_a_built_function_takes_its_events(
    functions: Mapping[str, Function], environment: Mapping[str, str], key: str, path: Path
) -> None:
    name = path.parent.name
    outcome = invoke(functions[name], _event(path, key), environment)
    assert outcome.kind == "response", outcome.body
    if name in OF_A_QUEUE:
        assert isinstance(outcome.body["batchItemFailures"], list)
    elif "/api/v1/" in json.loads(path.read_text()).get("path", ""):
        assert outcome.body["statusCode"] in (200, 201, 202), outcome.body
    elif name in OF_THE_API:
        assert outcome.body["statusCode"] == 200, outcome.body
        answer = json.loads(outcome.body["body"])
        assert answer.get("success") is True or "openapi" in answer
    elif name == "convert":
        assert json.loads(outcome.body["body"])["error"]["code"].startswith("SCRAPE_")


@pytest.mark.parametrize(
    ("made", "content"),
    [("a text", invoice(ruled=True)), ("a picture", encoded(receipt(900, 1_100), "PNG"))],
)
def test_the_built_document_worker_reads(
    functions: Mapping[str, Function], tmp_path: Path, made: str, content: bytes
) -> None:
    """In a process of its own, which finds what it needs in the layers."""
    worker = functions["document_worker"]
    document = tmp_path / made
    document.write_bytes(content)
    read = (
        "from pathlib import Path\n"
        "from batchbell.adapters.document_reader import ChildDocumentReader\n"
        "from batchbell.domain.document import DocumentFields, Field\n"
        f"reader = ChildDocumentReader(Path({str(models(worker))!r}))\n"
        f"content = Path({str(document)!r}).read_bytes()\n"
        "fields = DocumentFields((Field('total'),))\n"
        "print(reader.read(content, fields, timeout_ms=60_000).rows[0]['total'])\n"
        "reader.close()\n"
    )
    assert run_python(worker, read).strip()[0].isdecimal()


def models(worker: Function) -> Path:
    """Where a layer brings them: at /opt/models on AWS."""
    [found] = {layer.parent / "models" for layer in worker.layers} & {ROOT / "layers/models/models"}
    return found


def _event(path: Path, key: str) -> Any:
    """The event, with the key of the stack that it meets."""
    event = json.loads(path.read_text())
    if "Authorization" in event.get("headers", {}):
        event["headers"]["Authorization"] = f"Bearer {key}"
    if path.parent.name == "convert" and event["body"]:
        event["body"] = json.dumps({**json.loads(event["body"]), "url": NOBODY})
    return event
