"""Is what was written into a file of rows what a program reads from it?"""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from batchbell.contracts.exports.cells import neutralised, writable
from batchbell.contracts.exports.csv_file import write_csv
from batchbell.contracts.exports.jsonl_file import write_jsonl
from batchbell.contracts.exports.printed_numbers import plain_number
from batchbell.contracts.exports.table import OWN_COLUMNS, Table, columns_for
from batchbell.contracts.exports.xlsx_file import CUT, MOST_CHARACTERS, write_xlsx
from batchbell.contracts.exports.xlsx_parts import SHEET
from batchbell.usecases.row_spool import LineItem, RowSpool
from tests.unit.test_export_cells import FORMULAS

Write = Callable[[Table, BinaryIO], None]
KEYS = st.text(max_size=8).filter(lambda key: key not in OWN_COLUMNS)
TEXTS = st.one_of(st.text(max_size=20), st.sampled_from([*FORMULAS, "-12.50", "1.234", "_x0041_"]))
LINE_ITEMS = st.lists(st.dictionaries(KEYS, st.one_of(st.none(), TEXTS), max_size=4), max_size=4)


def written(write: Write, *documents: Sequence[LineItem]) -> bytes:
    """A file of these documents' rows."""
    file = io.BytesIO()
    with RowSpool() as spool:
        for number, line_items in enumerate(documents):
            spool.add(f"doc_{number}", f"{number}.pdf", line_items)
        write(spool, file)
    return file.getvalue()


def read_jsonl(content: bytes) -> list[dict[str, Any]]:
    """Its rows."""
    return [json.loads(line) for line in content.decode("ascii").splitlines()]


