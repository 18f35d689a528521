"""How do pages and Textract's answers travel between the worker and its child process?

The process makes pictures of the ones and rows of the others. Frames as in
`contracts.distill_pipe`: a request is two (a JSON head, then bytes), an answer one. One document at
a time is open in it.

- `{"do": "open", "limits", "cpu_seconds"}` and the document: `{"pages"}`.
- `{"do": "show", "page", "cpu_seconds"}` and nothing: `{"width", "height"}`, a line feed, a PNG or
  JPEG file.
- `{"do": "read", "fields", "cpu_seconds"}` and the answers as JSON: as in `document_pipe`, or
  `{"tables": true}` when those of AnalyzeDocument are missing.

Each may be answered with the failure `{"reason", "message"}` of `document_pipe` instead.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from batchbell.contracts.document_pipe import answer_frame, read_answer, told
from batchbell.domain.document import DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed

_TABLES_WANTED = b'{"tables": true}'


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as a PNG or JPEG file, its size in pixels."""

    content: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredPage:
    """What Textract answered of page `number` (from 1), whose picture had this size.

    `expense`, `tables`: the answers of AnalyzeExpense and, where it was asked, of AnalyzeDocument.
    """

    number: int
    width: int
    height: int
    expense: Mapping[str, object]
    tables: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a request. `cpu_seconds`: how much processor time it may use."""

    do: str
    cpu_seconds: int
    limits: DocumentLimits = field(default_factory=DocumentLimits)
    page: int = 0
    fields: tuple[Field, ...] = ()


def open_frames(data: bytes, limits: DocumentLimits, cpu_seconds: int) -> tuple[bytes, bytes]:
    """Open a document, in place of the one before."""
    return _head(do="open", limits=asdict(limits), cpu_seconds=cpu_seconds), data


def show_frames(page: int, cpu_seconds: int) -> tuple[bytes, bytes]:
    """Make a picture of a page (from 1) of the open document."""
    return _head(do="show", page=page, cpu_seconds=cpu_seconds), b""


def read_frames(
    pages: Sequence[AnsweredPage], fields: Sequence[Field], cpu_seconds: int
) -> tuple[bytes, bytes]:
    """Make rows of what was answered."""
    wanted = [asdict(one) for one in fields]
    body = json.dumps([asdict(page) for page in pages]).encode()
    return _head(do="read", fields=wanted, cpu_seconds=cpu_seconds), body


def read_head(frame: bytes) -> Head:
    """What is to be done."""
    given = json.loads(frame)
    return Head(
        do=given["do"],
        cpu_seconds=given["cpu_seconds"],
        limits=DocumentLimits(**given.get("limits", {})),
        page=given.get("page", 0),
        fields=tuple(Field(**one) for one in given.get("fields", ())),
    )


def read_pages(body: bytes) -> list[AnsweredPage]:
    """The pages that rows are to be made of."""
    return [AnsweredPage(**page) for page in json.loads(body)]


def pages_frame(count: int) -> bytes:
    """How many pages the document has."""
    return json.dumps({"pages": count}).encode()


def picture_frame(picture: Picture) -> bytes:
    """A page's picture."""
    size = json.dumps({"width": picture.width, "height": picture.height}).encode()
    return size + b"\n" + picture.content


def rows_frame(read: DocumentRead | None) -> bytes:
    """The rows; None: the answers of AnalyzeDocument are needed."""
    return _TABLES_WANTED if read is None else answer_frame(read)


def failure_frame(failure: DocumentFailed) -> bytes:
    """Why it could not be done."""
    return answer_frame(failure)


def pages_in(frame: bytes) -> int:
    """How many pages the document has; raises the DocumentFailed that was answered instead."""
    count: int = told(frame)["pages"]
    return count


def picture_in(frame: bytes) -> Picture:
    """A page's picture; raises the DocumentFailed that was answered instead."""
    head, _, content = frame.partition(b"\n")
    size = told(head)
    return Picture(content, size["width"], size["height"])


def rows_in(frame: bytes) -> DocumentRead | None:
    """The rows, or None; raises the DocumentFailed that was answered instead."""
    return None if frame == _TABLES_WANTED else read_answer(frame)


def _head(**fields: object) -> bytes:
    return json.dumps(fields).encode()
