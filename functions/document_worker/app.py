"""Reads documents: triggered by the queue of documents, one message at a time."""

from functools import cache, partial
from typing import Any

from batchbell.contracts.messages import DocumentMessageBody
from batchbell.ports import ItemMessage, Store
from batchbell.runtime import wiring_documents, wiring_queues
from batchbell.runtime.counted import counting
from batchbell.runtime.observability import observed
from batchbell.runtime.queue import Postponer, serve
from batchbell.usecases.work_documents import DocumentWork, work_documents


def handle(
    event: dict[str, Any], store: Store, work: DocumentWork, postponer: Postponer
) -> dict[str, Any]:
    """Work on every document that is due; what must wait stays in the queue."""
    do, again_ms = partial(work_documents, store, work), store.limits.unreadable_ms
    return serve(event["Records"], _message, do, postponer, store.now, again_ms)


def _message(body: str) -> ItemMessage:
    return DocumentMessageBody.parse(body).message()


@cache
def _store() -> Store:
    return counting(wiring_documents.document_store())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Lambda's entry."""
    work = wiring_documents.document_work(context.get_remaining_time_in_millis)
    return handle(event, _store(), work, wiring_queues.document_postponer())
