"""Which columns do the texts of a block of lines stand in?"""

from collections.abc import Iterable, Sequence

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.lines import Piece

Column = tuple[float, float]

# So many lines tell where the columns are.
_SAMPLE = 60
# In points or pixels per height of a line.
_TOUCH = 0.1
_NEAR = 3.0


def columns_of(lines: Sequence[Sequence[Piece]]) -> list[Column]:
    """From left to right: where each begins and ends. Texts that span several do not count."""
    several = [line for line in lines if len(line) > 1]
    sample = several[:: max(1, len(several) // _SAMPLE)]
    slack = _TOUCH * _typical_height(several)
    held = [
        (piece.box.left, piece.box.right)
        for line in several
        for piece in line
        if not _spans_columns(piece.box, sample, slack)
    ]
    return _beside_headers(_merged(held, slack), several, slack)


def column_at(box: Box, columns: Sequence[Column]) -> int:
    """The first of the columns that a text stands in, or else the nearest one."""
    shared = [min(box.right, right) - max(box.left, left) for left, right in columns]
    most = max(shared)
    if most <= 0:
        return shared.index(most)
    return next(n for n, width in enumerate(shared) if width >= most / 2)


def reach(box: Box, columns: Sequence[Column], slack: float = 0) -> int:
    """How many columns a text stands in."""
    return sum(min(box.right, right) - max(box.left, left) > slack for left, right in columns)


def _typical_height(lines: Sequence[Sequence[Piece]]) -> float:
    heights = sorted(piece.box.height for line in lines for piece in line)
    return heights[len(heights) // 2] if heights else 1.0


def _spans_columns(box: Box, sample: Sequence[Sequence[Piece]], slack: float) -> bool:
    """Most lines that have a text above or below it have two or more."""
    above = [reach(box, [(p.box.left, p.box.right) for p in line], slack) for line in sample]
    several = sum(count > 1 for count in above)
    return several > sum(count == 1 for count in above) - 1 and several > 0


def _merged(held: Iterable[Column], slack: float) -> list[Column]:
    columns: list[Column] = []
    for left, right in sorted(held):
        if columns and left < columns[-1][1] - slack:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _beside_headers(
    columns: list[Column], lines: Sequence[Sequence[Piece]], slack: float
) -> list[Column]:
    """A header may stand beside its figures: two columns that no line fills both of are one."""
    filled = [
        {n for n, line in enumerate(lines) for piece in line if reach(piece.box, [column], 0)}
        for column in columns
    ]
    kept: list[Column] = []
    rows: list[set[int]] = []
    for column, here in zip(columns, filled, strict=True):
        near = bool(kept) and column[0] - kept[-1][1] < _NEAR * slack / _TOUCH
        if near and not (here & rows[-1]) and min(len(here), len(rows[-1])) <= 2:
            kept[-1] = (kept[-1][0], column[1])
            rows[-1] |= here
        else:
            kept.append(column)
            rows.append(here)
    return kept
