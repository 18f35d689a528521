"""A model that answers what a test says, held to botocore's model of Converse on both ways."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from batchbell.adapters.bedrock.forms import Structured
from batchbell.adapters.bedrock.model import BedrockModel, Chosen
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.ports.language_model import Usage

MODEL = "eu.example.reader-v1:0"
USAGE = {"inputTokens": 900, "outputTokens": 40, "totalTokens": 940}


class Answering:
    """A client that gives the answers it was handed, and keeps what it was asked and told.

    The Stubber checks the requests' parameters and the answers against the service model.
    """

    def __init__(self) -> None:
        self._client = boto3.client(
            "bedrock-runtime",
            region_name="eu-central-1",
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
        )
        self._stubber = Stubber(self._client)
        self._stubber.activate()
        self.requests: list[dict[str, Any]] = []
        self.told: list[tuple[str, Mapping[str, str]]] = []
        self.waits: list[int] = []
        self.spent: list[Usage] = []

    def model(self, structured: Structured = Structured.TOOL) -> BedrockModel:
        chosen = Chosen(model=MODEL, structured=structured)
        return BedrockModel(self._within, chosen, self._tell, self.spent.append)

    def give(self, *answers: dict[str, Any]) -> "Answering":
        for answer in answers:
            self._stubber.add_response("converse", answer)
        return self

    def fail(self, code: str, status: int, headers: Mapping[str, str] | None = None) -> "Answering":
        self._stubber.add_client_error(
            "converse",
            code,
            "a message of AWS, which may quote the page",
            status,
            response_meta={"HTTPHeaders": dict(headers or {}), "RequestId": "r-1"},
        )
        return self

    def _tell(self, message: str, facts: Mapping[str, str]) -> None:
        self.told.append((message, facts))

    def _within(self, timeout_ms: int) -> "Answering":
        self.waits.append(timeout_ms)
        return self

    def converse(self, **parameters: Any) -> dict[str, Any]:
        self.requests.append(parameters)
        answer: dict[str, Any] = self._client.converse(**parameters)
        return answer

    @property
    def said(self) -> str:
        """The user message of the last request."""
        text: str = self.requests[-1]["messages"][0]["content"][0]["text"]
        return text


def answer(*content: dict[str, Any], reason: str = "end_turn") -> dict[str, Any]:
    """An answer of Converse."""
    return {
        "output": {"message": {"role": "assistant", "content": list(content)}},
        "stopReason": reason,
        "usage": USAGE,
        "metrics": {"latencyMs": 1_200},
    }


def by_tool(name: str, filled: object) -> dict[str, Any]:
    """An answer by the tool of that name."""
    use = {"toolUseId": "tooluse_1", "name": name, "input": filled}
    return answer({"text": "I will."}, {"toolUse": use}, reason="tool_use")


def by_text(text: str, reason: str = "end_turn") -> dict[str, Any]:
    """An answer as text."""
    return answer({"text": text}, reason=reason)


@contextmanager
def fails_with(code: ErrorCode, *, retryable: bool = False) -> Iterator[list[PageFailed]]:
    """The block raises PageFailed so, and it is in the list afterwards."""
    caught: list[PageFailed] = []
    with pytest.raises(PageFailed) as failed:
        yield caught
    caught.append(failed.value)
    assert (failed.value.code, failed.value.retryable) == (code, retryable)
