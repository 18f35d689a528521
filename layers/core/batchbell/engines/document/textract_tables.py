"""Which tables does an answer of AnalyzeDocument hold?

Blocks come in any order and refer to one another by id. `MERGED_CELL` stands for the cells it
refers to: its text is that of all of them, in the place of its first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from batchbell.engines.document.lines import Piece, text_block
from batchbell.engines.document.tables import Row, Table, without_blanks
from batchbell.engines.document.textract_pages import Sheet
from batchbell.engines.document.textract_parts import Part, confidence, number, part, parts, texts
from batchbell.engines.document.words import Word

_HEADER = "COLUMN_HEADER"
# Of rows that are no items; TITLE is what older models say.
_ASIDE = frozenset(("TITLE", "TABLE_TITLE", "TABLE_FOOTER", "TABLE_SECTION_TITLE", "TABLE_SUMMARY"))
_MOST_CELLS = 50_000
_TICK = "[x]"

Place = tuple[int, int]
Blocks = Mapping[str, Part]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a cell is, by Textract's names, and its words, of which there is one at least."""

    kinds: frozenset[str]
    words: Sequence[Word]

    @property
    def piece(self) -> Piece:
        """Its text as it is read, whatever the order of the words."""
        return text_block(self.words)


def tables_of_blocks(blocks: Sequence[Part], sheet: Sheet) -> list[Table]:
    """From the top of the page."""
    known = {name: block for block in blocks if isinstance(name := block.get("Id"), str)}
    found = [_table(block, known, sheet) for block in blocks if block.get("BlockType") == "TABLE"]
    return sorted(
        (table for table in found if table), key=lambda table: (table.box.top, table.box.left)
    )


def _table(block: Part, known: Blocks, sheet: Sheet) -> Table | None:
    cells = {
        place: _Cell(_kinds(cell), words)
        for place, cell in _placed(_related(block, "CHILD", known))
        if (words := _words(cell, known, sheet))
    }
    for merged in _related(block, "MERGED_CELL", known):
        places = sorted(place for place, _ in _placed(_related(merged, "CHILD", known)))
        held = [cells.pop(place) for place in places if place in cells]
        if held:
            kinds = _kinds(merged).union(*(cell.kinds for cell in held))
            cells[places[0]] = _Cell(kinds, [word for cell in held for word in cell.words])
    return _arranged(cells, sheet.number)


def _arranged(cells: Mapping[Place, _Cell], page: int) -> Table | None:
    """None: it has no text, or more cells than a table has."""
    numbers = sorted({row for row, _ in cells})
    last = max((column for _, column in cells), default=0)
    if not numbers or len(numbers) * last > _MOST_CELLS:
        return None
    columns = range(1, last + 1)
    header: list[Row] = []
    items: list[Row] = []
    for number_ in numbers:
        row = [cells.get((number_, column)) for column in columns]
        kinds = [cell.kinds for cell in row if cell]
        printed = tuple(cell.piece if cell else None for cell in row)
        if not items and any(_HEADER in own for own in kinds):
            header.append(printed)
        elif not all(own & _ASIDE for own in kinds):
            items.append(printed)
    rows = without_blanks([*header, *items])
    return Table(page, rows, ruled=True, header=len(header) or None) if rows else None


def _placed(cells: Iterable[Part]) -> Iterator[tuple[Place, Part]]:
    """Cells by row and column, which count from 1."""
    for cell in cells:
        row, column = number(cell, "RowIndex"), number(cell, "ColumnIndex")
        if cell.get("BlockType") == "CELL" and row and column and min(row, column) >= 1:
            yield (int(row), int(column)), cell


def _kinds(cell: Part) -> frozenset[str]:
    return frozenset(texts(cell, "EntityTypes"))


def _related(block: Part, kind: str, known: Blocks) -> list[Part]:
    """The blocks it refers to, each once."""
    ids = [
        one
        for relation in parts(block, "Relationships")
        if relation.get("Type") == kind
        for one in texts(relation, "Ids")
    ]
    return [known[one] for one in dict.fromkeys(ids) if one in known]


def _words(cell: Part, known: Blocks, sheet: Sheet) -> list[Word]:
    children = _related(cell, "CHILD", known)
    return [word for child in children if (word := _word(child, sheet))]


def _word(child: Part, sheet: Sheet) -> Word | None:
    """A box that is not ticked says nothing."""
    if child.get("SelectionStatus") == "SELECTED":
        return Word(_TICK, sheet.place(part(child, "Geometry")), confidence(child))
    piece = sheet.piece(child) if child.get("BlockType") == "WORD" else None
    return Word(piece.text, piece.box, piece.confidence) if piece else None
