"""Delivers webhooks: triggered by the queue of webhooks, one message at a time."""

from functools import cache
from typing import Any

from batchbell.contracts.messages import WebhookMessageBody
from batchbell.ports import Store, WebhookMessage
from batchbell.runtime import wiring, wiring_queues, wiring_work
from batchbell.runtime.counted import counting
from batchbell.runtime.observability import observed
from batchbell.runtime.queue import Postponer, serve
from batchbell.usecases.notify import Notifying, notify


def handle(
    event: dict[str, Any], store: Store, delivery: Notifying, postponer: Postponer
) -> dict[str, Any]:
    """Deliver what is due; what must wait stays in the queue."""

    def deliver(messages: list[WebhookMessage]) -> list[int | None]:
        return [notify(store, delivery, message) for message in messages]

    again_ms = store.limits.unreadable_ms
    return serve(event["Records"], _message, deliver, postponer, store.now, again_ms)


def _message(body: str) -> WebhookMessage:
    return WebhookMessageBody.parse(body).message()


@cache
def _store() -> Store:
    return counting(wiring.store())


@observed
def lambda_handler(event: dict[str, Any], _context: Any) -> dict[str, Any]:
    """Lambda's entry."""
    return handle(event, _store(), wiring_work.delivery(), wiring_queues.webhook_postponer())
