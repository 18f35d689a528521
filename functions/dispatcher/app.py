"""Sends what a batch wants sent: triggered by the table's stream."""

from functools import partial
from typing import Any

from batchbell.ports import ItemQueue, Store
from batchbell.runtime import wiring, wiring_queues
from batchbell.runtime.observability import logger, observed
from batchbell.runtime.stream import BatchWanted, FenceRaised, Order, TallyWanted, orders_of, told
from batchbell.runtime.tries import try_all
from batchbell.usecases.admit import begin
from batchbell.usecases.dispatch import dispatch_tally
from batchbell.usecases.settle import settle


def handle(event: dict[str, Any], store: Store, queue: ItemQueue) -> None:
    """Carry out every order; raise for what failed, and all come again."""
    orders, unreadable = told(event["Records"], orders_of)
    try_all((order.key, partial(_carry_out, store, queue, order)) for order in orders)
    logger().info("orders carried out", extra={"count": len(orders)})
    if unreadable:
        raise unreadable[0]


def _carry_out(store: Store, queue: ItemQueue, order: Order) -> None:
    match order:
        case BatchWanted(key):
            begin(store, key)
        case TallyWanted(key, chunk):
            dispatch_tally(store, queue, key, chunk)
        case FenceRaised(key):
            settle(store, key)


@observed
def lambda_handler(event: dict[str, Any], _context: Any) -> None:
    """Lambda's entry."""
    handle(event, wiring.store(), wiring_queues.item_queue())