def read_csv(content: bytes) -> list[list[str]]:
    """Its lines."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))


def read_xlsx(content: bytes) -> Worksheet:
    """Its sheet."""
    sheet = load_workbook(io.BytesIO(content)).active
    assert isinstance(sheet, Worksheet)
    return sheet


def values(content: bytes) -> list[tuple[Any, ...]]:
    """The lines of a sheet."""
    return list(read_xlsx(content).iter_rows(values_only=True))


# Columns and rows.


def test_every_format_has_the_same_rows() -> None:
    documents: list[list[LineItem]] = [
        [{"item": "Bolt", "qty": "3"}, {"item": "Nut", "qty": None}],
        [{"total": "x"}],
    ]
    columns = [*OWN_COLUMNS, "item", "qty", "total"]
    assert read_jsonl(written(write_jsonl, *documents)) == [
        {"document_id": "doc_0", "filename": "0.pdf", "row": 1, "item": "Bolt", "qty": "3"},
        {"document_id": "doc_0", "filename": "0.pdf", "row": 2, "item": "Nut", "qty": None},
        {"document_id": "doc_1", "filename": "1.pdf", "row": 1, "total": "x"},
    ]
    assert read_csv(written(write_csv, *documents)) == [
        columns,
        ["doc_0", "0.pdf", "1", "Bolt", "3", ""],
        ["doc_0", "0.pdf", "2", "Nut", "", ""],
        ["doc_1", "1.pdf", "1", "", "", "x"],
    ]
    assert values(written(write_xlsx, *documents)) == [
        tuple(columns),
        ("doc_0", "0.pdf", 1, "Bolt", 3, None),
        ("doc_0", "0.pdf", 2, "Nut", None, None),
        ("doc_1", "1.pdf", 1, None, None, "x"),
    ]


def test_without_rows_there_is_a_head() -> None:
    assert written(write_jsonl) == b""
    assert read_csv(written(write_csv)) == [list(OWN_COLUMNS)]
    assert values(written(write_xlsx)) == [OWN_COLUMNS]


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        (["a", "b", "a"], ["a", "b"]),
        (["row", "filename"], ["row_2", "filename_2"]),
        (["row", "row_2"], ["row_3", "row_2"]),
        (["row_2", "row", "row_3"], ["row_2", "row_4", "row_3"]),
        ([""], [""]),
    ],
)
def test_no_two_columns_have_one_name(keys: list[str], names: list[str]) -> None:
    assert list(columns_for(keys).values()) == names


def test_a_printed_column_does_not_hide_ours() -> None:
    (row,) = read_jsonl(written(write_jsonl, [{"row": "7", "filename": "x"}]))
    assert row["row"] == 1
    assert (row["row_2"], row["filename_2"]) == ("7", "x")


@pytest.mark.parametrize("write", [write_jsonl, write_csv, write_xlsx])
def test_the_same_rows_are_the_same_bytes(write: Write) -> None:
    documents: list[list[LineItem]] = [[{"a": "1", "b": "=x"}], [{"c": None}]]
    assert written(write, *documents) == written(write, *documents)


# What was written is read back.


@given(st.lists(LINE_ITEMS, max_size=3))
def test_json_lines_hold_every_value_as_it_is(documents: list[list[LineItem]]) -> None:
    rows = read_jsonl(written(write_jsonl, *documents))
    shown = [{k: v for k, v in row.items() if k not in OWN_COLUMNS} for row in rows]
    assert shown == [dict(item) for document in documents for item in document]


@given(st.lists(LINE_ITEMS, max_size=3))
def test_csv_holds_every_value_that_runs_nothing(documents: list[list[LineItem]]) -> None:
    lines = read_csv(written(write_csv, *documents))
    items = [item for document in documents for item in document]
    keys = list(dict.fromkeys(key for item in items for key in item))
    assert lines[0][3:] == [neutralised(writable(key)) for key in keys]
    for line, item in zip(lines[1:], items, strict=True):
        assert line[3:] == [neutralised(writable(item.get(key) or "")) for key in keys]


@given(st.lists(LINE_ITEMS, max_size=3))
@settings(deadline=None, max_examples=40)
def test_a_sheet_holds_every_value(documents: list[list[LineItem]]) -> None:
    sheet = values(written(write_xlsx, *documents))
    items = [item for document in documents for item in document]
    keys = list(dict.fromkeys(key for item in items for key in item))
    for line, item in zip(sheet[1:], items, strict=True):
        for cell, key in zip(line[3:], keys, strict=True):
            shown = writable(item.get(key) or "").replace("\r\n", "\n").replace("\r", "\n")
            assert _told(cell) == _told(shown) or _is_number(cell, shown)


def _told(cell: Any) -> str:
    """openpyxl gives nothing for an empty text, and keeps the escapes of what looks like one."""
    return str(cell or "").replace("_x005F", "")


def _is_number(cell: Any, shown: str) -> bool:
    number = plain_number(shown)
    return number is not None and float(number.value) == cell


def test_csv_is_told_by_spreadsheets() -> None:
    content = written(write_csv, [{"größe": "漢字 🙂"}])
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.decode("utf-8-sig").endswith(",漢字 🙂\r\n")
    assert content.count(b"\n") == content.count(b"\r\n") == 2


def test_csv_quotes_what_would_break_a_line() -> None:
    content = written(write_csv, [{"a": 'x,"y"\r\nz'}])
    assert content.endswith(b',"x,""y""\r\nz"\r\n')


# Formulas and numbers.


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_runs(text: str) -> None:
    line = read_csv(written(write_csv, [{text: text}]))
    assert [cell.lstrip()[0] for row in line for cell in row[3:]] == ["'", "'"]
    sheet = read_xlsx(written(write_xlsx, [{text: text}]))
    assert {cell.data_type for row in sheet.iter_rows(min_col=4) for cell in row} == {"s"}


def test_text_stays_text_when_its_cell_is_edited() -> None:
    sheet = read_xlsx(written(write_xlsx, [{"a": "=1+1"}]))
    assert (sheet["D2"].value, sheet["D2"].number_format) == ("=1+1", "@")
    assert "<f>" not in _sheet_xml(written(write_xlsx, [{"a": "=1+1"}]))


def _sheet_xml(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(SHEET).decode()


@pytest.mark.parametrize(
    ("text", "value", "format"),
    [
        ("-12.50", -12.5, "0.00"),
        ("+3", 3, "0"),
        ("-1.234,56", -1234.56, "#,##0.00"),
        ("1,234,567", 1234567, "#,##0"),
        ("-0.000000000000001", -1e-15, "0." + "0" * 15),
    ],
)
def test_negative_and_signed_numbers_stay_numbers(text: str, value: float, format: str) -> None:
    """D13."""
    assert read_csv(written(write_csv, [{"a": text}]))[1][3] == text
    cell = read_xlsx(written(write_xlsx, [{"a": text}]))["D2"]
    assert (cell.value, cell.data_type, cell.number_format) == (value, "n", format)


@pytest.mark.parametrize("text", ["1.234", "n/a", "007", "5 %", "12345678901234567"])
def test_a_column_is_of_numbers_or_of_texts(text: str) -> None:
    """A sum over numbers among texts would leave the texts out and not say so."""
    sheet = read_xlsx(written(write_xlsx, [{"a": "-12.50"}, {"a": text}, {"a": None}]))
    assert [sheet[f"D{line}"].value for line in (2, 3, 4)] == ["-12.50", text, None]


def test_names_of_documents_stay_texts() -> None:
    file = io.BytesIO()
    with RowSpool() as spool:
        spool.add("doc_1", "17", [{"a": "1"}])
        write_xlsx(spool, file)
    assert values(file.getvalue())[1] == ("doc_1", "17", 1, 1)


# What a sheet can hold.


@pytest.mark.parametrize("character", ["x", "🙂"])
def test_a_long_text_is_cut_with_a_mark(character: str) -> None:
    text = character * 40_000
    shown = values(written(write_xlsx, [{"a": text}]))[1][3]
    assert shown.endswith(CUT)
    assert MOST_CHARACTERS - 1 <= len(shown.encode("utf-16-le")) // 2 <= MOST_CHARACTERS
    assert text.startswith(shown.removesuffix(CUT))
    assert read_csv(written(write_csv, [{"a": text}]))[1][3] == text


def test_a_text_that_just_fits_is_whole() -> None:
    text = "x" * MOST_CHARACTERS
    assert values(written(write_xlsx, [{"a": text}]))[1][3] == text


def test_what_looks_like_an_escape_is_text() -> None:
    """A spreadsheet would read `_x0041_` as A."""
    assert "_x005F_x0041_" in _sheet_xml(written(write_xlsx, [{"a": "_x0041_"}]))


def test_columns_beyond_z_are_in_order() -> None:
    wide = {f"c{number}": str(number) for number in range(800)}
    sheet = values(written(write_xlsx, [wide, {"c799": "x", "c0": "y", "c30": "z"}]))
    assert sheet[0][3:] == tuple(wide)
    assert [index for index, cell in enumerate(sheet[2][3:]) if cell is not None] == [0, 30, 799]
