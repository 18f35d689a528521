"""Why did a call end without an answer?"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException

from batchbell.domain.errors import BatchbellError
from batchbell.domain.webhook_answer import Unanswered


class CallFailed(BatchbellError):
    """Nobody answered; never leaves the package: pages and webhooks have errors of their own."""

    def __init__(self, reason: Unanswered) -> None:
        super().__init__(reason.value)
        self.reason = reason


@contextmanager
def failures_named() -> Iterator[None]:
    """Turn what a socket or the HTTP client raises into CallFailed."""
    try:
        yield
    except (OSError, HTTPException) as error:
        raise CallFailed(_reason(error)) from error


def _reason(error: OSError | HTTPException) -> Unanswered:
    if isinstance(error, TimeoutError):
        return Unanswered.TIMEOUT
    if isinstance(error, ConnectionRefusedError):
        return Unanswered.REFUSED
    if isinstance(error, ssl.SSLError) and not isinstance(error, ssl.SSLEOFError):
        return Unanswered.TLS
    return Unanswered.CONNECTION
