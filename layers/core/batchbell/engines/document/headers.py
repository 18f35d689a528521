"""Which of a table's rows are its header, and what are its columns called?"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from batchbell.engines.document.amounts import is_blank, is_figure
from batchbell.engines.document.boxes import shared_width
from batchbell.engines.document.lines import Piece
from batchbell.engines.document.tables import Row

_MOST_ROWS = 4
_FIGURES = 0.6
# A word that goes on in the next line.
_HYPHEN = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_A-Z])")
_YEAR = range(1900, 2100)


def header_rows(rows: Sequence[Row]) -> int:
    """How many rows at the top are header: 0 when figures begin at once."""
    figured = [n for n in range(len(rows[0])) if _holds_figures(rows, n)]
    if not figured:
        return 1 if len(rows) > 1 and all(rows[0]) else 0
    top = list(takewhile(lambda row: _is_header(row, figured), rows[:_MOST_ROWS]))
    if len(top) == len(rows):
        return 1
    return len(top)


def names_of(header: Sequence[Row], columns: int) -> tuple[str, ...]:
    """What the columns are called, as printed; unique, and never empty."""
    bare = [_name(header, column) for column in range(columns)]
    spanned = [_spanning(header, column) for column in range(columns)]
    count = Counter(bare)
    named = [
        f"{above} {name}" if above and count[name] > 1 else name
        for name, above in zip(bare, spanned, strict=True)
    ]
    return unique([name or f"column_{n}" for n, name in enumerate(named, start=1)])


def _holds_figures(rows: Sequence[Row], column: int) -> bool:
    """Most texts in it are figures, not counting what may be its header."""
    texts = [row[column].text for row in rows[1:] if row[column]]  # type: ignore[union-attr]
    told = [text for text in texts if not is_blank(text)]
    return bool(told) and sum(map(is_figure, told)) >= _FIGURES * len(told)


def _is_header(row: Row, figured: Sequence[int]) -> bool:
    """No figure where figures are to come, but for years above columns."""
    texts = [cell.text for n in figured if (cell := row[n])]
    if not texts:
        return sum(1 for cell in row if cell) > 1 or len(row) < 3
    return not any(is_figure(text) and not _is_year(text) for text in texts) and not all(
        is_blank(text) for text in texts
    )


def _is_year(text: str) -> bool:
    return text.strip().isdecimal() and int(text) in _YEAR


def _name(header: Sequence[Row], column: int) -> str:
    """Its own words, from the top: what spans other columns too is none of them."""
    own = [
        cell.text
        for n, row in enumerate(header)
        if (cell := row[column]) and not _spans(header, n, column)
    ]
    return _HYPHEN.sub("", " ".join(own))


def _spanning(header: Sequence[Row], column: int) -> str:
    """The text above it that spans several columns, this one among them."""
    for number, row in enumerate(header):
        start = next((n for n in range(column, -1, -1) if row[n]), None)
        if start is not None and _spans(header, number, start):
            cell = row[start]
            return cell.text if cell else ""
    return ""


def _spans(header: Sequence[Row], number: int, column: int) -> bool:
    """Its neighbour to the right has none in this row but one below, and it reaches there."""
    if number + 1 >= len(header) or column + 1 >= len(header[0]):
        return False
    cell, below = header[number][column], header[number + 1]
    if cell is None or header[number][column + 1] is not None:
        return False
    own, other = below[column], below[column + 1]
    if own is None or other is None:
        return False
    return _reaches(cell, other) or cell.box.centre > own.box.right


def _reaches(cell: Piece, other: Piece) -> bool:
    return shared_width(cell.box, other.box) > 0


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """The same names, the second of each as `name_2`, and so on."""
    seen: Counter[str] = Counter()
    given: list[str] = []
    for name in names:
        seen[name] += 1
        made = name if seen[name] == 1 else f"{name}_{seen[name]}"
        while made in given:
            seen[name] += 1
            made = f"{name}_{seen[name]}"
        given.append(made)
    return tuple(given)
