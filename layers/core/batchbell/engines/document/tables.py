"""What is a table: rows of cells as they are printed, and where?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from batchbell.engines.document.boxes import Box, around
from batchbell.engines.document.lines import Piece

Row = tuple[Piece | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal length, from the page `page` (from 1). None is an empty cell.

    `header`: how many rows at the top are known to be its header; None: nobody knows.
    """

    page: int
    rows: tuple[Row, ...]
    ruled: bool = False
    header: int | None = None

    @property
    def box(self) -> Box:
        """What its texts take up."""
        return around(cell.box for row in self.rows for cell in row if cell)

    @property
    def columns(self) -> int:
        """How many."""
        return len(self.rows[0])


def without_blanks(rows: Iterable[Sequence[Piece | None]]) -> tuple[Row, ...]:
    """The rows and columns that have a text."""
    filled = [tuple(row) for row in rows if any(row)]
    kept = [n for n, column in enumerate(zip(*filled, strict=True)) if any(column)]
    return tuple(tuple(row[n] for n in kept) for row in filled)
