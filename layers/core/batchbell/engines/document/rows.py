"""Which rows does a caller get: of all columns, or of the fields that were asked for?"""

from collections.abc import Mapping, Sequence

from batchbell.domain.document import Field
from batchbell.engines.document.boxes import Box, around
from batchbell.engines.document.choosing import Choice, choose
from batchbell.engines.document.forms import is_form, labels_and_values
from batchbell.engines.document.headers import unique
from batchbell.engines.document.items import Item, ItemTable, item_tables
from batchbell.engines.document.labelled import Labelled, Place, labelled_values
from batchbell.engines.document.matching import figures_in
from batchbell.engines.document.meaning import wanted_of
from batchbell.engines.document.printed import PrintedRow, printed
from batchbell.engines.document.singles import UNLABELLED, Found, labelled_value, single_value
from batchbell.engines.document.tables import Table
from batchbell.engines.document.words import PageWords

_LEAST_ITEMS = 2


def rows_of_all(tables: Sequence[Table], pages: Sequence[PageWords]) -> list[PrintedRow]:
    """Every row of every table that lists items, under its columns' own names.

    Where none lists any: of the largest; of a form, one row under its labels.
    """
    listed = item_tables(table for table in tables if not is_form(table))
    listing = [table for table in listed if _lists_items(table)]
    forms = [row for table in tables if is_form(table) for row in _rows_of_form(table, pages)]
    if forms and not listing:
        return forms
    if not listing:
        listing = sorted(listed, key=lambda t: len(t.items) * len(t.names))[-1:]
    return [_whole_row(table, item, pages) for table in listing for item in table.items]


def rows_of_fields(
    fields: Sequence[Field],
    tables: Sequence[Table],
    pages: Sequence[PageWords],
    told: Sequence[Labelled] = (),
) -> list[PrintedRow]:
    """Exactly the wanted names in each row; what is said once is in every row.

    `told`: labelled values that are known already; the pages are asked for the others.
    """
    listed = item_tables(table for table in tables if not is_form(table))
    labelled = _outside(labelled_values(pages), listed)
    wanted = wanted_of(fields)
    found = {
        field.field.name: labelled_value(field, told) or single_value(field, labelled, pages)
        for field in wanted
    }
    settled = [field for field in wanted if field.once and _is_labelled(found[field.field.name])]
    choice = choose(listed, [field for field in wanted if field not in settled], settled)
    singles = {name: value for name, value in found.items() if value and name not in choice.columns}
    names = [field.name for field in fields]
    if not choice.items:
        return [_single_row(names, singles, pages)] if singles else []
    return [_row(item, names, choice, singles, pages) for item in choice.items]


def _lists_items(table: ItemTable) -> bool:
    """Under a header that is none of labels with their values, figures in some column."""
    figured = any(figures_in(table, n) for n in range(1, len(table.names)))
    headed = table.named and not any(":" in name.rstrip(" :") for name in table.names)
    return headed and len(table.items) >= _LEAST_ITEMS and figured


def _is_labelled(found: Found | None) -> bool:
    return found is not None and found.sure > UNLABELLED


def _outside(labelled: Sequence[Labelled], tables: Sequence[ItemTable]) -> list[Labelled]:
    """Without what stands below a table's header: it is a column's, not the document's."""
    areas: dict[int, list[Box]] = {}
    for table in tables:
        if len(table.items) >= _LEAST_ITEMS:
            for item in table.items:
                areas.setdefault(item.page, []).append(
                    around(cell.box for cell in item.cells if cell)
                )
    return [
        one
        for one in labelled
        if one.place is not Place.BELOW
        or not any(
            area.covers(one.value.box.centre, one.value.box.middle)
            for area in areas.get(one.page, [])
        )
    ]


def _whole_row(table: ItemTable, item: Item, pages: Sequence[PageWords]) -> PrintedRow:
    pairs = zip(table.names, item.cells, strict=True)
    values = {name: cell.text if cell else None for name, cell in pairs}
    return printed(values, item.page, [cell for cell in item.cells if cell], pages)


def _rows_of_form(form: Table, pages: Sequence[PageWords]) -> list[PrintedRow]:
    """One, or none when nothing is filled in."""
    pairs = list(labels_and_values(form))
    if not pairs:
        return []
    names = unique([label or f"column_{n}" for n, (label, _) in enumerate(pairs, start=1)])
    values = {
        name: cell.text if cell else None for name, (_, cell) in zip(names, pairs, strict=True)
    }
    held = [cell for row in form.rows for cell in row if cell]
    return [printed(values, form.page, held, pages)]


def _row(
    item: Item,
    names: Sequence[str],
    choice: Choice,
    singles: Mapping[str, Found],
    pages: Sequence[PageWords],
) -> PrintedRow:
    cells = {name: item.cells[column] for name, column in choice.columns.items()}
    values: dict[str, str | None] = {}
    for name in names:
        cell, single = cells.get(name), singles.get(name)
        values[name] = cell.text if cell else single.value if single else None
    return printed(values, item.page, [cell for cell in cells.values() if cell], pages)


def _single_row(
    names: Sequence[str], singles: Mapping[str, Found], pages: Sequence[PageWords]
) -> PrintedRow:
    values = {name: singles[name].value if name in singles else None for name in names}
    page = min(found.page for found in singles.values())
    held = [found.piece for found in singles.values() if found.page == page]
    return printed(values, page, held, pages, min(found.sure for found in singles.values()))
