"""How do pictures of a document come about, and rows of what Textract says of them, without either
ever harming the worker?
"""

import math
from collections.abc import Callable, Sequence
from threading import Lock

from batchbell.adapters.document_reader import failure_of, out_of_time
from batchbell.adapters.engine_child import ChildLost, EngineChild
from batchbell.contracts.textract_pipe import (
    AnsweredPage,
    Picture,
    open_frames,
    pages_in,
    picture_in,
    read_frames,
    rows_in,
    show_frames,
)
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed

MEMORY_MB = 2_048
START_SECONDS = 30
DOCUMENTS_PER_CHILD = 50
_MODULE = "batchbell.engines.document.textract_child"
_PROCESSORS = 2


class PageChild:
    """One warm child process, which starts with the first document; one document at a time.

    Its threads take turns. Every call is within `remaining_ms` and may raise DocumentFailed.
    """

    def __init__(
        self,
        limits: DocumentLimits,
        *,
        memory_mb: int = MEMORY_MB,
        start_seconds: int = START_SECONDS,
    ) -> None:
        self._limits = limits
        self._memory_mb = memory_mb
        self._start_seconds = start_seconds
        self._child: EngineChild | None = None
        self._documents = 0
        self._turn = Lock()

    def open(self, content: bytes, remaining_ms: Callable[[], float]) -> int:
        """Take up a document in place of the one before. -> how many pages it has."""
        with self._turn:
            self._make_ready()
        return pages_in(
            self._ask(lambda cpu: open_frames(content, self._limits, cpu), remaining_ms)
        )

    def show(self, page: int, remaining_ms: Callable[[], float]) -> Picture:
        """The picture of a page (from 1) of the document that was taken up."""
        return picture_in(self._ask(lambda cpu: show_frames(page, cpu), remaining_ms))

    def read(
        self,
        pages: Sequence[AnsweredPage],
        fields: Sequence[Field],
        remaining_ms: Callable[[], float],
    ) -> DocumentRead | None:
        """The rows; None: the answers of AnalyzeDocument are needed."""
        return rows_in(self._ask(lambda cpu: read_frames(pages, fields, cpu), remaining_ms))

    def close(self) -> None:
        """End the child, once it has answered."""
        with self._turn:
            self._end()

    def _ask(
        self, frames: Callable[[int], tuple[bytes, bytes]], remaining_ms: Callable[[], float]
    ) -> bytes:
        with self._turn:
            seconds = remaining_ms() / 1000
            if seconds <= 0:
                raise out_of_time()
            if self._child is None:  # it died on another page of this document
                raise _not_started()
            try:
                return self._child.answer(frames(math.ceil(seconds * _PROCESSORS) + 1), seconds)
            except ChildLost as lost:
                self._end()
                raise failure_of(lost) from lost

    def _make_ready(self) -> None:
        """A new child after some documents: memory that libraries keep is given back by ending."""
        if self._child and not (self._child.usable and self._documents < DOCUMENTS_PER_CHILD):
            self._end()
        if self._child is None:
            self._documents = 0
            try:
                self._child = EngineChild(_MODULE, [str(self._memory_mb)], self._start_seconds)
            except ChildLost as lost:
                raise _not_started() from lost
        self._documents += 1

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


def _not_started() -> DocumentFailed:
    return DocumentFailed(
        DocumentReason.ENGINE_ERROR,
        "What prepares documents for reading did not run. Send the document again.",
    )
