"""How do changes and messages reach the functions?"""

from collections.abc import Iterator
from typing import Any

from tests.process.changes import ChangeStream
from tests.process.cloud import Cloud
from tests.process.filters import passes, patterns_of
from tests.process.lambdas import Event, Lambdas, logical_id
from tests.process.template import change_mapping, messages_at_once


class Triggers:
    """The event source mappings of the template, moved by hand."""

    def __init__(self, cloud: Cloud, lambdas: Lambdas) -> None:
        self._cloud = cloud
        self._lambdas = lambdas
        self._changes = ChangeStream(cloud.dynamodb, cloud.streams, "BatchTable")

    def carry_changes(self) -> int:
        """Hand the new changes to both readers of the stream. -> how many there were."""
        records = self._changes.take()
        for function in ("dispatcher", "aggregator"):
            self._carry_to(function, records)
        return len(records)

    def carry_pages(self, most: int | None = None) -> int:
        """Hand what waits in each queue of pages to the worker, `most` messages. -> how many."""
        queues = (self._cloud.async_queue, self._cloud.page_queue)
        return sum(self._carry_messages("page_worker", queue, most) for queue in queues)

    def carry_documents(self, most: int | None = None) -> int:
        """Hand what waits in the queue of documents to the worker, `most` messages. -> how many."""
        return self._carry_messages("document_worker", self._cloud.document_queue, most)

    def carry_webhooks(self) -> int:
        """Hand what waits in the queue of webhooks to the notifier. -> how many messages."""
        return self._carry_messages("notifier", self._cloud.webhook_queue, None)

    def _carry_to(self, function: str, records: list[Event]) -> None:
        """Cut first, then filtered: the fewest records that an invocation can be handed."""
        mapping = change_mapping(logical_id(function))
        patterns, size = patterns_of(mapping), int(mapping["BatchSize"])
        for start in range(0, len(records), size):
            wanted = [r for r in records[start : start + size] if passes(r, patterns)]
            if wanted:
                self._lambdas.invoke(function, {"Records": wanted})

    def _carry_messages(self, function: str, queue: str, most: int | None) -> int:
        carried = 0
        for messages in self._received(queue, messages_at_once(logical_id(function))):
            answer = self._lambdas.invoke(function, {"Records": messages})
            self._delete_all_but(queue, messages, answer["batchItemFailures"])
            carried += len(messages)
            if most is not None and carried >= most:
                break
        return carried

    def _received(self, queue: str, size: int) -> Iterator[list[Event]]:
        while True:
            answer = self._cloud.sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=size)
            if not answer.get("Messages"):
                return
            yield [_message_record(message, queue) for message in answer["Messages"]]

    def _delete_all_but(self, queue: str, messages: list[Event], failures: list[Event]) -> None:
        kept = {failure["itemIdentifier"] for failure in failures}
        assert kept <= {message["messageId"] for message in messages}
        done = [message for message in messages if message["messageId"] not in kept]
        entries = [{"Id": str(n), "ReceiptHandle": m["receiptHandle"]} for n, m in enumerate(done)]
        if entries:
            self._cloud.sqs.delete_message_batch(QueueUrl=queue, Entries=entries)


def _message_record(message: dict[str, Any], queue: str) -> Event:
    name = queue.rpartition("/")[2]
    return {
        "eventSourceARN": f"arn:aws:sqs:eu-central-1:123456789012:{name}",
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": {},
        "messageAttributes": {},
        "eventSource": "aws:sqs",
    }
