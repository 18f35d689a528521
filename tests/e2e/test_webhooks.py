"""Does a webhook reach its receiver, whatever the others do?"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from local.client import Client
from local.receiver import Receiver
from local.site import Site
from local.stack import LocalStack
from tests.e2e.jobs import SECRET, ended

HANGING = 100


def test_a_hanging_receiver_delays_nobody_else(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """W1, W7: a hundred events for a receiver that hangs, then one for another."""
    _warm_up(client, site, receiver)
    receiver.hang_seconds["/hang"] = 30
    with _deliveries_stopped(stack):
        hanging = [_submit(client, site, receiver.url("/hang")) for _ in range(HANGING)]
        for job_id in hanging:
            ended(client, job_id)
        other = f"http://localhost:{receiver.server_port}/hook"
        ended(client, _submit(client, site, other))
        assert _waiting(stack, HANGING + 1) >= HANGING + 1
    began = time.monotonic()
    (received,) = receiver.wait(seconds=10)
    assert received.at - began < 5
    assert received.signed_with(SECRET)


def test_a_failed_delivery_is_repeated_under_the_same_id(
    client: Client, site: Site, receiver: Receiver
) -> None:
    """W6: each attempt has a timestamp and a signature of its own."""
    receiver.statuses["/fails"] = 500
    ended(client, _submit(client, site, receiver.url("/fails")))
    received = receiver.wait("/fails", count=3, seconds=20)
    assert len({r.headers["webhook-id"] for r in received}) == 1
    assert len({r.headers["X-Webhook-Timestamp"] for r in received}) == len(received) >= 3
    assert all(r.signed_with(SECRET) for r in received)
    assert len({r.body for r in received}) == 1


def _warm_up(client: Client, site: Site, receiver: Receiver) -> None:
    """Every notifier has started: what is timed is the queue, not an interpreter's start."""
    receiver.hang_seconds["/warm"] = 0.5
    for _ in range(12):
        _submit(client, site, receiver.url("/warm"))
    assert len(receiver.wait("/warm", count=12)) >= 12


def _submit(client: Client, site: Site, hook: str) -> str:
    webhook = {"url": hook, "secret": SECRET}
    return str(client.submit({"urls": [site.url("/docs")], "webhook": webhook}).data["id"])


def _waiting(stack: LocalStack, count: int, seconds: float = 15) -> int:
    """How many events wait in the queue, once there are `count` or time is up."""
    queues, attribute = stack.client("sqs"), "ApproximateNumberOfMessages"
    deadline, waiting = time.monotonic() + seconds, 0
    while waiting < count and time.monotonic() < deadline:
        answer = queues.get_queue_attributes(
            QueueUrl=stack.resource("WebhookQueue"), AttributeNames=[attribute]
        )
        waiting = int(answer["Attributes"][attribute])
        time.sleep(0.1)
    return waiting


@contextmanager
def _deliveries_stopped(stack: LocalStack) -> Iterator[None]:
    """Events queue up meanwhile."""
    functions = stack.client("lambda")
    (mapping,) = functions.list_event_source_mappings(
        FunctionName=stack.resource("NotifierFunction")
    )["EventSourceMappings"]
    functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
    try:
        yield
    finally:
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=True)
