"""What is owed when a batch closes, and what came of it?"""

from dataclasses import dataclass
from enum import StrEnum

from batchbell.domain.identifiers import BatchKey
from batchbell.domain.webhook_answer import is_taken

BATCH_COMPLETED = "batch.completed"
"""The type of closing events, whatever the outcome, but for documents that are all canceled."""
BATCH_CANCELED = "batch.canceled"
WEBHOOK_TEST = "webhook.test"


class Verdict(StrEnum):
    """What came of an event. Everything but OWED is final."""

    OWED = "owed"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    REFUSED = "refused"
    NO_RECEIVER = "no_receiver"


@dataclass(frozen=True, slots=True)
class Event:
    """What is owed to a batch's receiver for one generation. `body` was frozen at the close, byte
    by byte.
    """

    key: BatchKey
    generation: int
    id: str
    type: str
    body: str
    verdict: Verdict = Verdict.OWED
    attempts_before: int = 0
    """Up to which number attempts count no longer: it was owed once more since, to another
    receiver.
    """
    taken_by: str | None = None
    """The URL of the receiver that took it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One delivery attempt of an event. Times are epoch milliseconds.

    `finished_at` None: it is under way, or whoever made it died and its outcome is unknown.
    `status` None: no answer; `error` then names why.
    """

    number: int
    claimed_at: int
    url: str | None = None
    """The receiver's; None: an earlier release has not noted it."""
    finished_at: int | None = None
    status: int | None = None
    error: str | None = None
    next_at: int | None = None

    @property
    def delivered(self) -> bool:
        """Whether the receiver took it."""
        return is_taken(self.status)

    @property
    def refused(self) -> bool:
        """Whether the receiver wants no more of it: 410 (contract, "Webhook")."""
        return self.status == 410

    @property
    def decisive(self) -> bool:
        """Whether it has ended and no other is to follow."""
        return self.finished_at is not None and self.next_at is None
