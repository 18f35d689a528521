"""What comes out of the queue side of a worker: who was hidden for how long?"""

from dataclasses import dataclass, field
from typing import Any

from batchbell.domain.errors import Unavailable


@dataclass
class MemoryPostponer:
    """See `batchbell.runtime.queue.Postponer`. `broken`: receipts that cannot be hidden."""

    hidden: dict[str, int] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Note it."""
        if receipt_handle in self.broken:
            raise Unavailable("ChangeMessageVisibility")
        self.hidden[receipt_handle] = seconds


def kept(answer: dict[str, Any]) -> list[str]:
    """The messages that come again."""
    assert answer.keys() == {"batchItemFailures"}
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def ids(event: dict[str, Any]) -> list[str]:
    """The messages of an event."""
    return [record["messageId"] for record in event["Records"]]


def receipts(event: dict[str, Any]) -> list[str]:
    """Under which they are hidden."""
    return [record["receiptHandle"] for record in event["Records"]]
