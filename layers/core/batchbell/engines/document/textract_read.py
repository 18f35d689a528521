"""Which line items do the answers of Textract hold?"""

from collections.abc import Sequence

from batchbell.contracts.textract_pipe import AnsweredPage
from batchbell.domain.document import DocumentRead, Field
from batchbell.engines.document.labelled import Labelled
from batchbell.engines.document.meaning import wanted_of
from batchbell.engines.document.printed import PrintedRow
from batchbell.engines.document.read import found_rows
from batchbell.engines.document.rows import rows_of_all, rows_of_fields
from batchbell.engines.document.singles import labelled_value
from batchbell.engines.document.tables import Table
from batchbell.engines.document.textract_expense import (
    expense_lines,
    expense_texts,
    expense_values,
)
from batchbell.engines.document.textract_listings import (
    listed_tables,
    listings_of,
    tables_by_type,
)
from batchbell.engines.document.textract_pages import Sheet, upright_sheet
from batchbell.engines.document.textract_parts import Part, parts
from batchbell.engines.document.textract_tables import tables_of_blocks
from batchbell.engines.document.words import PageWords


def read_answers(pages: Sequence[AnsweredPage], fields: Sequence[Field]) -> DocumentRead | None:
    """As `read.read_document` does, of what Textract says of each page, in their order.

    None: AnalyzeExpense does not tell what is wanted, so AnalyzeDocument is to be asked. Raises
    DocumentFailed NO_TABLE_FOUND.
    """
    read = [(page, _sheet(page)) for page in pages]
    words = [_words(page, sheet) for page, sheet in read]
    told = [value for page, sheet in read for value in expense_values(page.expense, sheet)]
    listed = _listed(read, fields)
    rows = _rows(fields, listed, words, told) if listed or _is_told(told, fields) else []
    if not rows and any(page.tables is None for page in pages):
        return None
    if not rows:
        tables = [table for page, sheet in read for table in _tables(page, sheet)]
        rows = _rows(fields, tables, words, told)
    return found_rows(rows, len(pages), fields)


def _rows(
    fields: Sequence[Field],
    tables: Sequence[Table],
    words: Sequence[PageWords],
    told: Sequence[Labelled],
) -> list[PrintedRow]:
    return rows_of_fields(fields, tables, words, told) if fields else rows_of_all(tables, words)


def _listed(read: Sequence[tuple[AnsweredPage, Sheet]], fields: Sequence[Field]) -> list[Table]:
    """The line items of AnalyzeExpense."""
    listings = listings_of(
        (page.number, lines) for page, sheet in read for lines in expense_lines(page.expense, sheet)
    )
    tables = tables_by_type if fields else listed_tables
    return [table for listing in listings for table in tables(listing)]


def _is_told(told: Sequence[Labelled], fields: Sequence[Field]) -> bool:
    """Only what a document says once is wanted, and some of it has been found."""
    found = [(one, labelled_value(one, told)) for one in wanted_of(fields)]
    single = all(one.once or (value and not one.column) for one, value in found)
    return single and any(value for _, value in found)


def _tables(page: AnsweredPage, sheet: Sheet) -> list[Table]:
    return tables_of_blocks(parts(page.tables or {}, "Blocks"), sheet)


def _sheet(page: AnsweredPage) -> Sheet:
    told = [*expense_texts(page.expense), *parts(page.tables or {}, "Blocks")]
    return upright_sheet(page.number, page.width, page.height, told)


def _words(page: AnsweredPage, sheet: Sheet) -> PageWords:
    """Those of one answer: both tell the same."""
    return sheet.words(_blocks(page.expense) or parts(page.tables or {}, "Blocks"))


def _blocks(expense: Part) -> list[Part]:
    return [
        block
        for document in parts(expense, "ExpenseDocuments")
        for block in parts(document, "Blocks")
    ]
