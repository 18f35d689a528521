"""Do numbers hang together that are written in different places?"""

import json
import re
from pathlib import Path

import pytest

from local.template import ROOT
from tests.template.facts import default, functions, lines, queues, sources, template, value

PROFILES = sorted((ROOT / "local" / "profiles").glob("*.json"))


@pytest.mark.parametrize(("queue", "function", "_mapping"), sources("SQS"))
def test_a_message_is_unseen_for_six_times_as_long_as_its_function_may_run(
    queue: str, function: str, _mapping: object
) -> None:
    """Case Q6: with less, messages come again while they are worked on, and end as dead letters."""
    visibility = value(queues()[queue]["VisibilityTimeout"])
    assert visibility >= 6 * value(functions()[function]["Timeout"])


@pytest.mark.parametrize(("queue", "_function", "_mapping"), sources("SQS"))
def test_a_message_that_is_put_back_is_received_often_enough(
    queue: str, _function: str, _mapping: object
) -> None:
    """Case Q3: throttles and waits use receives up; attempts are counted elsewhere."""
    assert queues()[queue]["RedrivePolicy"]["maxReceiveCount"] >= 100


@pytest.mark.parametrize(("_queue", "function", "mapping"), sources("SQS"))
def test_a_function_is_never_held_below_its_mapping(
    _queue: str, function: str, mapping: dict[str, dict[str, int]]
) -> None:
    """Case Q5: what the mapping has taken and may not run ends as a dead letter."""
    reserved = functions()[function].get("ReservedConcurrentExecutions")
    maximum = value(mapping["ScalingConfig"]["MaximumConcurrency"])
    assert reserved is None or value(reserved) >= maximum
    assert maximum >= 2


def test_an_attempt_owns_its_item_for_longer_than_its_worker_may_run() -> None:
    assert default("PageLeaseSeconds") > default("PageFunctionSeconds")


def test_a_page_can_be_fetched_and_distilled_within_the_time_of_its_worker() -> None:
    longest_page_timeout = 60  # contract, "Fields of distill"
    needed = longest_page_timeout + default("DistillTimeoutSeconds")
    assert default("PageFunctionSeconds") > needed


def test_a_receiver_can_use_its_time_within_the_time_of_the_notifier() -> None:
    assert default("WebhookFunctionSeconds") > default("WebhookTimeoutSeconds")


def test_no_wait_between_deliveries_is_longer_than_a_message_can_be_unseen() -> None:
    longest = 12 * 60 * 60  # SQS, ChangeMessageVisibility
    waits = [int(wait) for wait in default("WebhookRetrySeconds").split(",")]
    assert max(waits) <= longest


def test_content_outlives_the_jobs_that_name_it() -> None:
    assert default("ContentExpiryDays") > default("RetentionDays")


def test_one_sweep_has_ended_when_the_next_begins() -> None:
    sweeper = functions()["SweeperFunction"]
    assert sweeper["Events"]["EveryMinute"]["Properties"]["Schedule"] == "rate(1 minute)"
    assert value(sweeper["Timeout"]) < 60


@pytest.mark.parametrize("name", ["SubmitFunction", "StatusFunction", "CancelFunction"])
def test_a_caller_is_answered_before_the_gateway_gives_up(name: str) -> None:
    assert value(functions()[name]["Timeout"]) < 29


def test_the_defaults_are_those_of_the_contract() -> None:
    assert default("MaxBatchUrls") == 100
    assert default("RetentionDays") == 30
    assert default("MaxAttempts") == 3
    assert default("ItemDeadlineSeconds") == 300
    assert default("MaxPageBytes") == 10_000_000
    assert default("WebhookTimeoutSeconds") == 15
    assert default("WebhookRetrySeconds") == "10,30,120,600,1800"
    assert default("BreakerSeconds") == 60


def test_every_number_is_a_parameter_or_has_its_reason_on_the_line() -> None:
    start = lines().index("Globals:")
    end = lines().index("Outputs:")
    bare = [line for line in lines()[start:end] if _is_bare_number(line)]
    assert bare == []


def _is_bare_number(line: str) -> bool:
    """A setting whose value is a number, without a word on why. Gateway answers are statuses."""
    number = re.search(r"^\s*\w+: \d+\s*$", line) or re.search(r"\{ \w+: \d+ \}\s*$", line)
    return bool(number) and "StatusCode" not in line


@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_a_profile_of_the_local_stack_hangs_together(profile: Path) -> None:
    own = json.loads(profile.read_text())
    assert own.keys() <= template()["Parameters"].keys()
    numbers = {name: default(name) for name in template()["Parameters"]} | own
    assert numbers["PageLeaseSeconds"] > numbers["PageFunctionSeconds"]
    assert numbers["PageVisibilitySeconds"] > numbers["PageLeaseSeconds"]
    assert numbers["PageFunctionSeconds"] > numbers["DistillTimeoutSeconds"]
    assert numbers["WebhookFunctionSeconds"] > numbers["WebhookTimeoutSeconds"]
    assert numbers["WebhookVisibilitySeconds"] > numbers["WebhookFunctionSeconds"]
