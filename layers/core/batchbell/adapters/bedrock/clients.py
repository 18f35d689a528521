"""How is Bedrock called within the time that a page has?

Converse answers only when all is written, so the wait for it is the wait for the whole answer.
"""

from typing import Any, Protocol

from batchbell.adapters.timed_clients import TimedClients
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed


class Converses(Protocol):
    """A client of Bedrock's run time."""

    def converse(self, **parameters: Any) -> dict[str, Any]: ...


class Clients:
    """The clients of one function, shared by its threads."""

    def __init__(self) -> None:
        self._clients = TimedClients("bedrock-runtime")

    def within(self, timeout_ms: int) -> Converses:
        """The client that waits for an answer as long as it may."""
        client: Converses | None = self._clients.within(timeout_ms)
        if client is None:
            raise PageFailed(
                ErrorCode.AI_TIMEOUT,
                "There was no time left for the language model.",
                retryable=True,
            )
        return client
