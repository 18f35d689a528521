"""How is a page distilled without its bytes ever harming the worker?"""

import time
from queue import Empty, LifoQueue

from batchbell.adapters.distill_child import DistillChild
from batchbell.adapters.engine_child import ChildLost
from batchbell.contracts.distill_pipe import read_answer
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_order import PageAnswer, PageOrder

# Memory that libraries do not give back is given back by ending.
PAGES_PER_CHILD = 200
MEMORY_MB = 1024
START_SECONDS = 30


class ChildDistiller:
    """A few warm child processes for any number of threads; each takes one page at a time.

    Pipes only: a Lambda function has no /dev/shm. Children start when they are first needed, and
    end with this process, however it ends.
    """

    def __init__(
        self,
        children: int = 2,
        pages_per_child: int = PAGES_PER_CHILD,
        memory_mb: int = MEMORY_MB,
        start_seconds: int = START_SECONDS,
    ) -> None:
        self._children = children
        self._pages_per_child = pages_per_child
        self._memory_mb = memory_mb
        self._start_seconds = start_seconds
        # The child used last is the next to be used; None: a place whose child is yet to start.
        self._places: LifoQueue[DistillChild | None] = LifoQueue()
        for _ in range(children):
            self._places.put(None)

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """Do all that is ordered within the time, which a wait for a free child shares.

        Raises PageFailed for the whole of it. The start of a child has a limit of its own. A page
        that got no child is worth another attempt; one that used up its time is not.
        """
        began = time.monotonic()
        child = self._free_place(timeout_ms)
        waited_ms = int((time.monotonic() - began) * 1000)
        try:
            child = self._ready(child)
            return read_answer(child.ask(page, order, max(timeout_ms - waited_ms, 1)))
        except ChildLost as lost:
            raise _failure(lost, waited_ms > timeout_ms // 4) from lost
        finally:
            self._places.put(self._kept(child))

    def close(self) -> None:
        """End every child, once it has finished its page."""
        places = [self._places.get() for _ in range(self._children)]
        for child in places:
            if child is not None:
                child.end()
            self._places.put(None)

    def _free_place(self, timeout_ms: int) -> DistillChild | None:
        try:
            return self._places.get(timeout=timeout_ms / 1000)
        except Empty:
            raise PageFailed(
                ErrorCode.DISTILL_FAILED,
                "Other pages took all the time there was to convert this one. Submit it again.",
                retryable=True,
            ) from None

    def _ready(self, child: DistillChild | None) -> DistillChild:
        if child is not None and child.usable:
            return child
        if child is not None:
            child.end()
        try:
            return DistillChild(self._memory_mb, self._start_seconds)
        except ChildLost as lost:
            raise PageFailed(
                ErrorCode.DISTILL_FAILED,
                "What converts pages did not start in time. Submit the page again.",
                retryable=True,
            ) from lost

    def _kept(self, child: DistillChild | None) -> DistillChild | None:
        if child is None or (child.usable and child.requests < self._pages_per_child):
            return child
        child.end()
        return None


def _failure(lost: ChildLost, had_to_wait: bool) -> PageFailed:  # noqa: FBT001 - what is told
    if lost.late:
        message = "The page took too long to convert. Submit a smaller one or allow more time."
        if had_to_wait:  # the time went to other pages, so this one is worth another attempt
            return PageFailed(ErrorCode.DISTILL_FAILED, message, retryable=True)
    else:
        message = "The page could not be converted: it is too large or broken. Submit another one."
    return PageFailed(ErrorCode.DISTILL_FAILED, message)
