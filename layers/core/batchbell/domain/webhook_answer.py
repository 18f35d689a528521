"""What can come of one attempt to deliver a webhook: an HTTP answer, or none?"""

from dataclasses import dataclass
from enum import StrEnum

from batchbell.domain.errors import BatchbellError


@dataclass(frozen=True, slots=True)
class WebhookAnswer:
    """The receiver answered; any status, redirects included, which are not followed."""

    status: int
    retry_after_ms: int | None = None
    """The receiver's own wish for the next attempt, in milliseconds from its answer."""


def is_taken(status: int | None) -> bool:
    """Whether a receiver took what it was sent: any 2xx. None: there was no answer."""
    return status is not None and 200 <= status < 300


class Unanswered(StrEnum):
    """Why nobody answered a call that went out, or that was not allowed to."""

    TIMEOUT = "timeout"
    REFUSED = "refused"
    """The connection was refused: nothing listens there."""
    DNS = "dns"
    TLS = "tls"
    CONNECTION = "connection"
    """The connection broke, or what came back was not HTTP."""
    FORBIDDEN = "forbidden"
    """The address may not be dialled."""


class WebhookUnanswered(BatchbellError):
    """An attempt ended without an HTTP status. `reason` never tells what was dialled."""

    def __init__(self, reason: Unanswered) -> None:
        super().__init__(reason.value)
        self.reason = reason
