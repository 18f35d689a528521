"""How does a caller meet a deployment that is all in this process?

Real handlers and real adapters. What leaves the house (pages, webhooks) is a script.
"""

from collections.abc import Mapping
from typing import Any

from batchbell.runtime import wiring
from batchbell.usecases.manage_keys import create_key
from tests.process.cloud import Cloud
from tests.process.lambdas import Lambdas, Watch
from tests.process.outside import Outside
from tests.process.requests import Answer, answer_of, request_event
from tests.process.triggers import Triggers

BATCHES = "/openapi/v1/batch/distill"
_MOST_ROUNDS = 1_000
"""A round takes all there is; a batch of a thousand takes a few dozen."""


class Process:
    """All functions, their triggers, and one caller with a key."""

    def __init__(self, cloud: Cloud, watch: Watch = lambda _name, _event: None) -> None:
        self.cloud = cloud
        self.outside = Outside()
        self.lambdas = Lambdas(self.outside, watch)
        self.triggers = Triggers(cloud, self.lambdas)
        self._key = create_key(wiring.keys(), "acme", wiring.now(), wiring.random_hex)

    def submit(self, urls: list[str], **more: Any) -> Answer:
        """POST a batch."""
        return self._call("submit", "POST", BATCHES, body={"urls": urls, **more})

    def read(self, job_id: str, **query: str) -> Answer:
        """GET a batch."""
        return self._call("status", "GET", f"{BATCHES}/{job_id}", query=query)

    def cancel(self, job_id: str, **query: str) -> Answer:
        """DELETE a batch."""
        return self._call("cancel", "DELETE", f"{BATCHES}/{job_id}", query=query)

    def run(self) -> None:
        """Carry changes and messages until there are none. What waits in a queue stays there."""
        for _ in range(_MOST_ROUNDS):
            triggers = self.triggers
            pages = triggers.carry_pages() + triggers.carry_documents()
            if not triggers.carry_changes() + pages + triggers.carry_webhooks():
                return
        raise AssertionError("the deployment never comes to rest")

    def sweep(self) -> None:
        """What the schedule does every minute."""
        self.lambdas.invoke("sweeper", {})

    def _call(
        self,
        function: str,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
    ) -> Answer:
        event = request_event(method, path, self._key, body, query)
        return answer_of(self.lambdas.invoke(function, event))
