"""How are rows written as a spreadsheet?

Row by row into a ZIP file, so that nothing is held in memory. Text is written as text and can never
be a formula. A column whose values are all numbers of one reading is written as numbers.
"""

import re
import zipfile
from collections.abc import Iterator
from typing import BinaryIO
from xml.sax.saxutils import escape

from batchbell.contracts.exports.cells import writable
from batchbell.contracts.exports.printed_numbers import plain_number
from batchbell.contracts.exports.table import OWN_COLUMNS, Row, Table
from batchbell.contracts.exports.xlsx_parts import (
    PARTS,
    SHEET,
    SHEET_BEGINS,
    SHEET_ENDS,
    TEXT_STYLE,
    number_style,
)

MOST_COLUMNS = 16_384
MOST_CHARACTERS = 32_767
"""Of a cell, in units of UTF-16."""
CUT = "\u2026 [cut]"
"""Ends a text that was cut to fit its cell."""
_LEVEL = 1
"""Of the compression: a fifth larger than the default, in half the time."""
_LOOKS_ESCAPED = re.compile("(?=_x[0-9A-Fa-f]{4}_)")


def write_xlsx(table: Table, file: BinaryIO) -> None:
    """A head, which stays in sight, and a line for each row. At most `MOST_COLUMNS`."""
    letters = {name: _letters(number) for number, name in enumerate(table.columns)}
    numbers = _columns_of_numbers(table)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for part, text in PARTS.items():
            with archive.open(part, "w") as out:
                out.write(text.encode())
        with archive.open(SHEET, "w") as out:
            out.write(SHEET_BEGINS.encode())
            for line in _lines(table, letters, numbers):
                out.write(line.encode())
            out.write(SHEET_ENDS.encode())


def _columns_of_numbers(table: Table) -> frozenset[str]:
    """Those of line items in which every value is a number with one reading. Some numbers among
    texts would be worse than none: a sum would leave the others out and not say so.
    """
    texts, filled = set(OWN_COLUMNS), set[str]()
    for row in table:
        for name, value in row.items():
            if value and name not in texts:
                filled.add(name)
                if plain_number(str(value)) is None:
                    texts.add(name)
    return frozenset(filled - texts)


def _lines(table: Table, letters: dict[str, str], numbers: frozenset[str]) -> Iterator[str]:
    head = [_text_cell(letters[name] + "1", name) for name in table.columns]
    yield f'<row r="1">{"".join(head)}</row>'
    for line, row in enumerate(table, start=2):
        yield f'<row r="{line}">{"".join(_cells(row, line, letters, numbers))}</row>'


def _cells(row: Row, line: int, letters: dict[str, str], numbers: frozenset[str]) -> Iterator[str]:
    """In the order of the columns, which a sheet wants."""
    for name, letter in letters.items() if len(row) == len(letters) else _present(row, letters):
        value = row[name]
        if isinstance(value, int):
            yield f'<c r="{letter}{line}"><v>{value}</v></c>'
        elif value and name in numbers:
            yield _number_cell(f"{letter}{line}", value)
        elif value:
            yield _text_cell(f"{letter}{line}", value)


def _present(row: Row, letters: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The columns that a row has."""
    ordered = sorted((len(letters[name]), letters[name], name) for name in row)
    return ((name, letter) for _, letter, name in ordered)


def _number_cell(place: str, text: str) -> str:
    number = plain_number(text)
    if number is None:
        raise ValueError("a column of numbers holds nothing else")
    return f'<c r="{place}" s="{number_style(number)}"><v>{number.value}</v></c>'


def _text_cell(place: str, text: str) -> str:
    shown = escape(_kept(text))
    return (
        f'<c r="{place}" s="{TEXT_STYLE}" t="inlineStr"><is>'
        f'<t xml:space="preserve">{shown}</t></is></c>'
    )


def _kept(text: str) -> str:
    """As much of a text as a cell holds, spelled so that it is read as it is."""
    kept = writable(text)
    if "\r" in kept:
        kept = kept.replace("\r\n", "\n").replace("\r", "\n")
    kept = _cut(kept)
    return _LOOKS_ESCAPED.sub("_x005F", kept) if "_x" in kept else kept


def _cut(text: str) -> str:
    """What a cell can hold, never half of a character."""
    if len(text) <= MOST_CHARACTERS // 2 or _units(text) <= MOST_CHARACTERS:
        return text
    kept = text.encode("utf-16-le")[: 2 * (MOST_CHARACTERS - len(CUT))]
    return kept.decode("utf-16-le", "ignore") + CUT


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _letters(column: int) -> str:
    """A, B, ... Z, AA, AB: the name of a column that is counted from 0."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
