"""The `ItemQueue` and `WebhookQueue` ports in memory: what was sent waits until a test takes it."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from batchbell.ports import ItemMessage, WebhookMessage
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records

M = TypeVar("M")


class Waiting(Generic[M]):
    """Messages in the order they were sent. Tests may shuffle, repeat or drop them."""

    def __init__(self) -> None:
        self.messages: list[M] = []

    def take(self) -> list[M]:
        """All that wait; they wait no more."""
        taken, self.messages = self.messages, []
        return taken


class MemoryItemQueue(Waiting[ItemMessage]):
    """See `batchbell.ports.ItemQueue`."""

    def __init__(self, records: Records) -> None:
        super().__init__()
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("item_queue.send")
    def send(self, messages: Sequence[ItemMessage]) -> None:
        """Send all."""
        self.messages.extend(messages)


class MemoryWebhookQueue(Waiting[WebhookMessage]):
    """See `batchbell.ports.WebhookQueue`."""

    def __init__(self, records: Records) -> None:
        super().__init__()
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("webhook_queue.send")
    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all."""
        self.messages.extend(messages)
