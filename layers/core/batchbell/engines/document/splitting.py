"""Where does a ruled cell hold more than one: columns and rows without lines between them?"""

from collections.abc import Sequence
from itertools import pairwise

from batchbell.engines.document.aligned import GAP
from batchbell.engines.document.amounts import is_blank, is_figure
from batchbell.engines.document.columns import columns_of
from batchbell.engines.document.lines import Piece, joined_pieces, lines_of, pieces_of
from batchbell.engines.document.words import Word

# Of the lines in a column: so many have several texts when it is several columns.
_SEVERAL = 0.4

Placed = tuple[int, Piece]


def dividers_within(xs: Sequence[float], words: Sequence[Word]) -> list[float]:
    """The lines down at `xs`, and those that texts below one another ask for."""
    found = [xs[0]]
    for left, right in pairwise(xs):
        found += _dividers([word for word in words if left < word.box.centre <= right])
        found.append(right)
    return found


def _dividers(words: Sequence[Word]) -> list[float]:
    lines = [pieces_of(line, GAP) for line in lines_of(words)]
    several = [line for line in lines if len(line) > 1]
    if len(several) < 2 or len(several) < _SEVERAL * len(lines):
        return []
    return [(one[1] + other[0]) / 2 for one, other in pairwise(columns_of(lines))]


def rows_within(placed: Sequence[Placed], columns: int) -> list[list[Piece | None]]:
    """The rows that the texts of one ruled row form: several where figures stand in line.

    A line without a figure where others have one goes on with what is above it.
    """
    levels = _levels(placed)
    leading = _leading(levels)
    if leading is None:
        return [_row(placed, columns)]
    groups: list[list[Placed]] = []
    for level in levels:
        if not groups or _leads(level, leading):
            groups.append(list(level))
        else:
            groups[-1] += level
    return [_row(group, columns) for group in groups]


def _levels(placed: Sequence[Placed]) -> list[list[Placed]]:
    """Texts of one height, from top to bottom."""
    words = [Word(str(n), piece.box) for n, (_, piece) in enumerate(placed)]
    return [[placed[int(word.text)] for word in line.words] for line in lines_of(words)]


def _leading(levels: Sequence[Sequence[Placed]]) -> int | None:
    """The column whose figures, one a row, tell the rows; the others have as many texts."""
    counted: dict[int, list[str]] = {}
    for level in levels:
        for column, piece in level:
            counted.setdefault(column, []).append(piece.text)
    figures = {
        column: len(texts)
        for column, texts in counted.items()
        if len(texts) > 1 and all(is_figure(t) or is_blank(t) for t in texts)
    }
    for column, count in sorted(figures.items(), key=lambda item: -item[1]):
        if any(len(texts) >= count for other, texts in counted.items() if other != column):
            return column
    return None


def _leads(level: Sequence[Placed], leading: int) -> bool:
    return any(column == leading for column, _ in level)


def _row(placed: Sequence[Placed], columns: int) -> list[Piece | None]:
    cells: list[list[Piece]] = [[] for _ in range(columns)]
    for column, piece in placed:
        cells[column].append(piece)
    return [joined_pieces(cell) if cell else None for cell in cells]


def spread(pieces: Sequence[Sequence[Piece]], xs: Sequence[float]) -> list[Placed] | None:
    """The texts of a cell that spans the columns between `xs`, when each stands in one of them.

    None when they do not, or all stand in the same.
    """
    placed = []
    for piece in (piece for line in pieces for piece in line):
        held = [n for n, (left, right) in enumerate(pairwise(xs)) if _holds(left, right, piece)]
        if not held:
            return None
        placed.append((held[0], piece))
    return placed if len({column for column, _ in placed}) > 1 else None


def _holds(left: float, right: float, piece: Piece) -> bool:
    slack = 0.15 * piece.box.height
    return left - slack <= piece.box.left and piece.box.right <= right + slack
