"""How is a document read without its bytes ever harming the worker?"""

import math
import signal
from pathlib import Path
from threading import Lock

from batchbell.adapters.engine_child import ChildLost, EngineChild
from batchbell.contracts.document_pipe import OUT_OF_MEMORY, read_answer, request_frames
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentLimits, DocumentRead
from batchbell.domain.errors import DocumentFailed, Unavailable

# Memory that libraries do not give back is given back by ending.
DOCUMENTS_PER_CHILD = 20
MEMORY_MB = 2_560
"""Of addresses, nearly all of which a hostile document can make memory: with the worker's own they
must fit into DocumentMemory (template.yaml), or the machine ends the worker with the child.
"""
START_SECONDS = 30
_MODULE = "batchbell.engines.document.child"
# How C and C++ give up when they get no more memory, and how a machine ends who takes too much.
_STARVED = (
    OUT_OF_MEMORY,
    *(-number for number in (signal.SIGABRT, signal.SIGTRAP, signal.SIGILL, signal.SIGKILL)),
)
# Processors: C code that runs beside other threads may use several at a time.
_PROCESSORS = 2


class ChildDocumentReader:
    """One warm child process, which reads one document at a time; it starts with the first.

    `models`: the folder of what reads pictures; None, and pictures fail. `limits`: of each
    document.
    """

    def __init__(
        self,
        models: Path | None,
        limits: DocumentLimits | None = None,
        *,
        memory_mb: int = MEMORY_MB,
        documents_per_child: int = DOCUMENTS_PER_CHILD,
        start_seconds: int = START_SECONDS,
    ) -> None:
        self._limits = DocumentLimits() if limits is None else limits
        self._arguments = (str(memory_mb), *((str(models),) if models else ()))
        self._documents_per_child = documents_per_child
        self._start_seconds = start_seconds
        self._child: EngineChild | None = None
        self._turn = Lock()

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """The line items, within the time from when its turn has come.

        Raises DocumentFailed; `Unavailable` when the child did not start: no fault of the document.
        """
        with self._turn:
            seconds = timeout_ms / 1000
            cpu_seconds = math.ceil(seconds * _PROCESSORS) + 1
            request = request_frames(content, fields.fields or (), self._limits, cpu_seconds)
            try:
                return read_answer(self._ready().answer(request, seconds))
            except ChildLost as lost:
                raise failure_of(lost) from lost
            finally:
                self._end_if_spent()

    def close(self) -> None:
        """End the child, once it has finished its document."""
        with self._turn:
            self._end()

    def _ready(self) -> EngineChild:
        if self._child is None:
            try:
                self._child = EngineChild(_MODULE, self._arguments, self._start_seconds)
            except ChildLost as lost:
                raise Unavailable("what reads documents did not start") from lost
        return self._child

    def _end_if_spent(self) -> None:
        child = self._child
        if child and not (child.usable and child.requests < self._documents_per_child):
            self._end()

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


def failure_of(lost: ChildLost) -> DocumentFailed:
    """What the end of the process that was reading it means for a document."""
    if lost.late or lost.code == -signal.SIGXCPU:
        return out_of_time()
    if lost.code in _STARVED:
        return DocumentFailed(
            DocumentReason.TOO_LARGE,
            "Reading takes more memory than is allowed. Send fewer pages, or smaller images.",
        )
    return DocumentFailed(
        DocumentReason.ENGINE_ERROR, "The document could not be read: it is broken. Export it anew."
    )


def out_of_time() -> DocumentFailed:
    """There is no time left for the document."""
    return DocumentFailed(
        DocumentReason.TIMEOUT, "Reading took too long. Send fewer pages, or simpler ones."
    )
