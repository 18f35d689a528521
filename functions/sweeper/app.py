"""Repairs what died on the way: triggered by a schedule, every minute."""

from collections.abc import Callable
from functools import partial
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Store
from batchbell.runtime import wiring, wiring_sweep
from batchbell.runtime.observability import MetricName, gauge_seconds, logger, observed
from batchbell.runtime.tries import try_all
from batchbell.usecases.sweep import Sweeping, sweep

_MOST_BATCHES = 500
"""Looked at in one invocation; the rest is due again a minute later."""


def handle(store: Store, sweeping: Sweeping, remaining_ms: Callable[[], int]) -> None:
    """Look at the due batches, oldest first, while there is time; raise for those that failed."""
    ages = [0]

    def look_at(key: BatchKey) -> None:
        found = sweep(store, sweeping, key)
        began = None if found is None else _began(store, found)
        if began is not None:
            ages.append(store.now() - began)

    due = store.batches.due(store.now(), _MOST_BATCHES)
    in_time = (key for key in due if remaining_ms() > store.limits.sweep_margin_ms)
    try:
        try_all((key, partial(look_at, key)) for key in in_time)
    finally:
        gauge_seconds(MetricName.OLDEST_OPEN_BATCH, max(ages) / 1000)
        logger().info("swept", extra={"due": len(due), "open": len(ages) - 1})


def _began(store: Store, found: Batch) -> int | None:
    """Since when an open batch has been worked on (epoch ms). One of documents begins anew with
    each hand-over; one that waits for its caller, and has left the index for that, does not count.
    """
    if not found.open or not found.kind.grows:
        return found.created_at if found.open else None
    after = store.batches.read(found.key)
    if after is None or after.next_look is None:
        return None
    return (found if found.hand_over is None else after).dispatch.at


@observed
def lambda_handler(_event: dict[str, Any], context: Any) -> None:
    """Lambda's entry."""
    handle(wiring.store(), wiring_sweep.sweeping(), context.get_remaining_time_in_millis)
