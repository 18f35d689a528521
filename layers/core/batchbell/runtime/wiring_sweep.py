"""What does the sweeper work with?"""

from functools import cache

from batchbell.domain.identifiers import BatchKey
from batchbell.runtime import wiring, wiring_queues
from batchbell.runtime.observability import MetricName, count, logger
from batchbell.usecases.sweep import Repair, Sweeping


@cache
def sweeping() -> Sweeping:
    """Queues, deliveries, and who is told of a repair."""
    return Sweeping(
        pages=wiring_queues.item_queue(),
        webhooks=wiring_queues.webhook_queue(),
        deliveries=wiring.deliveries(),
        desk=wiring.desk(),
        repaired=_repaired,
    )


def _repaired(key: BatchKey, repair: Repair, times: int) -> None:
    what = {"tenant": key.tenant, "job": key.job_id, "repair": repair.value, "times": times}
    logger().info("repaired", extra=what)
    count(MetricName.SWEEPER_REPAIRS, times)
