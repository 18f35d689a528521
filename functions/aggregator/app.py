"""Folds what has ended and closes what is complete: triggered by the table's stream."""

from typing import Any

from batchbell.ports import Store, WebhookQueue
from batchbell.runtime import wiring, wiring_queues
from batchbell.runtime.observability import logger, observed
from batchbell.runtime.stream import changes_of, told
from batchbell.usecases.aggregate import aggregate


def handle(event: dict[str, Any], store: Store, queue: WebhookQueue) -> None:
    """Report all changes; raise for what failed, and all come again."""
    changes, unreadable = told(event["Records"], changes_of)
    aggregate(store, queue, changes)
    logger().info("changes reported", extra={"count": len(changes)})
    if unreadable:
        raise unreadable[0]


@observed
def lambda_handler(event: dict[str, Any], _context: Any) -> None:
    """Lambda's entry."""
    handle(event, wiring.store(), wiring_queues.webhook_queue())
