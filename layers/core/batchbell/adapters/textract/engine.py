"""The `DocumentEngine` port on Amazon Textract: which pages are sent, and what when some fail?

Every page is asked about by AnalyzeExpense; when that tells no line items of any, every page by
AnalyzeDocument for its tables. A document of which a page cannot be read fails as a whole: rows
that silently lack a page would be taken, and paid, for all of them. So once a page has failed for
good, no other is sent.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event, Lock

from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.textract.asking import Asking, Operation
from batchbell.adapters.textract.child import PageChild
from batchbell.contracts.textract_pipe import AnsweredPage
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentRead
from batchbell.domain.errors import DocumentFailed, Unavailable

PAGES_AT_ONCE = 4
"""Their pictures are held in memory; quotas are a few requests a second."""

RemainingMs = Callable[[], float]


@dataclass(frozen=True, slots=True)
class _Page:
    """What came of page `number`; nothing: it was not sent, since another had failed."""

    number: int
    answered: AnsweredPage | None = None
    failed: DocumentFailed | Unavailable | None = None


class TextractEngine:
    """See `batchbell.ports.documents.DocumentEngine`. One document at a time; threads wait."""

    def __init__(self, child: PageChild, asking: Asking) -> None:
        self._child = child
        self._asking = asking
        self._turn = Lock()

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """See the port."""
        with self._turn:
            end = time.monotonic() + timeout_ms / 1000
            return self._read(content, fields, lambda: (end - time.monotonic()) * 1000)

    def _read(
        self, content: bytes, fields: DocumentFields, remaining_ms: RemainingMs
    ) -> DocumentRead:
        count = self._child.open(content, remaining_ms)
        wanted = fields.fields or ()
        pages = self._asked(count, Operation.EXPENSE, remaining_ms)
        read = self._child.read(pages, wanted, remaining_ms)
        if read is not None:
            return read
        told = self._asked(count, Operation.TABLES, remaining_ms)
        both = [replace(one, tables=more.tables) for one, more in zip(pages, told, strict=True)]
        read = self._child.read(both, wanted, remaining_ms)
        if read is None:
            raise TypeError("both answers are there, and are asked for")
        return read

    def _asked(
        self, count: int, operation: Operation, remaining_ms: RemainingMs
    ) -> list[AnsweredPage]:
        """The answers about all pages, in order, some side by side."""
        over = Event()

        def ask(number: int) -> _Page:
            if over.is_set():
                return _Page(number)
            try:
                return _Page(number, self._page(number, operation, remaining_ms))
            except (DocumentFailed, Unavailable) as failed:
                over.set()
                return _Page(number, failed=failed)

        asked = ThreadedEach(PAGES_AT_ONCE)(ask, range(1, count + 1))
        failure = _failure(asked)
        if failure:
            raise failure
        return [page.answered for page in asked if page.answered]

    def _page(self, number: int, operation: Operation, remaining_ms: RemainingMs) -> AnsweredPage:
        picture = self._child.show(number, remaining_ms)
        answer = self._asking.ask(operation, picture.content, remaining_ms)
        expense = operation is Operation.EXPENSE
        return AnsweredPage(
            number=number,
            width=picture.width,
            height=picture.height,
            expense=answer if expense else {},
            tables=None if expense else answer,
        )


def _failure(pages: Sequence[_Page]) -> DocumentFailed | Unavailable | None:
    """For good before for now. With its pages' numbers, where a document has several."""
    bad = [(page.number, page.failed) for page in pages if isinstance(page.failed, DocumentFailed)]
    if not bad:
        return next((page.failed for page in pages if page.failed), None)
    reasons = {failed.reason for _, failed in bad}
    reason = reasons.pop() if len(reasons) == 1 else DocumentReason.ENGINE_ERROR
    message = bad[0][1].message
    if len(pages) == 1 or reason is DocumentReason.TIMEOUT:
        return DocumentFailed(reason, message)
    numbers = ", ".join(str(number) for number, _ in bad)
    which = f"Pages {numbers}" if len(bad) > 1 else f"Page {numbers}"
    return DocumentFailed(reason, f"{which} of {len(pages)}: {message}")
