"""What does the process do that reads untrusted documents for a worker?

Run as `python -m batchbell.engines.document.child MEMORY_MB [MODELS]`, MODELS a folder; without
one, pictures are not read. One document after another comes in on standard input and its outcome
goes out on standard output (see `contracts.document_pipe`). It says READY first, ends when the
input ends, and dies on its own limits: the worker takes its death for the document's failure.
"""

import logging
import os
import sys
from pathlib import Path

from batchbell.contracts.distill_pipe import READY, read_frame, write_frames
from batchbell.contracts.document_pipe import OUT_OF_MEMORY, answer_frame, read_request
from batchbell.domain.document import DocumentRead
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.confined import limit_cpu, limit_memory, own_output, stay_inside
from batchbell.engines.document.eyes import Eyes
from batchbell.engines.document.read import read_document


def main() -> None:
    """Serve documents until the input ends."""
    source, sink = sys.stdin.buffer, own_output()
    logging.disable()
    limit_memory(int(sys.argv[1]))
    stay_inside()
    eyes = Eyes(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    write_frames(sink, READY)
    try:
        while True:
            write_frames(sink, answer_frame(_outcome(read_frame(source), read_frame(source), eyes)))
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody is left to flush for
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _outcome(head: bytes, data: bytes, eyes: Eyes) -> DocumentRead | DocumentFailed:
    fields, limits, cpu_seconds = read_request(head)
    limit_cpu(cpu_seconds)
    try:
        return read_document(data, fields, limits, eyes)
    except DocumentFailed as failure:
        return failure


if __name__ == "__main__":
    main()
