"""Is nothing lost that fails, is deleted or is left behind?"""

from typing import Any

import pytest

from tests.template.facts import (
    default,
    functions,
    queues,
    resources,
    sources,
    template,
    value,
    work_queues,
)

STREAMS = sources("DynamoDB")
TABLES = sorted(resources("AWS::DynamoDB::Table"))


@pytest.mark.parametrize("queue", sorted(work_queues()))
def test_every_queue_that_is_worked_on_has_its_own_dead_letters(queue: str) -> None:
    target = queues()[queue]["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]
    others = [q["RedrivePolicy"]["deadLetterTargetArn"] for q in queues().values() if _drives(q)]
    assert target in queues()
    assert others.count({"Fn::GetAtt": [target, "Arn"]}) == 1


@pytest.mark.parametrize("queue", sorted(queues().keys() - work_queues().keys()))
def test_what_was_given_up_is_kept_for_as_long_as_possible(queue: str) -> None:
    fourteen_days = 14 * 24 * 60 * 60  # the longest that SQS keeps anything
    assert queues()[queue]["MessageRetentionPeriod"] == fourteen_days


def test_two_readers_follow_the_stream() -> None:
    assert [function for _, function, _ in STREAMS] == ["DispatcherFunction", "AggregatorFunction"]


@pytest.mark.parametrize(("table", "_function", "mapping"), STREAMS)
def test_a_change_that_cannot_be_read_stops_nobody_for_long(
    table: str, _function: str, mapping: dict[str, Any]
) -> None:
    """Case Q14: bounded retries, bisection and a place for what is given up."""
    assert table == "BatchTable"
    assert mapping["StartingPosition"] == "TRIM_HORIZON"
    assert mapping["BisectBatchOnFunctionError"] is True
    assert 0 < value(mapping["MaximumRetryAttempts"]) <= 100
    assert 60 <= value(mapping["MaximumRecordAgeInSeconds"]) <= 24 * 60 * 60
    failure = mapping["DestinationConfig"]["OnFailure"]
    assert failure == {"Type": "SQS", "Destination": {"Fn::GetAtt": ["StreamFailures", "Arn"]}}


@pytest.mark.parametrize(("_queue", "_function", "mapping"), sources("SQS"))
def test_one_bad_message_does_not_bring_its_neighbours_back(
    _queue: str, _function: str, mapping: dict[str, Any]
) -> None:
    """Case Q10."""
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_can_be_recovered_and_outlives_its_stack(table: str) -> None:
    resource = template()["Resources"][table]
    properties = resource["Properties"]
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert resource["DeletionPolicy"] == "RetainExceptOnCreate"
    assert resource["UpdateReplacePolicy"] == "Retain"


def test_only_the_batches_are_followed() -> None:
    streams = {
        name: properties.get("StreamSpecification")
        for name, properties in resources("AWS::DynamoDB::Table").items()
    }
    assert streams.pop("BatchTable") == {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert set(streams.values()) == {None}


def test_the_bucket_is_private_encrypted_and_does_not_grow_for_ever() -> None:
    bucket = template()["Resources"]["ContentBucket"]
    properties = bucket["Properties"]
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert "BucketEncryption" in properties
    days = {
        rule.get("Prefix"): value(rule["ExpirationInDays"])
        for rule in properties["LifecycleConfiguration"]["Rules"]
        if rule["Status"] == "Enabled"
    }
    assert days == {None: default("ContentExpiryDays"), "cache/": 1}
    assert bucket["DeletionPolicy"] == "RetainExceptOnCreate"


def test_the_bucket_takes_encrypted_connections_only() -> None:
    [policy] = resources("AWS::S3::BucketPolicy").values()
    [statement] = policy["PolicyDocument"]["Statement"]
    assert statement["Effect"] == "Deny"
    assert statement["Principal"] == "*"
    assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_nothing_has_a_physical_name() -> None:
    """So that a stack can stand beside another one, and a replacement beside what it replaces."""
    names = {"TableName", "QueueName", "BucketName", "FunctionName", "LayerName", "AlarmName"}
    named = [
        name
        for name, resource in template()["Resources"].items()
        if names & resource["Properties"].keys()
    ]
    assert named == []


def test_log_lines_are_kept_for_a_time_that_was_chosen() -> None:
    logs = resources("AWS::Logs::LogGroup")
    assert [value(group["RetentionInDays"]) for group in logs.values()] == [
        default("LogRetentionDays")
    ]
    used = {function["LoggingConfig"]["LogGroup"]["Ref"] for function in functions().values()}
    assert used == set(logs)


def _drives(queue: dict[str, Any]) -> bool:
    return "RedrivePolicy" in queue
