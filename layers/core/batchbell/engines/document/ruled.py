"""Which tables do the ruled lines of a page hold, with the words in them?"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from batchbell.engines.document.aligned import GAP
from batchbell.engines.document.boxes import Box
from batchbell.engines.document.grids import Grid, box_of, grids_of
from batchbell.engines.document.lines import Piece, joined_pieces, lines_of, pieces_of, text_block
from batchbell.engines.document.rules import rules_of
from batchbell.engines.document.splitting import Placed, dividers_within, rows_within, spread
from batchbell.engines.document.tables import Row, Table, without_blanks
from batchbell.engines.document.words import PageWords, Word

_LEAST_CELLS = 4
_PROSE = 30


def ruled_tables(page: PageWords) -> tuple[list[Table], list[Word]]:
    """The tables, and the words outside them. Drawn lines come first, edges of areas second."""
    tables: list[Table] = []
    words = list(page.words)
    for grid in _grids(page):
        inside = [word for word in words if grid.box.covers(word.box.centre, word.box.middle)]
        table = _table(grid, inside, page.number)
        if table is not None:
            tables.append(table)
            taken = set(map(id, inside))
            words = [word for word in words if id(word) not in taken]
    return tables, words


def _grids(page: PageWords) -> Iterator[Grid]:
    """Small ones first: what they hold is theirs, not a frame's around them."""
    drawn = sorted(grids_of(page.rules), key=_area)
    yield from drawn
    boxes = [grid.box for grid in drawn if len(grid.spans) >= _LEAST_CELLS]
    edges = [
        edge
        for fill in page.fills
        if not any(box.covers(fill.centre, fill.middle) for box in boxes)
        for edge in _edges(fill)
    ]
    lines = [Box(r.start, r.at, r.end, r.at) for r in page.rules.across]
    lines += [Box(r.at, r.start, r.at, r.end) for r in page.rules.down]
    free = [x for x in lines if not any(box.covers(x.centre, x.middle) for box in boxes)]
    if edges:
        yield from sorted(grids_of(rules_of([*free, *edges])), key=_area)


def _edges(fill: Box) -> Iterator[Box]:
    left, top, right, bottom = fill
    yield Box(left, top, right, top)
    yield Box(left, bottom, right, bottom)
    yield Box(left, top, left, bottom)
    yield Box(right, top, right, bottom)


def _area(grid: Grid) -> float:
    return grid.box.width * grid.box.height


def _table(grid: Grid, words: Sequence[Word], page: int) -> Table | None:
    if len(words) < _LEAST_CELLS:
        return None
    xs = dividers_within(grid.xs, words)
    rows: list[list[Piece | None]] = []
    for number in range(len(grid.ys) - 1):
        rows += _band(grid, number, xs, words)
    cells = without_blanks(rows)
    return Table(page, cells, ruled=True) if _is_table(cells) else None


def _band(
    grid: Grid, number: int, xs: Sequence[float], words: Sequence[Word]
) -> list[list[Piece | None]]:
    """The rows between two lines across: one, unless the words in it stand in several."""
    high: list[Placed] = []
    flat: list[Placed] = []
    below = [word for word in words if word.box.middle >= grid.ys[number]]
    for span in (span for span in grid.spans if span.row == number):
        box = box_of(grid, span)
        held = [word for word in below if box.covers(word.box.centre, word.box.middle)]
        if held and span.last_row > span.row:
            high.append((_columns(xs, box)[0], text_block(held)))
        elif held:
            flat += _placed(held, box, xs)
    rows = rows_within(flat, len(xs) - 1)
    for column, piece in high:
        rows[0][column] = piece
    return rows


def _placed(words: Sequence[Word], box: Box, xs: Sequence[float]) -> list[Placed]:
    """In which columns the texts of a cell stand."""
    first, end = _columns(xs, box)
    lines = [pieces_of(line, GAP) for line in lines_of(words)]
    if end - first > 1:
        apart = spread(lines, xs[first : end + 1])
        if apart is None:
            return [(first, text_block(words))]
        return [(first + column, piece) for column, piece in apart]
    return [(first, joined_pieces(line)) for line in lines]


def _columns(xs: Sequence[float], box: Box) -> tuple[int, int]:
    """The first column that it takes in, and the one after the last."""
    return bisect_right(xs, box.left + 0.01) - 1, bisect_left(xs, box.right - 0.01)


def _is_table(rows: Sequence[Row]) -> bool:
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    texts = [cell.text for row in rows for cell in row if cell]
    prose = sum(len(text.split()) > _PROSE for text in texts)
    return len(texts) >= _LEAST_CELLS and prose <= len(texts) / 4
