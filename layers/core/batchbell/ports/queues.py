"""What is sent to be done later: at least once, in any order?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from batchbell.domain.identifiers import BatchKey, ItemKey


@dataclass(frozen=True, slots=True)
class ItemMessage:
    """The order to work on one item."""

    item: ItemKey
    alone: bool = False
    """Whether it belongs to a job of one URL, which no batch may delay."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """The order to deliver one event."""

    key: BatchKey
    generation: int


class ItemQueue(Protocol):
    """The queues of items to work on (of pages, of pages that are alone, of documents): at least
    once, in any order.
    """

    def send(self, messages: Sequence[ItemMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""


class WebhookQueue(Protocol):
    """The queue of events to deliver: at least once, in any order."""

    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""
