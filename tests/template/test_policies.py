"""May every function do what it does, and nothing else?"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.template.facts import functions, resources, template

TEMPLATES = {"SQSSendMessagePolicy"}
MANAGED = resources("AWS::IAM::ManagedPolicy")


def statements(function: str) -> Iterator[dict[str, Any]]:
    for policy in functions()[function]["Policies"]:
        if "Ref" in policy:
            yield from MANAGED[policy["Ref"]]["PolicyDocument"]["Statement"]
        elif "Statement" in policy:
            yield from policy["Statement"]
        else:
            assert policy.keys() <= TEMPLATES


def allowed(function: str, action: str) -> set[str]:
    """Logical ids of what a function may do this to."""
    return {
        resource
        for statement in statements(function)
        if action in _listed(statement["Action"])
        for resource in _resources(statement)
    }


@pytest.mark.parametrize("function", sorted(functions()))
def test_nothing_is_allowed_on_everything(function: str) -> None:
    for statement in statements(function):
        assert statement["Effect"] == "Allow"
        assert "*" not in "".join(_listed(statement["Action"]))
        assert all(isinstance(resource, dict) for resource in _listed(statement["Resource"]))


@pytest.mark.parametrize("function", sorted(functions()))
def test_nobody_deletes_or_scans_a_batch(function: str) -> None:
    for action in ("dynamodb:DeleteItem", "dynamodb:Scan", "dynamodb:BatchWriteItem"):
        assert "BatchTable" not in allowed(function, action)


@pytest.mark.parametrize("function", sorted(functions()))
def test_who_changes_the_tenants_table_reaches_neither_keys_nor_allowances(function: str) -> None:
    """S11: keys stand below K#, allowances below T#."""
    for statement in statements(function):
        changes = set(_listed(statement["Action"])) - {"dynamodb:GetItem"}
        if changes and "TenantTable" in _resources(statement):
            assert _leading_keys(statement) <= {"L#*", "M#*", "S#*", "U#*"}


def test_only_the_functions_of_the_api_look_keys_up() -> None:
    lookers = {
        function
        for function in functions()
        for statement in statements(function)
        if "dynamodb:GetItem" in _listed(statement["Action"])
        and "TenantTable" in _resources(statement)
        and not _leading_keys(statement) <= {"T#*", "S#*", "M#*"}
    }
    assert lookers == {"SubmitFunction", "StatusFunction", "CancelFunction", "ConvertFunction"}


def test_only_those_that_erase_may_erase() -> None:
    """Whoever makes files of rows takes back the one that met an erasure."""
    erased = {
        (function, resource["Fn::Sub"])
        for function in functions()
        for statement in statements(function)
        if "s3:DeleteObject" in _listed(statement["Action"])
        for resource in _listed(statement["Resource"])
    }
    everything = {f"${{ContentBucket.Arn}}/{kind}/*" for kind in ("specs", "results", "docs")}
    assert erased == {
        *(
            (function, kind)
            for function in ("CancelFunction", "SweeperFunction")
            for kind in everything
        ),
        ("StatusFunction", "${ContentBucket.Arn}/results/*/export/*"),
    }


@pytest.mark.parametrize(
    ("action", "who"),
    [
        ("s3:PutObject", {"SubmitFunction"}),
        ("s3:GetObject", {"DocumentWorkerFunction", "CancelFunction", "SweeperFunction"}),
        ("s3:DeleteObject", {"CancelFunction", "SweeperFunction"}),
    ],
)
def test_documents_are_touched_by_those_who_must(action: str, who: set[str]) -> None:
    """Those who erase look first which are there."""
    documents = {"Fn::Sub": "${ContentBucket.Arn}/docs/*"}
    assert who == {
        function
        for function in functions()
        for statement in statements(function)
        if action in _listed(statement["Action"]) and documents in _listed(statement["Resource"])
    }


def test_the_document_worker_makes_no_record_of_a_batch() -> None:
    """Its messages come from a queue: what one of them names is there, or is nothing."""
    assert "BatchTable" not in allowed("DocumentWorkerFunction", "dynamodb:PutItem")


def test_only_the_workers_write_results() -> None:
    """Others may write where pages are kept that answer again: below P#."""
    writers = {f for f in functions() if "*" in _written(f, "ResultTable")}
    assert writers == {"PageWorkerFunction", "DocumentWorkerFunction"}
    others = {f: _written(f, "ResultTable") for f in functions() if f not in writers}
    assert {f: keys for f, keys in others.items() if keys} == {"ConvertFunction": {"P#*"}}


def test_only_the_notifier_touches_deliveries() -> None:
    touching = {f for f in functions() if "DeliveryTable" in allowed(f, "dynamodb:PutItem")}
    assert touching == {"NotifierFunction"}


@pytest.mark.parametrize(
    ("queue", "senders"),
    [
        ("PageQueue", {"DispatcherFunction", "SweeperFunction"}),
        ("DocumentQueue", {"DispatcherFunction", "SweeperFunction"}),
        ("WebhookQueue", {"AggregatorFunction", "SweeperFunction"}),
    ],
)
def test_only_those_that_send_may_send(queue: str, senders: set[str]) -> None:
    given = {"SQSSendMessagePolicy": {"QueueName": {"Fn::GetAtt": [queue, "QueueName"]}}}
    assert {
        f for f, properties in functions().items() if given in properties["Policies"]
    } == senders


def test_whoever_reads_objects_can_tell_missing_from_forbidden() -> None:
    """Without s3:ListBucket, S3 answers 403 for an object that is not there."""
    for function in functions():
        if allowed(function, "s3:GetObject"):
            assert "ContentBucket" in allowed(function, "s3:ListBucket")


def test_textract_may_be_asked_by_the_document_worker_where_it_is_chosen() -> None:
    """It has no resources of its own for these calls, so nothing narrower can be said."""
    policies = resources("AWS::IAM::Policy")
    [(policy, statement)] = [
        (policy, statement)
        for policy in policies.values()
        for statement in policy["PolicyDocument"]["Statement"]
        if "textract" in str(statement["Action"])
    ]
    assert statement["Action"] == ["textract:AnalyzeExpense", "textract:AnalyzeDocument"]
    assert policy["Roles"] == [{"Ref": "DocumentWorkerFunctionRole"}]
    written = template()["Resources"]["TextractPolicy"]
    assert written["Condition"] == "TextractIsChosen"
    assert template()["Conditions"]["TextractIsChosen"] == {
        "Fn::Equals": [{"Ref": "DocumentEngine"}, "textract"]
    }


def _written(function: str, table: str) -> set[str]:
    """Where the keys begin below which a function may put records."""
    return {
        begins
        for statement in statements(function)
        if "dynamodb:PutItem" in _listed(statement["Action"]) and table in _resources(statement)
        for begins in _leading_keys(statement)
    }


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def _resources(statement: dict[str, Any]) -> Iterator[str]:
    for resource in _listed(statement["Resource"]):
        if "Fn::GetAtt" in resource:
            yield resource["Fn::GetAtt"][0]
        else:
            yield resource["Fn::Sub"].removeprefix("${").split(".")[0]


def _leading_keys(statement: dict[str, Any]) -> set[str]:
    """Where the keys of the records begin that are meant; everywhere without a condition."""
    conditions = statement.get("Condition", {}).get("ForAllValues:StringLike", {})
    return set(conditions.get("dynamodb:LeadingKeys", ["*"]))
