"""How is Bedrock called within the time that a page has?

The SDK knows timeouts of clients, not of calls, and Converse answers only when all is written. So
there is a client for each of a few times, made when it is first needed, and a call takes the
longest that fits. The SDK does not try again: the item does.
"""

from bisect import bisect_right
from functools import partial
from typing import Any, Protocol

from batchbell.adapters.sessions import CONNECTIONS, MadeWhenNeeded
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

CONNECT_SECONDS = 2
READ_SECONDS = (
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48, 58, 70, 85, 100, 120, 145, 175, 210,
    250, 300,
)  # fmt: skip
"""A fifth apart, so that a call gives away no more than that of its time."""


class Converses(Protocol):
    """A client of Bedrock's run time."""

    def converse(self, **parameters: Any) -> dict[str, Any]: ...


class Clients:
    """The clients of one function, shared by its threads."""

    def __init__(self) -> None:
        self._clients = [MadeWhenNeeded(partial(_client, seconds)) for seconds in READ_SECONDS]

    def within(self, timeout_ms: int) -> Converses:
        """The client that waits for an answer as long as it may; to connect, two seconds more."""
        place = bisect_right(READ_SECONDS, timeout_ms / 1000)
        if place == 0:
            raise PageFailed(
                ErrorCode.AI_TIMEOUT,
                "There was no time left for the language model.",
                retryable=True,
            )
        client: Converses = self._clients[place - 1]
        return client


def _client(read_seconds: int) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=min(CONNECT_SECONDS, read_seconds),
        read_timeout=read_seconds,
        retries={"mode": "standard", "total_max_attempts": 1},
        max_pool_connections=CONNECTIONS,
    )
    return boto3.client("bedrock-runtime", config=config)
