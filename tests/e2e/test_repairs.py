"""Does a batch close although something was killed, lost or deleted?"""

import json
import secrets
import time
from collections.abc import Callable

from local.client import Client
from local.receiver import Receiver
from local.sandboxes import kill, sandboxes
from local.site import Site
from local.stack import LocalStack
from tests.e2e.jobs import assert_proved, ended, polled, submit, succeeded

LEASE_AND_SWEEP_SECONDS = 10 + 60


def test_a_lost_input_list_fails_the_job_and_says_so(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    site.seconds_to_answer = 1
    job_id = submit(client, [site.url(f"/article/{n}") for n in range(60)], receiver)
    _assert_fails_without(_delete_spec, stack, client, job_id)
    assert json.loads(receiver.wait()[0].body)["status"] == "FAILED"


def test_a_lost_large_input_list_does_so_too(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """A list that is too long for its record is an object."""
    site.seconds_to_answer = 1
    urls = [site.url(f"/article/{n}?{secrets.token_hex(300)}") for n in range(60)]
    job_id = submit(client, urls, receiver)
    _assert_fails_without(_delete_object, stack, client, job_id)
    assert json.loads(receiver.wait()[0].body)["status"] == "FAILED"


def test_a_killed_worker_does_not_keep_a_batch_open(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """C2, Q1: closes within a lease and a sweep."""
    site.seconds_to_answer = 1
    job_id = submit(client, [site.url(f"/article/{n}") for n in range(30)], receiver)
    next(job for job in polled(client, job_id) if job["status"] == "PROCESSING")
    assert _kill_workers(stack)
    began = time.monotonic()
    job = ended(client, job_id, seconds=LEASE_AND_SWEEP_SECONDS + 15)
    assert (job["status"], job["completed"]) == ("COMPLETED", 30)
    assert time.monotonic() - began < LEASE_AND_SWEEP_SECONDS + 10
    assert len({r.headers["webhook-id"] for r in receiver.wait()}) == 1
    assert_proved(stack, job_id)


def _assert_fails_without(
    lose: Callable[[LocalStack, str], None], stack: LocalStack, client: Client, job_id: str
) -> None:
    """A client polls and takes rows; the list is lost when it has the first ones."""
    seen: list[int] = []
    for job in polled(client, job_id):
        if succeeded(job) and not any(seen):
            lose(stack, job_id)
            _kill_workers(stack)  # a warm one remembers the list
        seen.append(succeeded(job))
    assert job["status"] == "FAILED"
    assert seen == sorted(seen)
    assert any(0 < rows < 60 for rows in seen[:-1])
    assert job["completed"] + job["failed"] == 60
    codes = {row["error"]["code"] for row in job["results"] if row["status"] == "FAILED"}
    assert codes == {"INTERNAL_ERROR"}
    assert_proved(stack, job_id)


def _delete_object(stack: LocalStack, job_id: str) -> None:
    storage, bucket = stack.client("s3"), stack.resource("ContentBucket")
    found = storage.list_objects_v2(Bucket=bucket, Prefix="specs/").get("Contents", [])
    (key,) = [one["Key"] for one in found if job_id in one["Key"]]
    storage.delete_object(Bucket=bucket, Key=key)


def _delete_spec(stack: LocalStack, job_id: str) -> None:
    table = stack.client("dynamodb")
    key = {":pk": {"S": f"B#acme#pages:{job_id}"}, ":spec": {"S": "SPEC#"}}
    found = table.query(
        TableName=stack.resource("BatchTable"),
        KeyConditionExpression="pk = :pk AND begins_with(sk, :spec)",
        ExpressionAttributeValues=key,
    )["Items"]
    for record in found:
        table.delete_item(
            TableName=stack.resource("BatchTable"), Key={"pk": record["pk"], "sk": record["sk"]}
        )


def _kill_workers(stack: LocalStack) -> int:
    """-> how many there were."""
    workers = sandboxes(stack.folder)[stack.resource("PageWorkerFunction")]
    for worker in workers:
        kill(worker)
    return len(workers)
