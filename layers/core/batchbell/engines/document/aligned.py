"""Which tables do the words of a page form by standing below one another?"""

from collections.abc import Iterable, Sequence

from batchbell.engines.document.amounts import is_blank, is_figure
from batchbell.engines.document.blocks import blocks_of
from batchbell.engines.document.columns import Column, column_at, columns_of
from batchbell.engines.document.lines import Piece, joined_pieces, lines_of
from batchbell.engines.document.tables import Row, Table, without_blanks
from batchbell.engines.document.words import Word

# In heights of a line: words further apart are two cells.
GAP = 0.9
# Texts longer than so many words are prose.
_PROSE = 6
_LEAST_FILLED = 0.45


def aligned_tables(words: Iterable[Word], page: int) -> list[Table]:
    """From top to bottom."""
    lines = lines_of(word for word in words if word.upright)
    found = (_table(block, page) for block in blocks_of(lines, GAP))
    return [table for table in found if table is not None]


def _table(block: list[list[Piece]], page: int) -> Table | None:
    columns = columns_of(block)
    if len(columns) < 2:
        return None
    rows = without_blanks(row_of(pieces, columns) for pieces in block)
    return Table(page, rows) if _is_table(rows) else None


def row_of(pieces: Iterable[Piece], columns: Sequence[Column]) -> Row:
    """The texts of a line in their columns."""
    cells: list[list[Piece]] = [[] for _ in columns]
    for piece in pieces:
        cells[column_at(piece.box, columns)].append(piece)
    return tuple(joined_pieces(cell) if cell else None for cell in cells)


def _is_table(rows: Sequence[Row]) -> bool:
    """Neither prose in columns nor labels that stand about."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    texts = [cell.text for row in rows for cell in row if cell]
    prose = sum(len(text.split()) > _PROSE for text in texts)
    figures = sum(is_figure(text) or is_blank(text) for text in texts)
    return (
        len(texts) >= _LEAST_FILLED * len(rows) * len(rows[0])
        and prose <= len(texts) / 4
        and figures >= len(texts) / 4
        and (len(rows[0]) > 2 or _has_figures_last(rows))
    )


def _has_figures_last(rows: Sequence[Row]) -> bool:
    """Two columns alone are a table when the second holds figures, else a list or headings."""
    last = [row[-1].text for row in rows if row[-1]]
    return sum(map(is_figure, last)) > len(last) / 2
