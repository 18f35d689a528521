"""Which line items does a document hold?"""

from collections.abc import Sequence

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.aligned import aligned_tables
from batchbell.engines.document.eyes import Eyes
from batchbell.engines.document.pages import pages_of
from batchbell.engines.document.printed import PrintedRow
from batchbell.engines.document.rows import rows_of_all, rows_of_fields
from batchbell.engines.document.ruled import ruled_tables
from batchbell.engines.document.tables import Table
from batchbell.engines.document.words import PageWords

MOST_CHARACTERS = 4_500_000
"""Of names and values in all rows: no answer holds more. A few long headers over many rows would
else be more than the memory holds of who gets them.
"""


def read_document(
    data: bytes, fields: Sequence[Field], limits: DocumentLimits, eyes: Eyes
) -> DocumentRead:
    """All rows under their columns' own names, or with exactly the names of `fields`, if any.

    Raises DocumentFailed with its reason; nothing found is one. Touches no network, keeps no state.
    It may use up any time or memory: run it where it can be killed.
    """
    pages = pages_of(data, limits, eyes)
    tables = [table for page in pages for table in tables_of(page)]
    rows = rows_of_fields(fields, tables, pages) if fields else rows_of_all(tables, pages)
    return found_rows(rows, len(pages), fields)


def found_rows(rows: Sequence[PrintedRow], pages: int, fields: Sequence[Field]) -> DocumentRead:
    """As they are answered. Raises DocumentFailed when there are none, or too much."""
    if not rows:
        raise DocumentFailed(DocumentReason.NO_TABLE_FOUND, _nothing(fields))
    if sum(map(_characters, rows)) > MOST_CHARACTERS:
        raise DocumentFailed(
            DocumentReason.TOO_LARGE,
            "The document holds more rows than an answer can carry. Split it.",
        )
    return DocumentRead(
        rows=tuple(row.values for row in rows),
        pages=pages,
        evidence=tuple(row.evidence for row in rows),
    )


def tables_of(page: PageWords) -> list[Table]:
    """Ruled ones and, in what they leave, those that are told by alignment; from the top."""
    ruled, left = ruled_tables(page)
    found = [*ruled, *aligned_tables(left, page.number)]
    return sorted(found, key=lambda table: (table.box.top, table.box.left))


def _characters(row: PrintedRow) -> int:
    return sum(len(name) + len(value or "") for name, value in row.values.items())


def _nothing(fields: Sequence[Field]) -> str:
    if fields:
        return "None of the fields was found. Name them as the document prints them."
    return "No table was found. Name the fields that you want, or send a clearer document."
