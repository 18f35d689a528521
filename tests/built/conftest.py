"""What stands ready for tests of what `sam build` made?"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from local.keys import create_key
from local.stack import LocalStack
from local.template import ROOT, read_template
from tests.built.runtime_api import Function

BUILD = ROOT / ".aws-sam" / "build"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.allow_hosts(["127.0.0.1"]))


@pytest.fixture(scope="session")
def functions() -> Mapping[str, Function]:
    """The built functions by their folder's name."""
    template = BUILD / "template.yaml"
    if not template.exists():
        pytest.fail("nothing is built: run `make check`, or `make build-here` before this folder")
    built = read_template(template)
    common = built["Globals"]["Function"]["Layers"]
    return {
        Path(source["Properties"]["CodeUri"]).name: _function(name, built, common)
        for name, source in read_template()["Resources"].items()
        if source["Type"] == "AWS::Serverless::Function"
    }


@pytest.fixture(scope="session")
def stack() -> Iterator[LocalStack]:
    """Tables, queues and a bucket for the built functions to work on.

    Its own page worker rests: a batch stays open until a test ends it.
    """
    with LocalStack("test") as stack:
        lambdas = stack.client("lambda")
        mappings = lambdas.list_event_source_mappings(
            FunctionName=stack.resource("PageWorkerFunction")
        )["EventSourceMappings"]
        for mapping in mappings:
            lambdas.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
        yield stack


@pytest.fixture(scope="session")
def environment(stack: LocalStack) -> Mapping[str, str]:
    return stack.environment()


@pytest.fixture(scope="session")
def key(stack: LocalStack) -> str:
    """A key of the tenant whose batches the events are about."""
    return create_key(stack, "acme")


def _function(name: str, built: dict[str, Any], common: list[dict[str, str]]) -> Function:
    properties = built["Resources"][name]["Properties"]
    layers = [layer["Ref"] for layer in common + properties.get("Layers", [])]
    return Function(
        name=name,
        folder=(BUILD / properties["CodeUri"]).resolve(),
        layers=tuple(
            (BUILD / built["Resources"][layer]["Properties"]["ContentUri"] / "python").resolve()
            for layer in layers
        ),
    )
