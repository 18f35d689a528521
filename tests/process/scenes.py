"""What happens in a deployment, so that every call is made that a function makes?"""

import random
from collections.abc import Callable
from time import time_ns
from typing import Any, TypeVar
from unittest.mock import patch

from batchbell.domain.batch import Fence, FenceReason
from batchbell.domain.budget import Budget
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import pages_key
from batchbell.domain.page import DistilledPage
from batchbell.runtime import wiring
from batchbell.usecases.manage_keys import create_key
from tests.process.process import BATCHES, Process
from tests.process.requests import Answer, answer_of, request_event
from tests.process.rights import Needed

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

    @property
    def key(self) -> str:
        """A key of the tenant."""
        return self._key

    def answered(self, function: str, event: dict[str, Any]) -> Answer:
        """One request."""
        return answer_of(self.process.lambdas.invoke(function, event))

    def digits(self, count: int) -> str:
        """Random ones, which nothing packs well; `count` is even."""
        return self._numbers.randbytes(count // 2).hex()

    def budget(self) -> Budget | None:
        """What the tenant may spend."""
        return wiring.money().budgets.read("acme")

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

    def submit_alone(self, url: str) -> None:
        """A job of one URL."""
        event = request_event("POST", "/openapi/v1/async/distill", self._key, {"url": url})
        assert self.process.lambdas.invoke("submit", event)["statusCode"] == 200

    def convert(self, url: str) -> int:
        """A call that waits for its page. -> its status."""
        event = request_event("POST", "/openapi/v1/distill", self._key, {"url": url})
        return int(self.process.lambdas.invoke("convert", event)["statusCode"])

    def distill(self, url: str) -> None:
        """A job of one page, with all that a call that waits for it gets."""
        self.process.submit([url], formats=["markdown", "metadata"])
        self.process.run()

    def fetches(self, url: str) -> int:
        """How often a page was fetched so far."""
        return self.process.outside.fetcher.fetched.count(url)

    def keep_pages(self, seconds: int | None) -> None:
        """As an operator does: pages are kept for so long."""
        self.as_operator(lambda: wiring.allowances().change("acme", {"cache_seconds": seconds}))

    def forget_kept_pages(self) -> None:
        """None is found any more."""
        dynamodb = self.process.cloud.dynamodb
        for item in dynamodb.scan(TableName="ResultTable")["Items"]:
            if item["pk"]["S"].startswith("P#"):
                key = {name: item[name] for name in ("pk", "sk")}
                dynamodb.delete_item(TableName="ResultTable", Key=key)

    @property
    def flaky(self) -> str:
        """A page that fails for now."""
        url = "https://example.org/flaky"
        busy = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "Busy.", retryable=True)
        self.process.outside.fetcher.script.set(url, busy)
        return url

    def large_page(self, url: str) -> None:
        """A page whose result is an object."""
        text = self._numbers.randbytes(20_000).hex()
        self.process.outside.distiller.script.set(url, DistilledPage(text))

    def fence(self, job_id: str) -> None:
        """As a cancel does that dies then."""
        fence = Fence(FenceReason.CANCEL, wiring.now())
        key = pages_key("acme", job_id)
        assert self.as_operator(lambda: wiring.store().batches.raise_fence(key, fence))

    def mark_purged(self, job_id: str) -> None:
        """As a purge does that dies then."""
        key = pages_key("acme", job_id)
        assert self.as_operator(lambda: wiring.store().batches.mark_purged(key, wiring.now()))

    def lose_messages(self) -> None:
        """Whatever waits in the queues is received, and never seen again."""
        sqs = self.process.cloud.sqs
        made = self.process.cloud
        queues = (made.page_queue, made.async_queue, made.document_queue, made.webhook_queue)
        for queue in queues:
            while sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages"):
                pass

    def lose_objects(self) -> None:
        """The bucket is empty."""
        s3, bucket = self.process.cloud.s3, self.process.cloud.bucket
        for found in s3.list_objects_v2(Bucket=bucket).get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=found["Key"])

    def sweep_later(self) -> None:
        """When everything has become due."""
        self.later(self.process.sweep)

    def later(self, act: Callable[[], object], seconds: int = LEASES_S) -> None:
        """An act that comes so much later."""
        then = time_ns() + seconds * 10**9
        with patch("time.time_ns", lambda: then):
            act()

    def allow(self, slots: int | None) -> None:
        """As an operator does: so many batches at a time. It is read anew then."""
        self.as_operator(lambda: wiring.allowances().change("acme", {"slots": slots}))

    def urls(self, count: int, letters: int) -> list[str]:
        """Different addresses."""
        digits = letters // 2
        return [
            f"https://example.org/{self._numbers.randbytes(digits).hex()}" for _ in range(count)
        ]

    def as_operator(self, call: Callable[[], T]) -> T:
        self._needed.function = ""
        return call()
