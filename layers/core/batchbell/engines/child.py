"""What does the process do that reads untrusted pages for a worker?

Run as `python -m batchbell.engines.child MEMORY_MB`. One page after another comes in on standard
input and its outcome goes out on standard output (see `contracts.distill_pipe`). It says READY
first, ends when the input ends, and dies on its own limits: address space, processor time. What it
cannot survive it does not catch: the worker takes its death for the page's failure.
"""

import logging
import os
import resource
import sys
import time
from typing import IO

from batchbell.contracts.distill_pipe import (
    READY,
    answer_frame,
    read_frame,
    read_request,
    write_frames,
)
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.engines.distill import distill
from batchbell.engines.extract.extract import extract
from batchbell.engines.extract.suggest import suggest

_FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.fork", "os.system")


def main() -> None:
    """Serve pages until the input ends."""
    source, sink = sys.stdin.buffer, _own_output()
    logging.disable()  # libraries warn about every odd page
    _limit_memory(int(sys.argv[1]))
    sys.addaudithook(_stay_inside)
    write_frames(sink, READY)
    try:
        while True:
            head, body = read_frame(source), read_frame(source)
            page, order, cpu_seconds = read_request(head, body)
            _limit_cpu(cpu_seconds)
            write_frames(sink, answer_frame(_outcome(page, order)))
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody is left to flush for


def _outcome(page: FetchedPage, order: PageOrder) -> PageAnswer | PageFailed:
    """One parse for each thing that is ordered: what one makes of a tree spoils it for others."""
    try:
        return PageAnswer(
            distilled=distill(page, order.distill) if order.distill else None,
            extracted=extract(page, order.extract) if order.extract else None,
            suggested=suggest(page) if order.suggest else None,
        )
    except PageFailed as failure:
        return failure


def _own_output() -> IO[bytes]:
    """Standard output for answers alone: what a library prints goes where errors go."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sink


def _limit_memory(megabytes: int) -> None:
    limit = megabytes * 1_048_576
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_cpu(seconds: int) -> None:
    """From now on, not in all: the soft limit moves, and the kernel kills at it."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _stay_inside(event: str, _arguments: tuple[object, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(event)


if __name__ == "__main__":
    main()
