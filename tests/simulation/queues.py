"""How does a queue behave, by the rules of SQS?

At least once, in any order: a received message is hidden for the visibility timeout and comes again
unless it is deleted under its newest receipt handle. What was received too often goes to the dead
letters. (Amazon SQS Developer Guide: "Standard queues", "Visibility timeout", "Dead-letter
queues".)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from batchbell.contracts.messages import (
    DocumentMessageBody,
    ItemMessageBody,
    WebhookMessageBody,
)
from batchbell.domain.job_kind import JobKind
from batchbell.ports import ItemMessage, WebhookMessage
from tests.memory.hooks import Hook, atomic


@dataclass
class Letter:
    """One message in a queue. `visible_at`: epoch milliseconds."""

    number: int
    body: str
    visible_at: int
    receives: int = 0

    @property
    def handle(self) -> str:
        """The newest receipt handle; older ones are worth nothing."""
        return f"{self.number}/{self.receives}"


class Serves(StrEnum):
    """What is worked on where a queue is received, by the name of the queue in the template."""

    BATCHES = "PageQueue"
    ALONE = "AsyncQueue"
    DOCUMENTS = "DocumentQueue"

    @classmethod
    def of(cls, kind: JobKind) -> "Serves":
        """The queue of a kind of jobs."""
        if kind.grows:
            return cls.DOCUMENTS
        return cls.BATCHES if kind.takes_slot else cls.ALONE


class SimulatedQueue:
    """A standard queue. `max_receives`: after so many a message is a dead letter."""

    def __init__(
        self,
        hook: Callable[[], Hook],
        now: Callable[[], int],
        visibility_ms: int,
        max_receives: int,
    ) -> None:
        self._hook = hook
        self._now = now
        self._visibility_ms = visibility_ms
        self._max_receives = max_receives
        self._numbers = 0
        self.letters: dict[int, Letter] = {}
        self.dead: list[Letter] = []

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._hook()

    def ready(self) -> list[Letter]:
        """What can be received now."""
        return [letter for letter in self.letters.values() if letter.visible_at <= self._now()]

    def receive(self, most: int, offset: int = 0) -> list[dict[str, Any]]:
        """Up to `most` messages from the `offset`th on, as Lambda is handed them."""
        ready = self.ready()
        start = offset % len(ready) if ready else 0
        chosen = (ready[start:] + ready[:start])[:most]
        return [self._hand_over(letter) for letter in chosen if self._alive(letter)]

    def settle(self, records: Sequence[dict[str, Any]], answer: dict[str, Any]) -> None:
        """Delete what was not reported as failed, as Lambda does after an invocation."""
        kept = {failure["itemIdentifier"] for failure in answer["batchItemFailures"]}
        for record in records:
            letter = self.letters.get(int(record["messageId"]))
            if (
                letter
                and record["messageId"] not in kept
                and letter.handle == record["receiptHandle"]
            ):
                del self.letters[letter.number]

    def repeat(self, offset: int) -> bool:
        """A message is there twice. False: there is none."""
        if not self.letters:
            return False
        letters = list(self.letters.values())
        self._put(letters[offset % len(letters)].body)
        return True

    def starve(self, offset: int) -> bool:
        """A message is received and handed to nobody. False: there is none."""
        return bool(self.receive(1, offset))

    @atomic("queue.postpone")
    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Hide a received message for so long."""
        letter = self.letters.get(int(receipt_handle.partition("/")[0]))
        if letter and letter.handle == receipt_handle:
            letter.visible_at = self._now() + seconds * 1000

    def _put(self, body: str) -> None:
        self._numbers += 1
        self.letters[self._numbers] = Letter(self._numbers, body, self._now())

    def _alive(self, letter: Letter) -> bool:
        if letter.receives < self._max_receives:
            return True
        self.dead.append(self.letters.pop(letter.number))
        return False

    def _hand_over(self, letter: Letter) -> dict[str, Any]:
        letter.receives += 1
        letter.visible_at = self._now() + self._visibility_ms
        return {
            "messageId": str(letter.number),
            "receiptHandle": letter.handle,
            "body": letter.body,
        }


class SimulatedItemQueue(SimulatedQueue):
    """See `batchbell.ports.ItemQueue`: one of the three queues behind it.

    The others are flooded: nobody ever comes to what is sent there.
    """

    def __init__(
        self,
        hook: Callable[[], Hook],
        now: Callable[[], int],
        visibility_ms: int,
        max_receives: int,
        serves: Serves = Serves.BATCHES,
    ) -> None:
        super().__init__(hook, now, visibility_ms, max_receives)
        self._serves = serves

    @atomic("item_queue.send")
    def send(self, messages: Sequence[ItemMessage]) -> None:
        """Send all that belongs here."""
        for message in messages:
            if _belongs_to(message) is self._serves:
                self.insert(message)

    def insert(self, message: ItemMessage) -> None:
        """One message, from nobody."""
        of_documents = self._serves is Serves.DOCUMENTS
        body = DocumentMessageBody if of_documents else ItemMessageBody
        self._put(body.of(message).text())


def _belongs_to(message: ItemMessage) -> Serves:
    if message.item.batch.is_documents:
        return Serves.DOCUMENTS
    return Serves.ALONE if message.alone else Serves.BATCHES


class SimulatedWebhookQueue(SimulatedQueue):
    """See `batchbell.ports.WebhookQueue`."""

    @atomic("webhook_queue.send")
    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all."""
        for message in messages:
            self._put(WebhookMessageBody.of(message).text())
