"""What does the process do that makes pictures of untrusted documents for a worker, and rows of
what Textract says of them?

Run as `python -m batchbell.engines.document.textract_child MEMORY_MB`. Requests come in on standard
input and are answered on standard output, one after another (see `contracts.textract_pipe`). It
says READY first, ends when the input ends, and dies on its own limits: the worker takes its death
for the document's failure.
"""

import logging
import os
import sys
from contextlib import ExitStack

from batchbell.contracts.distill_pipe import READY, read_frame, write_frames
from batchbell.contracts.document_pipe import OUT_OF_MEMORY
from batchbell.contracts.textract_pipe import (
    Head,
    failure_frame,
    pages_frame,
    picture_frame,
    read_head,
    read_pages,
    rows_frame,
)
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.confined import limit_cpu, limit_memory, own_output, stay_inside
from batchbell.engines.document.textract_pictures import Opened, open_document
from batchbell.engines.document.textract_read import read_answers


class Serving:
    """The document that is open, if any, and what is asked of it."""

    def __init__(self) -> None:
        self._until = ExitStack()
        self._opened: Opened | None = None

    def answer(self, head: Head, body: bytes) -> bytes:
        """The frame that answers a request."""
        limit_cpu(head.cpu_seconds)
        try:
            match head.do:
                case "open":
                    return self._open(head, body)
                case "show" if self._opened:
                    return picture_frame(self._opened.show(head.page))
                case "read":
                    return rows_frame(read_answers(read_pages(body), head.fields))
        except DocumentFailed as failure:
            return failure_frame(failure)
        raise EOFError  # no worker of ours asks so

    def _open(self, head: Head, data: bytes) -> bytes:
        self._until.close()
        self._opened = opened = open_document(data, head.limits, self._until)
        return pages_frame(opened.pages)


def main() -> None:
    """Serve requests until the input ends."""
    source, sink = sys.stdin.buffer, own_output()
    logging.disable()
    limit_memory(int(sys.argv[1]))
    stay_inside()
    serving = Serving()
    write_frames(sink, READY)
    try:
        while True:
            head = read_head(read_frame(source))
            write_frames(sink, serving.answer(head, read_frame(source)))
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody is left to flush for
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main()
