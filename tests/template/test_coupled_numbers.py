"""Do numbers hang together that are written in different places?"""

import json
import re
from typing import Any

import pytest

from batchbell.adapters.document_reader import MEMORY_MB
from batchbell.adapters.sessions import ATTEMPTS
from batchbell.domain.allowance import LONGEST_CACHE_SECONDS
from batchbell.domain.batch import GROWS_MS
from batchbell.runtime.documents_multipart import MOST_FILE_BYTES
from batchbell.usecases.work_documents import LOOK_FOR_BYTES_MS
from local.template import ROOT
from tests.template.facts import (
    default,
    functions,
    lines,
    parameter,
    queues,
    resources,
    sources,
    template,
    value,
    work_queues,
)

LONGEST_UNSEEN = 12 * 60 * 60
"""Seconds for which SQS hides a message at most (ChangeMessageVisibility)."""
_DAY_MS = 24 * 60 * 60 * 1000
DEFAULTS = {name: default(name) for name in template()["Parameters"]}
DEPLOYMENTS = {"defaults": DEFAULTS} | {
    path.stem: DEFAULTS | json.loads(path.read_text())
    for path in sorted((ROOT / "local" / "profiles").glob("*.json"))
}
"""The parameters of each deployment whose numbers are known here."""
TIMES = [
    name
    for name, given in template()["Parameters"].items()
    if given["Type"] == "Number" and name.endswith(("Milliseconds", "Seconds", "Days"))
]


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
    """Case Q2."""
    longest_page_timeout = 60  # contract, "Fields of distill"
    needed = longest_page_timeout + default("DistillTimeoutSeconds") + default("PageMarginSeconds")
    assert default("PageFunctionSeconds") > needed


def test_an_attempt_owns_its_document_for_longer_than_its_worker_may_run() -> None:
    assert default("DocumentLeaseSeconds") > default("DocumentFunctionSeconds")


def test_a_message_is_received_as_often_as_its_document_s_bytes_are_looked_for() -> None:
    """With fewer it would be a dead letter while its link still lasts."""
    looks = parameter("UploadLinkSeconds")["MaxValue"] * 1000 // LOOK_FOR_BYTES_MS
    assert queues()["DocumentQueue"]["RedrivePolicy"]["maxReceiveCount"] > 2 * looks


def test_an_upload_fits_into_what_a_function_may_be_handed() -> None:
    """In base64, and with the rest of the event; above it a link must be asked for."""
    assert MOST_FILE_BYTES * 4 // 3 + 300_000 < 6 * 1024 * 1024  # Lambda's limit, in bytes


def test_no_wait_between_deliveries_is_longer_than_a_message_can_be_unseen() -> None:
    waits = [int(wait) for wait in default("WebhookRetrySeconds").split(",")]
    assert max(waits) <= LONGEST_UNSEEN


@pytest.mark.parametrize(
    "wait",
    [
        "PageLeaseSeconds",
        "PageVisibilitySeconds",
        "DocumentLeaseSeconds",
        "DocumentVisibilitySeconds",
        "WebhookVisibilitySeconds",
        "WebhookRetryAfterSeconds",
        "BreakerSeconds",
        "ThrottledSeconds",
        "UnreadableSeconds",
    ],
)
def test_no_wait_can_be_set_longer_than_a_message_can_be_unseen(wait: str) -> None:
    assert parameter(wait)["MaxValue"] <= LONGEST_UNSEEN


def test_what_nobody_can_read_is_a_dead_letter_before_its_queue_forgets_it() -> None:
    """With longer waits it would be gone without an alarm."""
    kept = 4 * 24 * 60 * 60  # SQS keeps a message for four days unless told otherwise
    assert not any("MessageRetentionPeriod" in queue for queue in work_queues().values())
    receives = max(q["RedrivePolicy"]["maxReceiveCount"] for q in work_queues().values())
    assert receives * parameter("UnreadableSeconds")["MaxValue"] < kept


@pytest.mark.parametrize("wait", ["SdkConnectSeconds", "SdkReadSeconds"])
def test_a_call_has_had_every_try_before_a_caller_s_function_is_ended(wait: str) -> None:
    backoffs = sum(2**n for n in range(ATTEMPTS - 1))  # the SDK's standard mode: 1, 2, 4 s at most
    assert ATTEMPTS * default(wait) + backoffs < default("ApiFunctionSeconds")


def test_a_reader_of_the_stream_is_ended_before_its_changes_are_given_up() -> None:
    assert default("StreamFunctionSeconds") < default("StreamRecordAgeSeconds")


def test_a_reader_of_the_stream_is_late_when_a_sweep_has_come_by() -> None:
    assert default("StreamLagMilliseconds") >= 60_000


def test_content_outlives_the_jobs_that_name_it() -> None:
    """A batch of documents lives on with each that comes."""
    assert default("ContentExpiryDays") > default("RetentionDays") + GROWS_MS // _DAY_MS


def test_no_page_is_kept_for_longer_than_what_it_consists_of() -> None:
    """A job's result, and the object of a call, which S3 drops a day after its making at least."""
    day = 24 * 60 * 60
    longest = parameter("CacheSeconds")["MaxValue"]
    assert longest == LONGEST_CACHE_SECONDS
    assert longest <= parameter("RetentionDays")["MinValue"] * day
    [bucket] = resources("AWS::S3::Bucket").values()
    days = [r["ExpirationInDays"] for r in bucket["LifecycleConfiguration"]["Rules"]]
    assert longest <= min(value(number) for number in days) * day


