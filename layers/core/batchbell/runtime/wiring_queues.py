"""Which adapters stand behind the queues?"""

from functools import cache

from batchbell.adapters.postponer import SqsPostponer
from batchbell.adapters.queues import Queue, SqsItemQueue, SqsWebhookQueue
from batchbell.adapters.sessions import Sqs, sqs_client
from batchbell.runtime import wiring


@cache
def item_queue() -> SqsItemQueue:
    """The queues of items to work on."""
    urls = (*_page_queue_urls(), _document_queue_url())
    return SqsItemQueue(*(Queue(_sqs(), url) for url in urls))


@cache
def webhook_queue() -> SqsWebhookQueue:
    """The queue of events to deliver."""
    return SqsWebhookQueue(Queue(_sqs(), wiring.settings().text("WEBHOOK_QUEUE_URL")))


@cache
def page_postponer(arn: str) -> SqsPostponer:
    """Who hides messages of a queue of items. `arn`: the queue's, as its messages name it."""
    of_batches, alone = _page_queue_urls()
    is_alone = arn.rpartition(":")[2] == alone.rpartition("/")[2]
    return SqsPostponer(_sqs(), alone if is_alone else of_batches)


@cache
def document_postponer() -> SqsPostponer:
    """Who hides messages of the queue of documents."""
    return SqsPostponer(_sqs(), _document_queue_url())


@cache
def webhook_postponer() -> SqsPostponer:
    """Who hides messages of the queue of events."""
    return SqsPostponer(_sqs(), wiring.settings().text("WEBHOOK_QUEUE_URL"))


def _page_queue_urls() -> tuple[str, str]:
    """Of batches, and of jobs of one URL."""
    settings = wiring.settings()
    return settings.text("PAGE_QUEUE_URL"), settings.text("ASYNC_QUEUE_URL")


def _document_queue_url() -> str:
    return wiring.settings().text("DOCUMENT_QUEUE_URL")


@cache
def _sqs() -> Sqs:
    return sqs_client(wiring.settings().patience)
