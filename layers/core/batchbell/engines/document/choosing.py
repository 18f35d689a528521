"""Which table, and which of its columns, hold the fields that a caller wants?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from batchbell.engines.document.items import Item, ItemTable
from batchbell.engines.document.likeness import likeness
from batchbell.engines.document.lines import Piece
from batchbell.engines.document.matching import match
from batchbell.engines.document.meaning import Wanted
from batchbell.engines.document.values import fitting, is_amount
from batchbell.engines.document.vocabulary.concept import Kind

# A column that is called so is meant, even though the value may be said elsewhere, too.
_VERY = 0.9
_SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """The rows of the tables that were chosen, and the column of each field's name."""

    items: tuple[Item, ...]
    columns: Mapping[str, int]


NOTHING = Choice((), {})


def choose(
    tables: Sequence[ItemTable], wanted: Sequence[Wanted], settled: Sequence[Wanted]
) -> Choice:
    """The table that fits best, of equal ones the first, and those under the same header.

    `settled`: fields whose value is known from elsewhere. They choose no table, but a column of
    the chosen one that is called so is theirs.
    """
    table, columns = _best(tables, wanted)
    if table is None:
        return NOTHING
    for field in settled:
        column = _column_of(table, field)
        if column is not None and column not in columns.values():
            columns[field.field.name] = column
    alike = [other for other in tables if other.named and other.names == table.names] or [table]
    items = [item for other in alike for item in _items(other, columns, wanted)]
    return Choice(tuple(items), columns)


def _best(
    tables: Sequence[ItemTable], wanted: Sequence[Wanted]
) -> tuple[ItemTable | None, dict[str, int]]:
    """What is said once alone makes no table fit, unless all of it is there."""
    best: tuple[float, ItemTable | None, dict[str, int]] = (0.0, None, {})
    for table in tables:
        columns, sure = match(table, wanted)
        told = any(not field.once and field.field.name in columns for field in wanted)
        if sure > best[0] and (told or len(columns) == len(wanted)):
            best = (sure, table, columns)
    return best[1], best[2]


def _column_of(table: ItemTable, wanted: Wanted) -> int | None:
    if not table.named:
        return None
    scores = [likeness(name, wanted, wanted.single) for name in table.names]
    column = scores.index(max(scores))
    kind = wanted.single.kind if wanted.single else None
    texts = [cell.text for item in table.items if (cell := item.cells[column])]
    fits = all(fitting(text, kind) is not None for text in texts)
    return column if scores[column] >= _VERY and texts and fits else None


def _items(table: ItemTable, columns: Mapping[str, int], wanted: Sequence[Wanted]) -> list[Item]:
    """Without the rows that only name a section; without a header, those with an amount alone."""
    least = 2 if len(columns) >= _SEVERAL else 1
    priced = [
        columns[field.field.name]
        for field in wanted
        if field.field.name in columns and field.column and field.column.kind is Kind.AMOUNT
    ]
    return [
        item
        for item in table.items
        if sum(cell is not None for cell in _cells(item, [*columns.values()])) >= least
        and (table.named or not priced or _has_amount(item, priced))
    ]


def _has_amount(item: Item, columns: Sequence[int]) -> bool:
    return any(cell is not None and is_amount(cell.text) for cell in _cells(item, columns))


def _cells(item: Item, columns: Sequence[int]) -> list[Piece | None]:
    return [item.cells[column] for column in columns]
