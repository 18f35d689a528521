"""Which tables do the ruled lines of a page draw?"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from batchbell.engines.document.boxes import Box, around
from batchbell.engines.document.together import Together
from batchbell.engines.document.words import Rule, Rules

# In points.
_TOUCH = 3.0
_SAME_LINE = 3.0
_OVERHANG = 8.0
# A wall stands where rules cover so much of it.
_COVERED = 0.5
# More on one page is a pattern or a plan, no table.
_MOST_CELLS = 8_000


@dataclass(frozen=True, slots=True)
class Span:
    """A cell of a grid, which may take in several rows and columns."""

    row: int
    column: int
    last_row: int
    last_column: int


@dataclass(slots=True)
class Grid:
    """Lines across at `ys` and down at `xs`; `spans`: its cells, in reading order."""

    xs: list[float]
    ys: list[float]
    across: list[Rule] = field(repr=False)
    down: list[Rule] = field(repr=False)
    spans: list[Span] = field(default_factory=list)

    @property
    def box(self) -> Box:
        """All of it."""
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


def grids_of(rules: Rules) -> list[Grid]:
    """Rules that cross one another, in reading order; two cells at least."""
    grids = []
    for levels, uprights in _crossing(rules.across, rules.down):
        grid = Grid(_xs(levels, uprights), _ys(levels, uprights), levels, uprights)
        if (len(grid.xs) - 1) * (len(grid.ys) - 1) > _MOST_CELLS:
            continue
        grid.spans = _spans(grid)
        if len(grid.spans) > 1:
            grids.append(grid)
    return sorted(grids, key=lambda grid: (grid.box.top, grid.box.left))


def _crossing(
    across: Sequence[Rule], down: Sequence[Rule]
) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Groups of rules that hang together. Both are sorted by where they are."""
    together = Together(len(across) + len(down))
    places = [upright.at for upright in down]
    for n, level in enumerate(across):
        first = bisect_left(places, level.start - _TOUCH)
        for m in range(first, bisect_right(places, level.end + _TOUCH)):
            if down[m].start - _TOUCH <= level.at <= down[m].end + _TOUCH:
                together.join(n, len(across) + m)
    for group in together.groups():
        levels = [across[n] for n in group if n < len(across)]
        uprights = [down[n - len(across)] for n in group if n >= len(across)]
        if levels and uprights:
            yield levels, uprights


def _xs(across: list[Rule], down: list[Rule]) -> list[float]:
    return _lines([r.at for r in down], min(r.start for r in across), max(r.end for r in across))


def _ys(across: list[Rule], down: list[Rule]) -> list[float]:
    return _lines([r.at for r in across], min(r.start for r in down), max(r.end for r in down))


def _lines(drawn: list[float], start: float, end: float) -> list[float]:
    """Where lines are; one more on a side that the crossing ones overhang."""
    lines: list[float] = []
    for at in sorted(drawn):
        if not lines or at - lines[-1] > _SAME_LINE:
            lines.append(at)
    if start < lines[0] - _OVERHANG:
        lines.insert(0, start)
    if end > lines[-1] + _OVERHANG:
        lines.append(end)
    return lines


def _spans(grid: Grid) -> list[Span]:
    """Neighbours without a wall between them are one cell."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    taken: set[tuple[int, int]] = set()
    spans = []
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            last_column = column
            while last_column + 1 < columns and not _wall_right(grid, row, last_column):
                last_column += 1
            last_row = row
            while last_row + 1 < rows and _open_below(grid, last_row, column, last_column):
                last_row += 1
            spans.append(Span(row, column, last_row, last_column))
            taken |= {
                (r, c) for r in range(row, last_row + 1) for c in range(column, last_column + 1)
            }
    return spans


def _open_below(grid: Grid, row: int, column: int, last_column: int) -> bool:
    """No wall below any of the columns, and as wide an opening in the next row."""
    return not any(_wall_below(grid, row, c) for c in range(column, last_column + 1)) and not any(
        _wall_right(grid, row + 1, c) for c in range(column, last_column)
    )


def _wall_right(grid: Grid, row: int, column: int) -> bool:
    return _covered(grid.down, grid.xs[column + 1], grid.ys[row], grid.ys[row + 1])


def _wall_below(grid: Grid, row: int, column: int) -> bool:
    return _covered(grid.across, grid.ys[row + 1], grid.xs[column], grid.xs[column + 1])


def _covered(rules: list[Rule], at: float, start: float, end: float) -> bool:
    along = sum(
        max(0.0, min(rule.end, end) - max(rule.start, start))
        for rule in rules
        if abs(rule.at - at) <= _SAME_LINE
    )
    return along >= _COVERED * (end - start)


def box_of(grid: Grid, span: Span) -> Box:
    """Where a cell is on the page."""
    corner = Box(
        grid.xs[span.column], grid.ys[span.row], grid.xs[span.column + 1], grid.ys[span.row + 1]
    )
    other = Box(
        grid.xs[span.last_column],
        grid.ys[span.last_row],
        grid.xs[span.last_column + 1],
        grid.ys[span.last_row + 1],
    )
    return around((corner, other))
