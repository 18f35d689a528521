"""Are the line items of a document read as they are printed?"""

import pytest

from batchbell.domain.codes import DocumentReason
from local.paper import Sheet, pdf
from tests.engines.document.papers import (
    HEADER,
    ITEMS,
    KEYS,
    PLACES,
    as_fields,
    invoice,
    rechnung,
    statement,
)
from tests.engines.document.reading import read, reason, rows


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "aligned"])
def test_without_fields_the_columns_are_named_as_printed(ruled: bool) -> None:
    expected = [dict(zip(HEADER, item, strict=True)) for item in ITEMS]
    assert rows(invoice(ruled=ruled)) == expected


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "aligned"])
def test_fields_are_found_among_the_columns(ruled: bool) -> None:
    assert rows(invoice(ruled=ruled), *KEYS) == as_fields(ITEMS)


def test_a_row_has_exactly_the_names_that_were_asked_for() -> None:
    found = rows(invoice(ruled=True), "quantity", "colour")
    assert found == [{"quantity": item[2], "colour": None} for item in ITEMS]


def test_what_is_said_once_is_in_every_row() -> None:
    found = rows(invoice(ruled=False), "description", "invoice_number", "total_amount")
    assert found == [
        {"description": item[1], "invoice_number": "NJ-2041", "total_amount": "122.76"}
        for item in ITEMS
    ]


def test_what_is_said_once_makes_one_row_alone() -> None:
    found = rows(invoice(ruled=False), "merchant", "date", "due_date", "subtotal", "tax", "total")
    assert found == [
        {
            "merchant": "Nordlicht Joinery Ltd.",
            "date": "14 March 2025",
            "due_date": "13 April 2025",
            "subtotal": "102.30",
            "tax": "20.46",
            "total": "122.76",
        }
    ]


def test_a_description_tells_what_an_odd_name_means() -> None:
    found = rows(invoice(ruled=True), "f1=The unit price of the line", "f2=Description of goods")
    assert found == [{"f1": item[3], "f2": item[1]} for item in ITEMS]


def test_a_german_invoice_is_read_alike() -> None:
    found = rows(rechnung(), "description", "quantity", "unit_price", "line_total", "total")
    assert found == [
        {
            "description": "Scharnier aus Messing, 40 mm, verschraubt",
            "quantity": "12",
            "unit_price": "1,25",
            "line_total": "15,00",
            "total": "2.479,96 EUR",
        },
        {
            "description": "Regalbrett",
            "quantity": "2",
            "unit_price": "1.034,50",
            "line_total": "2.069,00",
            "total": "2.479,96 EUR",
        },
    ]


def test_a_header_over_two_lines_is_one() -> None:
    assert list(rows(rechnung())[0]) == [
        "Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis",
    ]  # fmt: skip


@pytest.mark.parametrize("again", [True, False], ids=["header on each", "header once"])
def test_a_table_over_several_pages_is_one(again: bool) -> None:
    found = rows(statement(3, again=again))
    assert len(found) == 30
    assert found[29] == {"Date": "10.03.2025", "Text": "Payment 2-9", "Amount": "209.50"}


@pytest.mark.parametrize("rotate", [90, 0], ids=["and says so", "and does not say so"])
def test_a_page_that_lies_is_read_upright(rotate: int) -> None:
    upright = Sheet().grid([35, 105, 325, 395, 485, 560], [186, 206, 226, 246, 266])
    for n, texts in enumerate([HEADER, *ITEMS]):
        upright.row(200 + 20 * n, PLACES, texts)
    assert rows(pdf(upright.lying(rotate))) == rows(pdf(upright))


def test_columns_of_one_name_are_told_apart() -> None:
    sheet = Sheet().grid([40, 140, 240, 340], [100, 120, 140, 160])
    for n, texts in enumerate((["Town", "Sum", "Sum"], ["Oban", "1", "2"], ["Wick", "3", "4"])):
        sheet.row(114 + 20 * n, [45, 145, 245], texts)
    assert rows(pdf(sheet)) == [
        {"Town": "Oban", "Sum": "1", "Sum_2": "2"},
        {"Town": "Wick", "Sum": "3", "Sum_2": "4"},
    ]


def test_a_header_that_spans_columns_tells_them_apart() -> None:
    sheet = Sheet().grid([40, 140, 200, 260, 320, 380], [120, 140, 160, 180])
    sheet.line(40, 100, 380, 100).line(40, 100, 40, 120).line(140, 100, 140, 120)
    sheet.line(260, 100, 260, 120).line(380, 100, 380, 120)
    sheet.text(185, 114, "2024").text(305, 114, "2025")
    for n, texts in enumerate(
        (
            ["Town", "In", "Out", "In", "Out"],
            ["Oban", "1", "2", "3", "4"],
            ["Wick", "5", "6", "7", "8"],
        )
    ):
        sheet.row(134 + 20 * n, [45, 165, 225, 285, 345], texts)
    assert rows(pdf(sheet))[0] == {
        "Town": "Oban", "2024 In": "1", "2024 Out": "2", "2025 In": "3", "2025 Out": "4",
    }  # fmt: skip


def test_rows_without_lines_between_them_are_rows() -> None:
    """Only the header and the frame are ruled."""
    sheet = Sheet().grid([40, 140, 240], [100, 120]).grid([40, 140, 240], [120, 180])
    for n, texts in enumerate((["Town", "People"], ["Oban", "8,490"], ["Wick", "6,870"])):
        sheet.row(114 + 20 * n, [45, 145], texts)
    assert rows(pdf(sheet)) == [
        {"Town": "Oban", "People": "8,490"},
        {"Town": "Wick", "People": "6,870"},
    ]


def test_an_empty_cell_is_null() -> None:
    items = [[*ITEMS[0][:2], "", *ITEMS[0][3:]], *ITEMS[1:]]
    sheet = Sheet()
    for n, texts in enumerate([HEADER, *items]):
        sheet.row(200 + 20 * n, PLACES, texts)
    assert [row["quantity"] for row in rows(pdf(sheet), *KEYS)] == [None, "2", "3"]


def test_evidence_says_where_a_row_is() -> None:
    found = read(invoice(ruled=False), *KEYS)
    assert len(found.evidence) == len(found.rows)
    first, second = found.evidence[:2]
    assert (first.page, first.confidence) == (1, 1.0)
    left, top, right, bottom = first.box
    assert 0.06 < left < 0.07 < 0.8 < right < 0.9
    assert 0.24 < top < 220 / 842 < bottom < 0.27 < second.box[3]


def test_evidence_of_a_table_over_pages_names_each_page() -> None:
    assert [evidence.page for evidence in read(statement(2, rows=2)).evidence] == [1, 1, 2, 2]


def test_a_letter_has_no_table() -> None:
    sheet = Sheet()
    for n in range(20):
        sheet.text(40, 100 + 14 * n, "We thank you for your letter and shall come back to it soon.")
    assert reason(pdf(sheet)) is DocumentReason.NO_TABLE_FOUND


def test_none_of_the_fields_found_is_a_failure() -> None:
    assert reason(invoice(ruled=True), "blood_type") is DocumentReason.NO_TABLE_FOUND
