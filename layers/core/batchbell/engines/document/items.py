"""What are the items of a table, under which names, without what sums them up?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from batchbell.engines.document.amounts import is_figure
from batchbell.engines.document.boxes import shared_width
from batchbell.engines.document.headers import header_rows, names_of
from batchbell.engines.document.lines import Piece, joined_pieces
from batchbell.engines.document.tables import Row, Table
from batchbell.engines.document.totals import is_total

# Of the height of a line: what is so near below a row goes on with it.
_NEAR = 0.6
_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a table, and the page it stands on."""

    page: int
    cells: Row


@dataclass(frozen=True, slots=True)
class ItemTable:
    """`named`: it prints a header."""

    names: tuple[str, ...]
    named: bool
    items: tuple[Item, ...]


def item_tables(tables: Iterable[Table]) -> list[ItemTable]:
    """In reading order; one that goes on over several pages is one."""
    found: list[ItemTable] = []
    ends: list[Table] = []
    for table in tables:
        read = _read(table)
        if found and _goes_on(ends[-1], table, found[-1], read):
            found[-1] = _with(found[-1], read)
            ends[-1] = table
        else:
            found.append(read)
            ends.append(table)
    return [table for table in found if table.items]


def _read(table: Table) -> ItemTable:
    count = header_rows(table.rows) if table.header is None else table.header
    items = [row for row in table.rows[count:] if not is_total(row)]
    kept = items if table.ruled else _unwrapped(items)
    return ItemTable(
        names_of(table.rows[:count], table.columns),
        count > 0,
        tuple(Item(table.page, row) for row in kept),
    )


def _goes_on(last: Table, table: Table, before: ItemTable, read: ItemTable) -> bool:
    """On the next page, in the same places, under the same header or none."""
    if table.page != last.page + 1 or table.columns != last.columns:
        return False
    if read.named and read.names != before.names:
        return False
    return _alike(last, table)


def _alike(one: Table, other: Table) -> bool:
    """Most columns lie below one another."""
    pairs = zip(_extents(one.rows), _extents(other.rows), strict=True)
    same = sum(shared_width(a.box, b.box) > 0 for a, b in pairs)
    return same >= _ALIKE * one.columns


def _extents(rows: Sequence[Row]) -> list[Piece]:
    return [joined_pieces([c for c in column if c]) for column in zip(*rows, strict=True)]


def _with(before: ItemTable, read: ItemTable) -> ItemTable:
    return replace(before, items=before.items + read.items)


def _unwrapped(rows: Iterable[Row]) -> Iterable[Row]:
    """Rows whose text goes on below them, without a figure, are one."""
    held: Row | None = None
    for row in rows:
        if held is not None and _continues(held, row):
            held = _joined(held, row)
            continue
        if held is not None:
            yield held
        held = row
    if held is not None:
        yield held


def _continues(above: Row, row: Row) -> bool:
    """It has texts alone, where the row above has one, and stands close below."""
    cells = [(up, cell) for up, cell in zip(above, row, strict=True) if cell]
    if len(cells) > len(row) / 2 or any(up is None or is_figure(c.text) for up, c in cells):
        return False
    return all(
        up is not None and cell.box.top - up.box.bottom <= _NEAR * cell.box.height
        for up, cell in cells
    )


def _joined(above: Row, row: Row) -> Row:
    return tuple(
        joined_pieces([up, cell]) if up and cell else up or cell
        for up, cell in zip(above, row, strict=True)
    )
