"""Which tables of a page have named columns, and what is in their rows?"""

from collections.abc import Iterator
from dataclasses import dataclass

from batchbell.engines.extract.names import plain
from batchbell.engines.extract.texts import text_of
from batchbell.engines.tree import Tree

MAX_ROWS = 2_000
_MAX_TABLES = 100
_MAX_COLUMNS = 60
_HEADING = 60
_FEW = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by plain heading, and rows of cells, as many as there are headings or fewer."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Tree, ...], ...]


def tables_of(tree: Tree) -> Iterator[Table]:
    """Tables of two columns or more and one row or more under their headings."""
    for table, _ in zip(tree.iter("table"), range(_MAX_TABLES), strict=False):
        rows = [row for row in (_cells(row) for row in _rows(table)) if row]
        if len(rows) < _FEW:
            continue
        headings = tuple(plain(text_of(cell, _HEADING)[:_HEADING]) for cell in rows[0])
        if len(headings) >= _FEW and sum(map(bool, headings)) >= _FEW and _is_heading(rows[0]):
            yield Table(headings, tuple(row for row in rows[1:] if _is_data(row)))


def _rows(table: Tree) -> list[Tree]:
    """Its own rows, not those of tables within."""
    parts = [part for part in table if part.tag in ("thead", "tbody", "tfoot", "tr")]
    order = sorted(parts, key=lambda part: part.tag != "thead")
    rows: list[Tree] = []
    for part in order:
        rows.extend([part] if part.tag == "tr" else part.iterchildren("tr"))
    return rows[: MAX_ROWS + 1]


def _cells(row: Tree) -> tuple[Tree, ...]:
    """A cell that spans columns stands in each of them."""
    cells: list[Tree] = []
    for cell in row.iterchildren("td", "th"):
        span = cell.get("colspan") or "1"
        count = min(int(span), _MAX_COLUMNS) if span.isascii() and span.isdigit() else 1
        cells.extend([cell] * max(count, 1))
        if len(cells) >= _MAX_COLUMNS:
            break
    return tuple(cells[:_MAX_COLUMNS])


def _is_heading(row: tuple[Tree, ...]) -> bool:
    if any(cell.tag == "th" for cell in row):
        return True
    texts = [text_of(cell, _HEADING) for cell in row]
    return all(len(t) <= _HEADING and not any(c.isdigit() for c in t) for t in texts)


def _is_data(row: tuple[Tree, ...]) -> bool:
    return any(cell.tag == "td" for cell in row) and len(set(row)) >= _FEW
