"""Fetches pages and makes of them what was asked: triggered by the two queues of pages."""

from functools import cache, partial
from typing import Any

from batchbell.contracts.messages import ItemMessageBody
from batchbell.ports import ItemMessage, Store
from batchbell.runtime import wiring_queues, wiring_work
from batchbell.runtime.counted import counting
from batchbell.runtime.observability import observed
from batchbell.runtime.queue import Postponer, serve
from batchbell.usecases.work_pages import PageWork, work_pages


def handle(
    event: dict[str, Any], store: Store, work: PageWork, postponer: Postponer
) -> dict[str, Any]:
    """Work on all messages side by side; those that must wait stay in the queue."""
    do, again_ms = partial(work_pages, store, work), store.limits.unreadable_ms
    return serve(event["Records"], _message, do, postponer, store.now, again_ms)


def _message(body: str) -> ItemMessage:
    return ItemMessageBody.parse(body).message()


@cache
def _store() -> Store:
    return counting(wiring_work.page_store())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Lambda's entry."""
    work = wiring_work.page_work(context.get_remaining_time_in_millis)
    queue = next((record["eventSourceARN"] for record in event["Records"]), "")
    return handle(event, _store(), work, wiring_queues.page_postponer(queue))
