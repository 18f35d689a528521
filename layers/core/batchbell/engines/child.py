"""What does the process do that reads untrusted pages for a worker?

Run as `python -m batchbell.engines.child MEMORY_MB`. One page after another comes in on standard
input and its outcome goes out on standard output (see `contracts.distill_pipe`). It says READY
first, ends when the input ends, and dies on its own limits: address space, processor time. What it
cannot survive it does not catch: the worker takes its death for the page's failure.
"""

import logging
import os
import sys

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
from batchbell.engines.confined import limit_cpu, limit_memory, own_output, stay_inside
from batchbell.engines.distill import distill
from batchbell.engines.extract.extract import extract
from batchbell.engines.extract.suggest import suggest


def main() -> None:
    """Serve pages until the input ends."""
    source, sink = sys.stdin.buffer, own_output()
    logging.disable()  # libraries warn about every odd page
    limit_memory(int(sys.argv[1]))
    stay_inside()
    write_frames(sink, READY)
    try:
        while True:
            head, body = read_frame(source), read_frame(source)
            page, order, cpu_seconds = read_request(head, body)
            limit_cpu(cpu_seconds)
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


if __name__ == "__main__":
    main()
