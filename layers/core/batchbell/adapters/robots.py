"""How does a warm worker save reading the same robots.txt for every page?"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from batchbell.domain.errors import PageFailed
from batchbell.domain.robots import RobotsRules

KEPT_SECONDS = 3_600
"""RFC 9309, section 2.4, allows 24 hours; owners expect a change to be heeded sooner."""
FAILURE_KEPT_SECONDS = 2
"""Enough for the pages that wait for the same answer, not longer than a first retry waits."""
MOST_ORIGINS = 500
MOST_BYTES = 8_000_000


@dataclass(slots=True)
class _Place:
    """What is known of one origin. The lock: while one asks, the others wait for its answer."""

    asking: Lock = field(default_factory=Lock)
    outcome: RobotsRules | PageFailed | None = None
    good_until: float = 0
    weight: int = 0


class RememberedRobots:
    """Rules by origin, in the memory of this process; threads may share it.

    Bounded in origins and in memory: those that were not asked for longest go first.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changing = Lock()
        self._places: OrderedDict[str, _Place] = OrderedDict()

    def rules(
        self, origin: str, read: Callable[[], RobotsRules], patience: Callable[[], float]
    ) -> RobotsRules:
        """What `read` gives, or gave within the hour.

        `patience`: seconds that are left to wait for another thread's answer; raises TimeoutError
        when there are none, as this does then. Raises the PageFailed that `read` raises or raised.
        """
        place = self._place(origin)
        if not place.asking.acquire(timeout=patience()):
            raise TimeoutError
        try:
            if place.outcome is None or self._clock() >= place.good_until:
                self._ask(place, read)
            outcome = place.outcome
        finally:
            place.asking.release()
        self._shrink()
        if isinstance(outcome, PageFailed):
            raise _again(outcome)
        return outcome or RobotsRules()

    def _place(self, origin: str) -> _Place:
        with self._changing:
            place = self._places.setdefault(origin, _Place())
            self._places.move_to_end(origin)
            return place

    def _ask(self, place: _Place, read: Callable[[], RobotsRules]) -> None:
        try:
            rules = read()
            place.outcome, place.weight, kept = rules, rules.weight, KEPT_SECONDS
        except PageFailed as failure:
            place.outcome, place.weight, kept = failure, 0, FAILURE_KEPT_SECONDS
        place.good_until = self._clock() + kept

    def _shrink(self) -> None:
        with self._changing:
            weight = sum(place.weight for place in self._places.values())
            while len(self._places) > 1 and (
                len(self._places) > MOST_ORIGINS or weight > MOST_BYTES
            ):
                _, oldest = self._places.popitem(last=False)
                weight -= oldest.weight


def _again(failure: PageFailed) -> PageFailed:
    """A copy: an error that several threads raise would mix up their traces."""
    return PageFailed(
        failure.code,
        failure.message,
        retryable=failure.retryable,
        retry_after_ms=failure.retry_after_ms,
    )
