"""Does the template allow every call that a function makes, and to none more than it does?"""

import random
from collections.abc import Callable
from time import time_ns
from typing import Any, TypeVar
from unittest.mock import patch

import boto3
import pytest

from batchbell.domain.batch import Fence, FenceReason
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import pages_key
from batchbell.domain.page import DistilledPage
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.runtime import wiring
from batchbell.usecases.manage_keys import create_key
from tests.process.cloud import cloud
from tests.process.process import BATCHES, Process
from tests.process.requests import request_event
from tests.process.rights import Needed, Right
from tests.template.facts import functions
from tests.template.test_policies import statements

T = TypeVar("T")
HOOK = "https://receiver.example.org/hook"
LONG = 12
"""URLs of 1,800 random digits, whose list is too long for a record (8 KB)."""
LEASES_S = 1_000
"""Longer than any lease or wait of the defaults."""


class Scene:
    """One deployment in which everything happens that makes a function call AWS."""

    def __init__(self, process: Process, needed: Needed) -> None:
        self.process = process
        self._needed = needed
        self._numbers = random.Random(7)
        self._key = create_key(wiring.keys(), "acme", wiring.now(), wiring.random_hex)

    def submitted(self, count: int, letters: int = 8, **more: Any) -> str:
        """A batch whose messages wait in the queue. `letters`: of each URL. -> its id."""
        job_id = str(self.process.submit(self.urls(count, letters), **more).data["id"])
        self.changes()
        return job_id

    def changes(self) -> None:
        """All that the stream tells."""
        while self.process.triggers.carry_changes():
            pass

    def submit_again(self, order: str) -> None:
        """The same submission under the same Idempotency-Key: the first makes its job."""
        body = {"urls": [f"https://example.org/{order}"]}
        event = request_event("POST", BATCHES, self._key, body)
        event["headers"]["Idempotency-Key"] = order
        event["multiValueHeaders"]["Idempotency-Key"] = [order]
        assert self.process.lambdas.invoke("submit", event)["statusCode"] == 200

    def large_page(self, url: str) -> None:
        """A page whose result is an object."""
        text = self._numbers.randbytes(20_000).hex()
        self.process.outside.distiller.script.set(url, DistilledPage(text))

    def fence(self, job_id: str) -> None:
        """As a cancel does that dies then."""
        fence = Fence(FenceReason.CANCEL, wiring.now())
        key = pages_key("acme", job_id)
        assert self._as_operator(lambda: wiring.store().batches.raise_fence(key, fence))

    def mark_purged(self, job_id: str) -> None:
        """As a purge does that dies then."""
        key = pages_key("acme", job_id)
        assert self._as_operator(lambda: wiring.store().batches.mark_purged(key, wiring.now()))

    def lose_messages(self) -> None:
        """Whatever waits in the queues is received, and never seen again."""
        sqs = self.process.cloud.sqs
        for queue in (self.process.cloud.page_queue, self.process.cloud.webhook_queue):
            while sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages"):
                pass

    def lose_objects(self) -> None:
        """The bucket is empty."""
        s3, bucket = self.process.cloud.s3, self.process.cloud.bucket
        for found in s3.list_objects_v2(Bucket=bucket).get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=found["Key"])

    def sweep_later(self) -> None:
        """When everything has become due."""
        then = time_ns() + LEASES_S * 10**9
        with patch("time.time_ns", lambda: then):
            self.process.sweep()

    def allow(self, slots: int | None) -> None:
        """As an operator does: so many batches at a time. It is read anew then."""
        self._as_operator(lambda: wiring.allowances().change("acme", {"slots": slots}))

    def urls(self, count: int, letters: int) -> list[str]:
        """Different addresses."""
        digits = letters // 2
        return [
            f"https://example.org/{self._numbers.randbytes(digits).hex()}" for _ in range(count)
        ]

    def _as_operator(self, call: Callable[[], T]) -> T:
        self._needed.function = ""
        return call()


def _slots(scene: Scene) -> None:
    """One batch after another; a long list is read by whoever lets its batch in, and may be lost."""
    for lost in (False, True):
        for urls in (scene.urls(1, 8), scene.urls(LONG, 1_800)):
            scene.process.submit(urls)
        scene.allow(1)
        scene.changes()
        if lost:
            scene.lose_objects()
        scene.process.triggers.carry_pages()
        scene.allow(1)
        scene.changes()
        scene.process.run()
    scene.allow(None)


def _pages(scene: Scene) -> None:
    """From the submission to the webhook: short and long lists, pages and results."""
    process, hook = scene.process, {"url": HOOK, "secret": "s"}
    process.submit(scene.urls(1, 8))
    process.run()
    flaky = "https://example.org/flaky"
    busy = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "Busy.", retryable=True)
    process.outside.fetcher.script.set(flaky, busy)
    process.submit([flaky])
    process.run()
    scene.large_page("https://example.org/large")
    job_id = str(process.submit(["https://example.org/large"], webhook=hook).data["id"])
    process.run()
    assert len(process.read(job_id).data["results"][0]["markdown"]) > 20_000
    assert process.read(f"{job_id}/results/0").status == 200
    assert process.cancel(job_id, purge="true").status == 200
    long = scene.submitted(LONG, 1_800, webhook=hook)
    assert process.read(long).data["status"] in ("PENDING", "PROCESSING")
    process.run()
    assert process.read(long).data["completed"] == LONG
    assert process.cancel(long, purge="true").status == 200


