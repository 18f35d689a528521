"""A Textract that answers what a test says, held to botocore's model of it on both ways."""

from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Any

import boto3
from botocore.stub import Stubber

from batchbell.adapters.textract.asking import Asking, Operation

METHODS = {Operation.EXPENSE: "analyze_expense", Operation.TABLES: "analyze_document"}


class Answering:
    """A client that gives the answers it was handed, in order, and keeps what it was asked.

    The Stubber checks the requests' parameters and the answers against the service model.
    """

    def __init__(self) -> None:
        self._client = boto3.client(
            "textract",
            region_name="eu-central-1",
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
        )
        self._stubber = Stubber(self._client)
        self._stubber.activate()
        self._one_at_a_time = Lock()
        self.requests: list[dict[str, Any]] = []
        self.told: list[tuple[str, Mapping[str, str]]] = []
        self.spent: list[tuple[Operation, int]] = []
        self.waits: list[float] = []
        self.times: list[float] = []

    def asking(self, **changes: Any) -> Asking:
        asking = Asking(
            within=self._within,
            tell=lambda *fact: self.told.append(fact),
            spend=lambda *pages: self.spent.append(pages),
            sleep=self.waits.append,
        )
        return replace(asking, **changes)

    def give(self, operation: Operation, *answers: Mapping[str, Any]) -> "Answering":
        for answer in answers:
            whole = {"DocumentMetadata": {"Pages": 1}, **answer}
            self._stubber.add_response(METHODS[operation], whole)
        return self

    def fail(
        self, code: str, status: int = 400, operation: Operation = Operation.EXPENSE
    ) -> "Answering":
        self._stubber.add_client_error(
            METHODS[operation],
            code,
            "a message of AWS",
            status,
            response_meta={"RequestId": "r-1"},
        )
        return self

    def over(self) -> None:
        """Every answer has been taken."""
        self._stubber.assert_no_pending_responses()

    def _within(self, timeout_ms: float) -> "Answering":
        self.times.append(timeout_ms)
        return self

    def analyze_expense(self, **parameters: Any) -> dict[str, Any]:
        return self._call("analyze_expense", parameters)

    def analyze_document(self, **parameters: Any) -> dict[str, Any]:
        return self._call("analyze_document", parameters)

    def _call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        with self._one_at_a_time:
            self.requests.append(parameters)
            answer: dict[str, Any] = getattr(self._client, method)(**parameters)
            return answer
