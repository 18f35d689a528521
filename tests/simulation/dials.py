"""Is an event delivered again only where an attempt had failed, or nobody knew its outcome?

Whoever begins after a delivery was recorded has no reason for another.
"""

from batchbell.domain.event import Attempt
from tests.simulation.violations import demand


class Dials:
    """When each attempt's delivery was recorded, in steps of the simulation."""

    def __init__(self) -> None:
        self._delivered: int | None = None

    def see(self, call: str, began: int, step: int, attempts: list[Attempt]) -> None:
        """Somebody who began at step `began` has made a call; `attempts` are there after it."""
        if call == "deliveries.finish" and any(attempt.delivered for attempt in attempts):
            self._delivered = step if self._delivered is None else self._delivered
        if call == "deliveries.claim" and self._delivered is not None:
            demand(began <= self._delivered, "delivered again without need")
