"""In which columns of a table does a caller find the wanted fields?"""

from collections.abc import Sequence

from batchbell.engines.document.amounts import is_blank, is_figure
from batchbell.engines.document.items import ItemTable
from batchbell.engines.document.likeness import likeness
from batchbell.engines.document.meaning import Wanted
from batchbell.engines.document.vocabulary.concept import Kind

_LEAST = 0.35
_FIGURES = (Kind.AMOUNT, Kind.NUMBER)
_MISFIT = 0.4
_BY_CONTENT = 0.5


def match(table: ItemTable, wanted: Sequence[Wanted]) -> tuple[dict[str, int], float]:
    """The column of each field's name that has one, and how sure all of it is."""
    scored = [
        (_score(table, field, column), -n, column, field.field.name)
        for n, field in enumerate(wanted)
        for column in range(len(table.names))
    ]
    found: dict[str, int] = {}
    sure = 0.0
    for score, _, column, name in sorted(scored, reverse=True):
        if score >= _LEAST and name not in found and column not in found.values():
            found[name] = column
            sure += score
    return found, sure


def _score(table: ItemTable, wanted: Wanted, column: int) -> float:
    if not table.named:
        return _BY_CONTENT if column == _by_content(table, wanted) else 0.0
    score = likeness(table.names[column], wanted, wanted.column or wanted.single)
    if score and wanted.column and wanted.column.kind in _FIGURES:
        return score if figures_in(table, column) else score * _MISFIT
    return score


def figures_in(table: ItemTable, column: int) -> bool:
    """Whether at least half of what it holds are figures."""
    texts = [cell.text for item in table.items if (cell := item.cells[column])]
    told = [text for text in texts if not is_blank(text)]
    return sum(map(is_figure, told)) * 2 >= len(told) if told else True


def _by_content(table: ItemTable, wanted: Wanted) -> int | None:
    """Where a table without a header has it: texts first, amounts last, counts between."""
    columns = range(len(table.names))
    figured = [n for n in columns if figures_in(table, n)]
    worded = [n for n in columns if n not in figured]
    match wanted.column.key if wanted.column else None:
        case "description":
            return max(worded, key=lambda n: _letters(table, n), default=None)
        case "line_total":
            return figured[-1] if figured else None
        case "unit_price":
            return figured[-2] if len(figured) > 1 else None
        case "quantity":
            whole = [n for n in figured[:-1] if _whole_numbers(table, n)]
            return whole[0] if whole else None
        case _:
            return None


def _letters(table: ItemTable, column: int) -> int:
    texts = (cell.text for item in table.items if (cell := item.cells[column]))
    return sum(letter.isalpha() for text in texts for letter in text)


def _whole_numbers(table: ItemTable, column: int) -> bool:
    texts = [cell.text for item in table.items if (cell := item.cells[column])]
    return bool(texts) and all(text.strip(" xX*").isdecimal() for text in texts)
