"""Is an event delivered to a receiver again only where an attempt had failed, or nobody knew its
outcome?

Whoever begins after a delivery was recorded has no reason for another, unless it is to another
receiver.
"""

from batchbell.domain.event import Attempt
from tests.simulation.violations import demand


class Dials:
    """When each delivery was recorded, in steps of the simulation, by generation and receiver."""

    def __init__(self) -> None:
        self._delivered: dict[tuple[int, str | None], int] = {}

    def see(
        self, call: str, began: int, step: int, generation: int, attempts: list[Attempt]
    ) -> None:
        """Somebody who began at step `began` has made a call; `attempts` are there after it."""
        if call == "deliveries.finish":
            for attempt in attempts:
                if attempt.delivered:
                    self._delivered.setdefault((generation, attempt.url), step)
        if call == "deliveries.claim" and attempts:
            newest = attempts[-1]
            recorded = self._delivered.get((generation, newest.url))
            claimed = recorded is not None and newest.finished_at is None
            demand(not claimed or began <= (recorded or 0), "delivered again without need")
