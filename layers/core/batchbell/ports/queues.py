"""What is sent to be done later: at least once, in any order?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from batchbell.domain.identifiers import BatchKey, ItemKey


@dataclass(frozen=True, slots=True)
class PageMessage:
    """The order to work on one item."""

    item: ItemKey


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """The order to deliver one event."""

    key: BatchKey
    generation: int


class PageQueue(Protocol):
    """The queue of items to work on: at least once, in any order."""

    def send(self, messages: Sequence[PageMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""


class WebhookQueue(Protocol):
    """The queue of events to deliver: at least once, in any order."""

    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all, or raise `Unavailable` (some may have been sent)."""
