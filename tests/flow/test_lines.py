"""What is lost when whoever closes a batch dies in the middle of a use case, at any of its lines?

Between two port calls nothing can be lost that was not in memory alone; this does not take that for
granted.
"""

import sys
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any

import pytest

from batchbell.contracts import webhook_events
from batchbell.usecases import advance, aggregate, fold
from tests.flow.ends import ended
from tests.flow.pump import Pump
from tests.flow.scene import KEY, scene
from tests.memory.hooks import Killed
from tests.memory.records import Kind

CLOSER = {module.__file__ for module in (advance, aggregate, fold, webhook_events)}


class DiesAtLine:
    """Kills whoever comes to line number `number` (from 1) of the closer, counted as it runs."""

    def __init__(self, number: int) -> None:
        self._left = number

    @property
    def struck(self) -> bool:
        """Whether there were as many lines."""
        return self._left <= 0

    def during(self, play: Callable[[], None]) -> None:
        """Watch every line meanwhile."""
        watching_before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            play()
        finally:
            sys.settrace(watching_before)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename in CLOSER else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._left -= event == "line"
        if self._left == 0:
            raise Killed(frame.f_code.co_name)
        return self._line


PLAYS: dict[str, Callable[[Pump], None]] = {
    "aggregator": Pump.run,
    "sweeper": Pump.run_and_sweep,
}


@pytest.mark.parametrize("closer", PLAYS)
def test_whoever_closes_may_die_at_any_line(closer: str) -> None:
    """C19: the event is there afterwards, whole and once."""
    for number in count(1):
        pump = scene(2)
        pump.lost = lambda change: closer == "sweeper" and change.kind is Kind.ITEM
        killer = DiesAtLine(number)
        killer.during(lambda pump=pump: PLAYS[closer](pump))  # type: ignore[misc]
        if not killer.struck:
            assert number > 60
            return
        assert pump.deaths == 1
        pump.run_and_sweep()
        ended(pump, KEY)
        assert len(pump.poster.posted) == 1
