"""Does somebody learn of everything that needs somebody?"""

from typing import Any

import pytest

from tests.template.facts import alarms, headings, queues, sources, watched, work_queues

OPERATIONS = "docs/operations.md"


@pytest.mark.parametrize("queue", sorted(queues().keys() - work_queues().keys()))
def test_the_first_message_that_is_given_up_raises_an_alarm(queue: str) -> None:
    [alarm] = [alarm for alarm in alarms().values() if _watches(alarm, "QueueName", queue)]
    assert alarm["MetricName"] == "ApproximateNumberOfMessagesVisible"
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("GreaterThanThreshold", 0)


@pytest.mark.parametrize(("_table", "function", "_mapping"), sources("DynamoDB"))
def test_a_reader_of_the_stream_that_falls_behind_raises_an_alarm(
    _table: str, function: str, _mapping: object
) -> None:
    ages = [alarm for alarm in alarms().values() if alarm.get("MetricName") == "IteratorAge"]
    assert any(_watches(alarm, "FunctionName", function) for alarm in ages)


@pytest.mark.parametrize(
    "metric",
    ["SweeperRepairs", "WebhooksExhausted", "OldestOpenBatchSeconds", "PageFailuresAnswered"],
)
def test_a_metric_of_ours_is_watched_under_the_dimension_it_is_written_with(metric: str) -> None:
    """W9: an event that was given up is noticed."""
    every = [one for alarm in alarms().values() for one in watched(alarm)]
    [given] = [one for one in every if one["MetricName"] == metric]
    assert given["Namespace"] == "Batchbell"
    assert given["Dimensions"] == [{"Name": "service", "Value": {"Ref": "AWS::StackName"}}]


def test_a_sweeper_that_does_not_run_raises_an_alarm() -> None:
    """It is what finds everything else that was lost; its silence must not look like health."""
    alarm = alarms()["SweeperSilentAlarm"]
    assert alarm["TreatMissingData"] == "breaching"
    assert _watches(alarm, "FunctionName", "SweeperFunction")


def test_what_a_page_has_caused_is_no_error_of_the_api() -> None:
    """Taken off all answers, so that those of dead functions and of the gateway still count."""
    parts = {part["Id"]: part for part in alarms()["ApiErrorsAlarm"]["Metrics"]}
    assert parts["ours"]["Expression"] == "answers - FILL(pages, 0)"
    assert [name for name, part in parts.items() if part["ReturnData"]] == ["ours"]
    stats = {name: parts[name]["MetricStat"] for name in ("answers", "pages")}
    assert {name: stat["Metric"]["MetricName"] for name, stat in stats.items()} == {
        "answers": "5XXError",
        "pages": "PageFailuresAnswered",
    }
    assert {(stat["Period"], stat["Stat"]) for stat in stats.values()} == {(300, "Sum")}


@pytest.mark.parametrize("name", sorted(alarms()))
def test_an_alarm_says_what_to_do_and_tells_somebody(name: str) -> None:
    topic = {"Fn::If": ["AlarmsAreSent", [{"Ref": "AlarmTopicArn"}], {"Ref": "AWS::NoValue"}]}
    assert name in headings(OPERATIONS)
    assert alarms()[name]["AlarmActions"] == topic
    assert alarms()[name]["AlarmDescription"].endswith(".")


def test_operations_describes_no_alarm_that_is_gone() -> None:
    described = {heading for heading in headings(OPERATIONS) if heading.endswith("Alarm")}
    assert described == alarms().keys()


def _watches(alarm: dict[str, Any], dimension: str, resource: str) -> bool:
    return any(
        given["Name"] == dimension and _names(given["Value"], resource)
        for given in alarm.get("Dimensions", [])
    )


def _names(value: Any, resource: str) -> bool:
    return value in ({"Ref": resource}, {"Fn::GetAtt": [resource, "QueueName"]})
