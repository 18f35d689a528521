"""Which adapters stand behind the queues?"""

from functools import cache

from batchbell.adapters.postponer import SqsPostponer
from batchbell.adapters.queues import Queue, SqsPageQueue, SqsWebhookQueue
from batchbell.adapters.sessions import Sqs, sqs_client
from batchbell.runtime import wiring


@cache
def page_queue() -> SqsPageQueue:
    """The queue of items to work on."""
    return SqsPageQueue(Queue(_sqs(), wiring.settings().text("PAGE_QUEUE_URL")))


@cache
def webhook_queue() -> SqsWebhookQueue:
    """The queue of events to deliver."""
    return SqsWebhookQueue(Queue(_sqs(), wiring.settings().text("WEBHOOK_QUEUE_URL")))


@cache
def page_postponer() -> SqsPostponer:
    """Who hides messages of the queue of items."""
    return SqsPostponer(_sqs(), wiring.settings().text("PAGE_QUEUE_URL"))


@cache
def webhook_postponer() -> SqsPostponer:
    """Who hides messages of the queue of events."""
    return SqsPostponer(_sqs(), wiring.settings().text("WEBHOOK_QUEUE_URL"))


@cache
def _sqs() -> Sqs:
    return sqs_client(wiring.settings().patience)
