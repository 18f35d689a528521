"""Which rows come of what AnalyzeDocument tells of tables?"""

import random

import pytest

from tests.engines.document.answers import Blocks, expense, page, rows, turned

NONE = expense()
TEXTS = [["Day", "Hours"], ["Monday", "7.5"], ["Tuesday", "8"]]
ROWS = [{"Day": "Monday", "Hours": "7.5"}, {"Day": "Tuesday", "Hours": "8"}]


def blocks_of(texts: list[list[str]] = TEXTS, header: int = 1) -> Blocks:
    blocks = Blocks()
    blocks.table(blocks.grid(texts, header=header))
    return blocks


def of(blocks: Blocks, fields: str = "") -> list[dict[str, str | None]]:
    return rows(page(NONE, tables=blocks.answer()), fields=fields)


def test_rows_stand_under_their_header() -> None:
    assert of(blocks_of()) == ROWS


def test_a_header_that_nobody_marked_is_seen_by_its_looks() -> None:
    assert of(blocks_of(header=0)) == ROWS


def test_what_is_marked_as_header_is_one_though_it_holds_figures() -> None:
    texts = [["12", "13"], ["7.5", "8"], ["9", "9.5"]]
    assert of(blocks_of(texts)) == [{"12": "7.5", "13": "8"}, {"12": "9", "13": "9.5"}]


def test_fields_choose_their_columns() -> None:
    assert of(blocks_of(), fields="hours") == [{"hours": "7.5"}, {"hours": "8"}]


def test_blocks_come_in_any_order() -> None:
    blocks = blocks_of()
    random.Random(7).shuffle(blocks.blocks)
    assert of(blocks) == ROWS


def test_words_of_a_cell_come_in_any_order() -> None:
    blocks = Blocks()
    cells = blocks.grid([["Day", "Hours"], ["Monday", "7.5"]])
    later, first = blocks.words("two", 330, 300), blocks.words("one", 250, 300)
    cells += [blocks.cell(3, 1, later + first), blocks.cell(3, 2, blocks.words("8", 500, 300))]
    blocks.table(cells)
    assert of(blocks)[1] == {"Day": "one two", "Hours": "8"}


def test_a_merged_cell_stands_for_its_cells() -> None:
    blocks = Blocks()
    top = [
        blocks.cell(1, 2, blocks.words("First", 500, 100), "COLUMN_HEADER"),
        blocks.cell(1, 3, blocks.words("half", 620, 100), "COLUMN_HEADER"),
    ]
    texts = [["Region", "Jan", "Feb"], ["North", "1", "2"], ["South", "3", "4"]]
    below = [
        blocks.cell(
            row + 2,
            column + 1,
            blocks.words(text, 250 * (column + 1), 130 + 30 * row),
            *(("COLUMN_HEADER",) if row == 0 else ()),
        )
        for row, line in enumerate(texts)
        for column, text in enumerate(line)
    ]
    blocks.table([*top, *below], [blocks.merged(top, "COLUMN_HEADER")])
    assert of(blocks)[0] == {"Region": "North", "Jan": "1", "Feb": "2"}
    assert "First" not in str(of(blocks))


def test_a_text_over_several_cells_is_in_the_first() -> None:
    blocks = Blocks()
    cells = blocks.grid([*TEXTS, ["closed all", "day long"]])
    blocks.table(cells, [blocks.merged(cells[-2:])])
    assert of(blocks)[2] == {"Day": "closed all day long", "Hours": None}


@pytest.mark.parametrize(
    "kind", ["TABLE_TITLE", "TABLE_FOOTER", "TABLE_SECTION_TITLE", "TABLE_SUMMARY", "TITLE"]
)
def test_rows_aside_are_no_items(kind: str) -> None:
    blocks = Blocks()
    cells = blocks.grid(TEXTS)
    cells.append(blocks.cell(4, 1, blocks.words("Aside", 250, 300), kind))
    cells.append(blocks.cell(4, 2, blocks.words("15.5", 500, 300), kind))
    blocks.table(cells)
    assert of(blocks) == ROWS


def test_a_column_of_sums_stays() -> None:
    blocks = Blocks()
    cells = blocks.grid(TEXTS)
    cells.append(blocks.cell(1, 3, blocks.words("Sum", 750, 130), "COLUMN_HEADER"))
    cells.append(blocks.cell(2, 3, blocks.words("60", 750, 160), "TABLE_SUMMARY"))
    blocks.table(cells)
    assert of(blocks)[0] == {"Day": "Monday", "Hours": "7.5", "Sum": "60"}


def test_a_tick_is_a_mark_and_an_empty_box_is_nothing() -> None:
    blocks = Blocks()
    cells = blocks.grid([["Item", "Count", "Here"], ["Nails", "2"], ["Glue", "3"]])
    cells.append(blocks.cell(2, 3, [blocks.tick(True, 750, 160)]))
    cells.append(blocks.cell(3, 3, [blocks.tick(False, 750, 190)]))
    blocks.table(cells)
    assert [row["Here"] for row in of(blocks)] == ["[x]", None]


def test_a_table_goes_on_over_pages() -> None:
    more = blocks_of([["Wednesday", "6"], ["Thursday", "5"]], header=0)
    pages = (
        page(NONE, tables=blocks_of().answer()),
        page(NONE, number=2, tables=more.answer()),
    )
    assert rows(*pages)[2] == {"Day": "Wednesday", "Hours": "6"}


def test_what_stands_beside_a_table_is_found_too() -> None:
    blocks = blocks_of()
    blocks.words("Employee: Ada", 250, 40)
    assert of(blocks, fields="hours employee")[0] == {"hours": "7.5", "employee": "Ada"}


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_on_its_side_is_read_upright(quarters: int) -> None:
    blocks = Blocks()
    blocks.table(blocks.grid([["Day off", "Hours"], ["Monday noon", "7.5"], ["Tuesday", "8"]]))
    lying = {"Blocks": turned(blocks.blocks, quarters)}
    assert rows(page(NONE, tables=lying))[0] == {"Day off": "Monday noon", "Hours": "7.5"}
