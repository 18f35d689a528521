"""Does any answer, whatever is missing or wrong in it, end as rows or as the document's failure?"""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from batchbell.domain.document import Field
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.textract_read import read_answers
from tests.engines.document.answers import Blocks, detection, expense, field, item, page

FIELDS = [Field("description"), Field("line_total"), Field("merchant")]
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, "", "x", -1, 0, 1e308, float("nan"), float("inf"), True, [], {}, [None], ["b-0"], [{}]]
)


def whole() -> dict[str, Any]:
    blocks = Blocks()
    cells = blocks.grid([["Day", "Hours"], ["Monday", "7.5"], ["Tuesday", "8"]])
    blocks.table(cells, [blocks.merged(cells[-2:])])
    summary = [field("VENDOR_NAME", detection("Corner Shop", 300, 20))]
    lines = [item(150, "Nails", "3.20"), item(180, "Glue", "7.90")]
    return {"expense": expense(lines, summary=summary), "tables": blocks.answer()}


def places(of: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where anything is in it."""
    inner = of.items() if isinstance(of, dict) else enumerate(of) if isinstance(of, list) else ()
    found = [path] if path else []
    return found + [one for name, value in inner for one in places(value, (*path, name))]


PLACES = places(whole())


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=6), st.booleans())
def test_odd_parts_are_passed_over(odd: list[tuple[tuple[Any, ...], Any]], named: bool) -> None:
    answers = copy.deepcopy(whole())
    for path, value in odd:
        _put(answers, path, value)
    expense_, tables = (answers[name] for name in ("expense", "tables"))
    parts_ = [one if isinstance(one, dict) else {} for one in (expense_, tables)]
    try:
        found = read_answers([page(parts_[0], tables=parts_[1])], FIELDS if named else [])
    except DocumentFailed:
        return
    assert found is not None
    assert found.rows
    assert all(0 < one.confidence <= 1 for one in found.evidence)
    assert all(0 <= share <= 1 for one in found.evidence for share in one.box)


def _put(of: Any, path: tuple[Any, ...], value: Any) -> None:
    try:
        for step in path[:-1]:
            of = of[step]
        of[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return  # what was to be changed has been changed away


@pytest.mark.parametrize("column", [10**9, 2**70])
def test_a_cell_far_away_makes_no_table(column: int) -> None:
    blocks = Blocks()
    cells = blocks.grid([["Day", "Hours"], ["Monday", "7.5"]])
    cells.append(blocks.cell(3, column, blocks.words("far", 250, 300)))
    blocks.table(cells)
    with pytest.raises(DocumentFailed):
        read_answers([page(expense(), tables=blocks.answer())], [])


def test_cells_that_refer_to_one_another_end() -> None:
    blocks = Blocks()
    cell = blocks.cell(1, 1, ["b-0", "b-1"])
    blocks.table([cell, "b-1", "nobody"], [cell])
    with pytest.raises(DocumentFailed):
        read_answers([page(expense(), tables=blocks.answer())], [])
