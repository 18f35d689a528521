"""How does a caller get all rows of a batch as one file?

What has succeeded when the call comes is in it, in upload order. A small file is the answer itself;
to a larger one a link is made. Nothing is left of a file that met its batch's erasure.

Source: Documents API contract, `GET /batches/{batch_name}/results?format=`.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from batchbell.contracts.exports.csv_file import write_csv
from batchbell.contracts.exports.jsonl_file import write_jsonl
from batchbell.contracts.exports.table import Row, Table
from batchbell.contracts.exports.xlsx_file import MOST_COLUMNS, write_xlsx
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.ports.exports import ExportLink, Exports
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.read_job import read_job
from batchbell.usecases.row_spool import RowSpool

INLINE_BYTES = 4_000_000  # contract
_QUOTED_BYTES = 6_000_000
"""An answer of a function holds 6 MB. Text stands in it quoted, other files in base64."""
MOST_ROWS = 100_000
MOST_CELLS = 4_000_000
MOST_BYTES = 100_000_000
"""Of rows: with the file made of them they must fit on a function's disk of 512 MB."""
MOST_MS = 20_000
"""Of reading and writing: what is left of 28 s is for the bytes to go out."""
_WINDOW_BYTES = 5_000_000
_WRITERS: Mapping[ExportFormat, Callable[[Table, BinaryIO], None]] = {
    ExportFormat.JSONL: write_jsonl,
    ExportFormat.CSV: write_csv,
    ExportFormat.XLSX: write_xlsx,
}


@dataclass(frozen=True, slots=True)
class Exported:
    """The file: its content, or where to fetch it."""

    file: ExportFile
    content: bytes | ExportLink = field(repr=False)


def export(
    store: Store,
    desk: Desk,
    exports: Exports,
    key: BatchKey,
    format: ExportFormat,
    inline_bytes: int = INLINE_BYTES,
) -> Exported:
    """All rows of the batch's succeeded documents. `inline_bytes`: to what is larger a link is
    made. Raises `CallerError`: 404, 410; 413 when there are more than one file takes.
    """
    until = store.now() + MOST_MS
    items = read_job(store, key, JobKind.DOCUMENTS).rows
    succeeded = [items[i] for i in sorted(items) if items[i].state is ItemState.SUCCEEDED]
    file = ExportFile(key.batch_name, format)
    with RowSpool() as spool, tempfile.TemporaryFile() as content:
        for window in _windows(succeeded):
            _lay_down(store, desk, key, window, spool)
            _require_small(spool, late=store.now() > until)
        _require_cells(spool, format)
        _WRITERS[format](_Timed(spool, lambda: store.now() > until), content)
        return Exported(file, _handed_out(store, exports, key, file, content, inline_bytes))


def _windows(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Items whose contents are held at once: about as much as an answer holds, at least one."""
    window: list[Item] = []
    left = _WINDOW_BYTES
    for item in items:
        weight = 0 if item.result is None else item.result.weight
        if window and weight > left:
            yield window
            window, left = [], _WINDOW_BYTES
        window.append(item)
        left -= weight
    if window:
        yield window


def _lay_down(
    store: Store, desk: Desk, key: BatchKey, window: Sequence[Item], spool: RowSpool
) -> None:
    ids = [item.document for item in window if item.document is not None]
    documents = desk.documents.read_many(key.tenant, ids)
    contents = store.results.get(window)
    for item in window:
        document = documents.get(item.document or "")
        if document is None or document.erased or item.key not in contents:
            find_batch(store, key, JobKind.DOCUMENTS)
            raise Unavailable("a document that succeeded cannot be read")
        spool.add(document.id, document.filename, contents[item.key].get("line_items", []))


def _require_small(spool: RowSpool, *, late: bool) -> None:
    if late or spool.rows > MOST_ROWS or spool.bytes > MOST_BYTES:
        raise _too_large()


def _require_cells(spool: RowSpool, format: ExportFormat) -> None:
    """A file of columns has a cell for every row in every one of them, empty or not."""
    if format is ExportFormat.JSONL:
        return
    if spool.cells > MOST_CELLS or len(spool.columns) > MOST_COLUMNS:
        raise _too_large()


def _handed_out(
    store: Store,
    exports: Exports,
    key: BatchKey,
    file: ExportFile,
    content: BinaryIO,
    inline_bytes: int,
) -> bytes | ExportLink:
    size = content.seek(0, 2)
    content.seek(0)
    if size <= inline_bytes and _fits(file.format, content):
        return content.read()
    link = exports.put(key, file, content)
    try:
        find_batch(store, key, JobKind.DOCUMENTS)
    except CallerError:  # erased meanwhile, perhaps before the file was there to be erased with it
        exports.erase(key, file)
        raise
    return link


def _fits(format: ExportFormat, content: BinaryIO) -> bool:
    """Whether an answer holds it. Leaves it at its beginning."""
    if not format.is_text:
        return True
    quoted = len(json.dumps(content.read().decode()))
    content.seek(0)
    return quoted <= _QUOTED_BYTES


def _too_large() -> CallerError:
    return CallerError(
        DocumentsCode.FILE_TOO_LARGE,
        f"This batch holds more than one file takes ({MOST_ROWS:,} rows, {MOST_CELLS:,} cells or"
        f" {MOST_MS // 1000} seconds of work). Read it in parts: the same address without"
        " format, with limit, then with cursor as long as next_cursor is given.",
    )


@dataclass(frozen=True, slots=True)
class _Timed:
    """The same rows, as long as there is time."""

    spool: RowSpool
    late: Callable[[], bool]

    @property
    def columns(self) -> Sequence[str]:
        return self.spool.columns

    def __iter__(self) -> Iterator[Row]:
        for number, row in enumerate(self.spool):
            if number % 1_000 == 0 and self.late():
                raise _too_large()
            yield row
