"""Which deployment does a command find?"""

import os
from collections.abc import Iterator, MutableMapping
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from batchbell.adapters.stack import StackUnknown, cloudformation_client, stack_environment
from batchbell.domain.errors import Unavailable
from batchbell.runtime import deployment, wiring
from batchbell.runtime.deployment import reach
from batchbell.runtime.settings import Settings
from local.template import read_template

NAME = "bell-2"
BUILDERS = (wiring.settings, wiring.store, wiring.keys, wiring.deliveries, wiring._dynamodb)


@pytest.fixture
def stubbed() -> Iterator[tuple[Any, Stubber]]:
    """A client of CloudFormation that answers from a script, which must be a possible one."""
    client = boto3.client(
        "cloudformation",
        region_name="eu-central-1",
        aws_access_key_id="x",
        aws_secret_access_key="x",
    )
    with Stubber(client) as stubber:
        yield client, stubber
        stubber.assert_no_pending_responses()


@pytest.fixture
def environment() -> Iterator[MutableMapping[str, str]]:
    """The environment without anything of ours, and nothing built yet; as it was, afterwards."""
    before = dict(os.environ)
    for name in [name for name in before if name.startswith("AWS_") or name == "TENANT_TABLE"]:
        del os.environ[name]
    for builder in BUILDERS:
        builder.cache_clear()
    yield os.environ
    os.environ.clear()
    os.environ.update(before)
    for builder in BUILDERS:
        builder.cache_clear()


def _stack(**changes: Any) -> dict[str, Any]:
    """A stack of the template with its defaults, as CloudFormation describes it."""
    template = read_template()
    parameters = {name: str(p["Default"]) for name, p in template["Parameters"].items()}
    outputs = {name: f"the {name}" for name in template["Outputs"]}
    described = {
        "StackName": NAME,
        "CreationTime": "2026-09-21T14:13:20Z",
        "StackStatus": "CREATE_COMPLETE",
        "Parameters": [{"ParameterKey": k, "ParameterValue": v} for k, v in parameters.items()],
        "Outputs": [{"OutputKey": k, "OutputValue": v} for k, v in outputs.items()],
        **changes,
    }
    return {"Stacks": [described]}


def test_a_stack_s_settings_are_those_of_its_functions(stubbed: tuple[Any, Stubber]) -> None:
    client, stubber = stubbed
    stubber.add_response("describe_stacks", _stack(), {"StackName": NAME})
    found = stack_environment(client, NAME)
    functions = read_template()["Globals"]["Function"]["Environment"]["Variables"]
    ours = {name for name in functions if not name.startswith("POWERTOOLS_")}
    assert ours <= found.keys()
    assert found["TENANT_TABLE"] == "the TenantTableName"
    assert found["PAGE_QUEUE_URL"] == "the PageQueueUrl"
    assert Settings(found).limits().lease_ms == 100_000
    assert Settings(found).patience.read_seconds == 5


def test_a_stack_that_is_not_there(stubbed: tuple[Any, Stubber]) -> None:
    client, stubber = stubbed
    stubber.add_client_error("describe_stacks", "ValidationError", "does not exist", 400)
    with pytest.raises(StackUnknown, match="there is no stack bell-2"):
        stack_environment(client, NAME)


def test_a_stack_of_somebody_else(stubbed: tuple[Any, Stubber]) -> None:
    client, stubber = stubbed
    stubber.add_response("describe_stacks", _stack(Outputs=[]), {"StackName": NAME})
    with pytest.raises(StackUnknown, match="not a Batchbell"):
        stack_environment(client, NAME)


@pytest.mark.parametrize(
    ("code", "status", "error"),
    [("Throttling", 400, Unavailable), ("AccessDenied", 403, ClientError)],
)
def test_another_refusal_is_what_it_is(
    stubbed: tuple[Any, Stubber], code: str, status: int, error: type[Exception]
) -> None:
    client, stubber = stubbed
    stubber.add_client_error("describe_stacks", code, "no", status)
    with pytest.raises(error):
        stack_environment(client, NAME)


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the stacks that are looked up."""
    names: list[str] = []

    def found(_client: object, name: str) -> dict[str, str]:
        names.append(name)
        waits = {"SDK_CONNECT_SECONDS": "2", "SDK_READ_SECONDS": "5"}
        return {"TENANT_TABLE": "of-the-stack", **waits}

    monkeypatch.setattr(deployment, "cloudformation_client", object)
    monkeypatch.setattr(deployment, "stack_environment", found)
    return names


def test_the_environment_is_enough(
    monkeypatch: pytest.MonkeyPatch, environment: MutableMapping[str, str]
) -> None:
    asked = _asked(monkeypatch)
    environment["TENANT_TABLE"] = "of-the-environment"
    reach(None, None)
    assert (asked, environment["TENANT_TABLE"]) == ([], "of-the-environment")


@pytest.mark.parametrize(("stack", "found"), [(None, "batchbell"), (NAME, NAME)])
def test_without_it_the_stack_is_asked(
    monkeypatch: pytest.MonkeyPatch,
    environment: MutableMapping[str, str],
    stack: str | None,
    found: str,
) -> None:
    asked = _asked(monkeypatch)
    reach(stack, None)
    assert (asked, environment["TENANT_TABLE"]) == ([found], "of-the-stack")


def test_a_stack_that_is_named_wins(
    monkeypatch: pytest.MonkeyPatch, environment: MutableMapping[str, str]
) -> None:
    _asked(monkeypatch)
    environment["TENANT_TABLE"] = "of-the-environment"
    reach(NAME, None)
    assert environment["TENANT_TABLE"] == "of-the-stack"


def test_an_endpoint_on_this_machine_needs_no_credentials(
    monkeypatch: pytest.MonkeyPatch, environment: MutableMapping[str, str]
) -> None:
    _asked(monkeypatch)
    environment["AWS_DEFAULT_REGION"] = "eu-central-1"
    reach(None, "http://127.0.0.1:4566")
    assert environment["AWS_ENDPOINT_URL"] == "http://127.0.0.1:4566"
    assert environment["AWS_DEFAULT_REGION"] == "eu-central-1"
    assert {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} <= environment.keys()


def test_a_client_is_made_for_the_environment(environment: MutableMapping[str, str]) -> None:
    environment["AWS_ENDPOINT_URL"] = "http://127.0.0.1:1"
    environment.update(deployment._ON_THIS_MACHINE)
    client: Any = cloudformation_client()
    assert client.meta.endpoint_url == "http://127.0.0.1:1"


def test_the_parts_are_those_of_the_functions(
    monkeypatch: pytest.MonkeyPatch, environment: MutableMapping[str, str]
) -> None:
    _asked(monkeypatch)
    found = reach(NAME, "http://127.0.0.1:1")
    assert found.keys() is wiring.keys()
    assert found.now() > 1_700_000_000_000
    assert len(found.random_hex(32)) == 32
