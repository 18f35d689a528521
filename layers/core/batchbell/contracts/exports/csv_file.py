"""How are rows written as CSV?

RFC 4180: commas, CRLF, quotes where they are needed. In UTF-8 with a byte order mark, by which
spreadsheets tell it.
"""

import csv
import io
from typing import BinaryIO

from batchbell.contracts.exports.cells import neutralised, writable
from batchbell.contracts.exports.table import Table


def write_csv(table: Table, file: BinaryIO) -> None:
    """A head and a line for each row; what is null or missing is empty."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    lines = csv.writer(text, lineterminator="\r\n")
    columns = table.columns
    lines.writerow([_cell(name) for name in columns])
    for row in table:
        lines.writerow([_cell(row.get(name)) for name in columns])
    text.detach()


def _cell(value: str | int | None) -> str | int:
    if value is None:
        return ""
    return neutralised(writable(value)) if isinstance(value, str) else value