def test_one_sweep_has_ended_when_the_next_begins() -> None:
    sweeper = functions()["SweeperFunction"]
    assert sweeper["Events"]["EveryMinute"]["Properties"]["Schedule"] == "rate(1 minute)"
    assert parameter(sweeper["Timeout"]["Ref"])["MaxValue"] < 60


@pytest.mark.parametrize("name", ["SubmitFunction", "StatusFunction", "CancelFunction"])
def test_a_caller_is_answered_before_the_gateway_gives_up(name: str) -> None:
    assert parameter(functions()[name]["Timeout"]["Ref"])["MaxValue"] < 29


def test_the_defaults_are_those_of_the_contract() -> None:
    assert default("MaxBatchUrls") == 100
    assert default("RetentionDays") == 30
    assert default("MaxBatchDocuments") == 1_000
    assert default("MaxDocumentBytes") == 20_000_000
    assert default("MaxPages") == 50
    assert default("UploadLinkSeconds") == 15 * 60
    assert default("MaxAttempts") == 3
    assert default("ItemDeadlineSeconds") == 300
    assert default("MaxPageBytes") == 10_000_000
    assert default("WebhookTimeoutSeconds") == 15
    assert default("WebhookRetrySeconds") == "10,30,120,600,1800"
    assert default("WebhookRetryAfterSeconds") == 3_600
    assert default("BreakerSeconds") == 60


def test_every_time_that_can_be_set_is_in_the_operators_list() -> None:
    row = re.compile(r"^\| `(\w+)` \| ([\d,]+) \|", re.MULTILINE)
    listed = dict(row.findall((ROOT / "docs" / "operations.md").read_text()))
    assert {name: int(number.replace(",", "")) for name, number in listed.items()} == {
        name: default(name) for name in TIMES
    }


@pytest.mark.parametrize("name", sorted(functions()))
def test_the_time_of_a_function_is_a_parameter(name: str) -> None:
    assert functions()[name]["Timeout"]["Ref"] in TIMES


@pytest.mark.parametrize("name", TIMES)
def test_a_time_that_can_be_set_says_what_it_is_and_has_bounds(name: str) -> None:
    given = parameter(name)
    assert given["Description"].endswith(".")
    assert given["MinValue"] <= given["Default"] <= given["MaxValue"]


def test_every_number_is_a_parameter_or_has_its_reason_on_the_line() -> None:
    start = lines().index("Globals:")
    end = lines().index("Outputs:")
    bare = [line for line in lines()[start:end] if _is_bare_number(line)]
    assert bare == []


def _is_bare_number(line: str) -> bool:
    """A setting whose value is a number, without a word on why. Gateway answers are statuses."""
    number = re.search(r"^\s*\w+: \d+\s*$", line) or re.search(r"\{ \w+: \d+ \}\s*$", line)
    return bool(number) and "StatusCode" not in line


@pytest.mark.parametrize("numbers", DEPLOYMENTS.values(), ids=DEPLOYMENTS)
def test_the_times_of_a_deployment_hang_together(numbers: dict[str, Any]) -> None:
    assert numbers["PageLeaseSeconds"] > numbers["PageFunctionSeconds"]
    assert numbers["PageVisibilitySeconds"] > numbers["PageLeaseSeconds"]
    after_page = numbers["DistillTimeoutSeconds"] + numbers["PageMarginSeconds"]
    assert numbers["PageFunctionSeconds"] > after_page
    assert numbers["PageFunctionSeconds"] > numbers["DistillStartSeconds"]
    assert numbers["DocumentLeaseSeconds"] > numbers["DocumentFunctionSeconds"]
    assert numbers["DocumentLeaseSeconds"] > numbers["UploadLinkSeconds"]
    assert numbers["DocumentVisibilitySeconds"] > numbers["DocumentLeaseSeconds"]
    before_and_after = numbers["DocumentStartSeconds"] + numbers["DocumentMarginSeconds"]
    reading = numbers["DocumentTimeoutSeconds"] + before_and_after
    assert numbers["DocumentFunctionSeconds"] > reading
    attempt = numbers["WebhookTimeoutSeconds"] + numbers["WebhookMarginSeconds"]
    assert numbers["WebhookFunctionSeconds"] >= attempt
    assert numbers["WebhookVisibilitySeconds"] > numbers["WebhookFunctionSeconds"]
    assert numbers["ClosedLookSeconds"] >= numbers["WebhookVisibilitySeconds"]
    assert numbers["ClosedLookSeconds"] >= 2 * numbers["BreakerSeconds"]
    assert numbers["SweeperFunctionSeconds"] > numbers["SweepMarginSeconds"]


@pytest.mark.parametrize("numbers", DEPLOYMENTS.values(), ids=DEPLOYMENTS)
def test_the_times_of_a_deployment_are_within_their_bounds(numbers: dict[str, Any]) -> None:
    assert numbers.keys() == template()["Parameters"].keys()
    outside = {
        name: numbers[name]
        for name in TIMES
        if not parameter(name)["MinValue"] <= numbers[name] <= parameter(name)["MaxValue"]
    }
    assert outside == {}


def test_what_reads_documents_runs_out_of_memory_before_its_worker_does() -> None:
    """A document that takes all there is ends its child, and fails at once with its reason."""
    workers_own_mb = 300
    assert MEMORY_MB + workers_own_mb <= DEFAULTS["DocumentMemory"]
