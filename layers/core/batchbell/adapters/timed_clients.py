"""How is a service of AWS called within a time that differs from call to call?

The SDK knows timeouts of clients, not of calls. So there is a client for each of a few times, made
when it is first needed, and a call takes the longest that fits. The SDK does not try again: who
calls does.
"""

from bisect import bisect_right
from functools import partial
from typing import Any

from batchbell.adapters.sessions import CONNECTIONS, MadeWhenNeeded

CONNECT_SECONDS = 2
READ_SECONDS = (
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48, 58, 70, 85, 100, 120, 145, 175, 210,
    250, 300,
)  # fmt: skip
"""A fifth apart, so that a call gives away no more than that of its time."""


class TimedClients:
    """The clients of one service, by the SDK's name for it. Threads may share them."""

    def __init__(self, service: str) -> None:
        self._clients = [
            MadeWhenNeeded(partial(_client, service, seconds)) for seconds in READ_SECONDS
        ]

    def within(self, timeout_ms: float) -> Any | None:
        """The client that waits for an answer as long as it may; to connect, two seconds more.

        None: there is no time left.
        """
        place = bisect_right(READ_SECONDS, timeout_ms / 1000)
        return self._clients[place - 1] if place else None


def _client(service: str, read_seconds: int) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=min(CONNECT_SECONDS, read_seconds),
        read_timeout=read_seconds,
        retries={"mode": "standard", "total_max_attempts": 1},
        max_pool_connections=CONNECTIONS,
    )
    return boto3.client(service, config=config)