def _seen_by_readers(scene: Scene) -> None:
    """All pages are done, and a reader is the first to notice: one who asks, or submits again."""
    job_id = scene.submitted(3)
    scene.submit_again("order-1")
    scene.changes()
    scene.process.triggers.carry_pages()
    assert scene.process.read(job_id).data["status"] == "COMPLETED"
    scene.submit_again("order-1")
    scene.process.run()


def _ends_by_order(scene: Scene) -> None:
    """A cancel of a batch that nobody has begun with, and of one that is half done."""
    for begun in (0, 5):
        job_id = scene.submitted(12)
        if begun:
            scene.process.triggers.carry_pages(most=begun)
        assert scene.process.cancel(job_id).data["status"] == "CANCELLED"
        scene.process.run()
        assert scene.process.cancel(job_id).status == 200


def _receivers(scene: Scene) -> None:
    """One that is slow and recovers, with a pause in between; one that is gone."""
    slow, script = WebhookUnanswered(Unanswered.TIMEOUT), scene.process.outside.poster.script
    for answers in ([slow, slow, slow, WebhookAnswer(200)], [WebhookAnswer(410)]):
        script.set(HOOK, *answers)
        scene.submitted(1, webhook={"url": HOOK})
        for _ in range(6):
            scene.process.run()
    script.set(HOOK, WebhookAnswer(200))


def _losses(scene: Scene) -> None:
    """Input lists are gone before they are sent or worked on, results before they are read."""
    process = scene.process
    job_id = str(process.submit(scene.urls(LONG, 1_800)).data["id"])
    scene.lose_objects()
    process.run()
    assert process.read(job_id).data["status"] == "FAILED"
    job_id = scene.submitted(LONG, 1_800)
    scene.lose_objects()
    process.run()
    assert process.read(job_id).data["status"] == "FAILED"
    scene.large_page("https://example.org/large")
    job_id = str(process.submit(["https://example.org/large"]).data["id"])
    process.run()
    scene.lose_objects()
    assert process.read(job_id).data["status"] == "COMPLETED"


def _repairs(scene: Scene) -> None:
    """Everything that the sweeper finds undone."""
    process = scene.process
    process.submit(scene.urls(LONG, 1_800))  # and nobody hears of it
    scene.sweep_later()
    scene.submitted(3)
    scene.submitted(LONG, 1_800)
    scene.fence(scene.submitted(3))
    scene.lose_messages()
    scene.sweep_later()
    process.run()
    scene.large_page("https://example.org/large")
    urls = ["https://example.org/large", *scene.urls(LONG, 1_800)]
    job_id = str(process.submit(urls, webhook={"url": HOOK}).data["id"])
    scene.changes()
    process.triggers.carry_pages()
    scene.changes()
    scene.lose_messages()
    scene.sweep_later()
    process.run()
    scene.mark_purged(job_id)
    scene.sweep_later()


@pytest.fixture(scope="module")
def needed() -> set[Right]:
    """The rights that were needed when everything had happened."""
    listener = Needed()
    with cloud(BREAKER_SECONDS="0", WEBHOOK_RETRY_SECONDS="0,0,0,0") as made:
        boto3.setup_default_session()
        listener.listen(boto3.DEFAULT_SESSION)
        scene = Scene(Process(made, listener.watch), listener)
        for act in (
            _slots,
            _pages,
            _seen_by_readers,
            _ends_by_order,
            _receivers,
            _losses,
            _repairs,
        ):
            act(scene)
    return listener.rights


def granted() -> set[Right]:
    """What the template gives, with what SAM makes of its own templates of policies."""
    rights = {
        Right(function, action, _resource(resource))
        for function in functions()
        for statement in statements(function)
        for action in _listed(statement["Action"])
        for resource in _listed(statement["Resource"])
    }
    return rights | {
        Right(function, "sqs:SendMessage", _resource(policy["SQSSendMessagePolicy"]["QueueName"]))
        for function, properties in functions().items()
        for policy in properties["Policies"]
        if "SQSSendMessagePolicy" in policy
    }


def _resource(given: dict[str, Any]) -> str:
    if "Fn::GetAtt" in given:
        return str(given["Fn::GetAtt"][0])
    return str(given["Fn::Sub"]).replace("${", "").replace(".Arn}", "")


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def test_every_function_calls_aws(needed: set[Right]) -> None:
    assert {right.function for right in needed} == set(functions())


def test_every_call_is_allowed(needed: set[Right]) -> None:
    assert sorted(needed - granted()) == []


def test_no_right_is_given_that_is_not_used(needed: set[Right]) -> None:
    """By the very function that has it."""
    assert sorted(granted() - needed) == []
