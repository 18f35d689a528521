"""The `ItemQueue` and `WebhookQueue` ports on SQS: how are many messages sent?

Each message names its tenant as its group: a standard queue then serves tenants fairly.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from batchbell.adapters.failures import translated
from batchbell.adapters.sessions import Sqs
from batchbell.adapters.waits import waits
from batchbell.contracts.messages import ItemMessageBody, WebhookMessageBody
from batchbell.domain.errors import Unavailable
from batchbell.ports import ItemMessage, WebhookMessage

MESSAGES_A_CALL = 10
"""The most that SendMessageBatch takes."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as the queue takes it."""

    tenant: str
    body: str


class Queue:
    """One queue. `send` may raise `Unavailable`; some may have been sent then."""

    def __init__(self, client: Sqs, url: str, pause: Callable[[float], None] = time.sleep) -> None:
        self._client = client
        self._url = url
        self._pause = pause

    def send(self, letters: Sequence[Letter]) -> None:
        """Send all, as many at a time as a call takes."""
        for start in range(0, len(letters), MESSAGES_A_CALL):
            self._send_together(letters[start : start + MESSAGES_A_CALL])

    def _send_together(self, letters: Sequence[Letter]) -> None:
        """Send what one call takes; what was not taken is sent again, a bounded number of times."""
        entries = [_entry(str(number), letter) for number, letter in enumerate(letters)]
        for wait in waits():
            self._pause(wait)
            with translated():
                answer = self._client.send_message_batch(QueueUrl=self._url, Entries=entries)
            failed = {failure["Id"] for failure in answer.get("Failed", [])}
            entries = [entry for entry in entries if entry["Id"] in failed]
            if not entries:
                return
        raise Unavailable("SendMessageBatch")


class SqsItemQueue:
    """See `batchbell.ports.ItemQueue`."""

    def __init__(self, batches: Queue, alone: Queue, documents: Queue) -> None:
        self._batches = batches
        self._alone = alone
        self._documents = documents

    def send(self, messages: Sequence[ItemMessage]) -> None:
        """Send all."""
        pages = [message for message in messages if not message.item.batch.is_documents]
        documents = [message for message in messages if message.item.batch.is_documents]
        self._batches.send([_letter(message) for message in pages if not message.alone])
        self._alone.send([_letter(message) for message in pages if message.alone])
        self._documents.send([_letter(message) for message in documents])


class SqsWebhookQueue:
    """See `batchbell.ports.WebhookQueue`."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    def send(self, messages: Sequence[WebhookMessage]) -> None:
        """Send all."""
        self._queue.send(
            [
                Letter(message.key.tenant, WebhookMessageBody.of(message).text())
                for message in messages
            ]
        )


def _letter(message: ItemMessage) -> Letter:
    return Letter(message.item.batch.tenant, ItemMessageBody.of(message).text())


def _entry(number: str, letter: Letter) -> dict[str, Any]:
    return {"Id": number, "MessageBody": letter.body, "MessageGroupId": letter.tenant}
