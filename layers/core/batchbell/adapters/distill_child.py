"""How is a page given to the process that distills pages?"""

import math

from batchbell.adapters.engine_child import EngineChild
from batchbell.contracts.distill_pipe import request_frames
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_order import PageOrder


class DistillChild(EngineChild):
    """One warm child; one page at a time, so one thread at a time."""

    def __init__(self, memory_mb: int, start_seconds: int) -> None:
        """Start it and wait until it is ready, so many seconds at most. Raises ChildLost."""
        super().__init__("batchbell.engines.child", (str(memory_mb),), start_seconds)

    def ask(self, page: FetchedPage, order: PageOrder, timeout_ms: int) -> bytes:
        """The answer frame for a page. Raises ChildLost, after which the child is not usable."""
        seconds = timeout_ms / 1000
        return self.answer(request_frames(page, order, math.ceil(seconds) + 1), seconds)
