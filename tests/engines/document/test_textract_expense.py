"""Which rows come of what AnalyzeExpense tells?"""

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import Field
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.textract_read import read_answers
from tests.engines.document.answers import (
    Answer,
    Blocks,
    detection,
    expense,
    field,
    item,
    page,
    read,
    rows,
    turned,
)

NAILS, GLUE = item(150, "Nails", "3.20"), item(180, "Wood glue", "7.90")
MERCHANT = field("VENDOR_NAME", detection("Corner Shop", 300, 20))
TOTAL = field("TOTAL", detection("$11.10", 700, 300), detection("Zu zahlen:", 500, 300))
SUMMARY = [MERCHANT, TOTAL]


def test_rows_have_the_printed_headers() -> None:
    assert rows(page(expense([NAILS, GLUE]))) == [
        {"Artikel": "Nails", "Betrag": "3.20"},
        {"Artikel": "Wood glue", "Betrag": "7.90"},
    ]


def test_without_a_header_a_column_is_called_by_its_type() -> None:
    lines = [item(150, "Nails", "3.20", header=False), item(180, "Glue", "7.90", header=False)]
    assert rows(page(expense(lines)))[0] == {"item": "Nails", "price": "3.20"}


def test_a_column_is_found_by_its_header_and_by_its_type() -> None:
    answer = page(expense([NAILS, GLUE]))
    by_header = rows(answer, fields="artikel betrag")
    assert by_header[1] == {"artikel": "Wood glue", "betrag": "7.90"}
    by_type = rows(answer, fields="description line_total")
    assert by_type[1] == {"description": "Wood glue", "line_total": "7.90"}


def test_a_header_in_no_known_words_does_not_hide_the_type() -> None:
    strange = [
        [
            field("ITEM", detection("Nails", 100, 150), detection("Xyz", 100, 100)),
            field("QUANTITY", detection("2", 400, 150), detection("Abc", 400, 100)),
        ]
    ]
    expected = [{"product": "Nails", "quantity": "2"}]
    assert rows(page(expense(strange)), fields="product quantity") == expected


def test_what_is_said_once_is_in_every_row() -> None:
    answer = page(expense([NAILS, GLUE], summary=SUMMARY))
    assert rows(answer, fields="description merchant total_amount") == [
        {"description": "Nails", "merchant": "Corner Shop", "total_amount": "$11.10"},
        {"description": "Wood glue", "merchant": "Corner Shop", "total_amount": "$11.10"},
    ]


def test_single_values_alone_are_one_row_and_need_no_tables() -> None:
    answer = page(expense(summary=SUMMARY))
    expected = [{"merchant_name": "Corner Shop", "total_amount": "$11.10", "due_date": None}]
    assert rows(answer, fields="merchant_name total_amount due_date") == expected


def test_an_unknown_field_is_found_by_its_printed_label() -> None:
    till = field("OTHER", detection("12-B", 200, 400), detection("Till:", 100, 400))
    assert rows(page(expense(summary=[till])), fields="till") == [{"till": "12-B"}]


def test_of_two_values_of_a_type_the_surer_one_is_taken() -> None:
    guess = field("VENDOR_NAME", detection("Thank You", 300, 900), sure=40)
    sure = field("VENDOR_NAME", detection("Corner Shop", 300, 20), sure=95)
    assert rows(page(expense(summary=[guess, sure])), fields="merchant") == [
        {"merchant": "Corner Shop"}
    ]


def test_a_name_belongs_to_its_owner() -> None:
    owners = [{"Id": "g", "Types": ["RECEIVER_BILL_TO"]}]
    buyer = field("NAME", detection("Ms Buyer", 100, 60), GroupProperties=owners)
    answer = page(expense(summary=[buyer, MERCHANT]))
    expected = [{"customer": "Ms Buyer", "merchant": "Corner Shop"}]
    assert rows(answer, fields="customer merchant") == expected


def test_what_the_summary_lacks_is_looked_for_on_the_page() -> None:
    answer = expense(summary=[MERCHANT])
    blocks = Blocks()
    blocks.words("Invoice date: 12.03.2024", 100, 500)
    answer["ExpenseDocuments"][0]["Blocks"] = blocks.blocks
    expected = [{"merchant": "Corner Shop", "invoice_date": "12.03.2024"}]
    assert rows(page(answer), fields="merchant invoice_date") == expected


def test_a_listing_goes_on_without_its_header() -> None:
    more = item(50, "Screws", "1.10", header=False)
    pages = page(expense([NAILS, GLUE])), page(expense([more]), number=2)
    assert rows(*pages)[2] == {"Artikel": "Screws", "Betrag": "1.10"}
    assert len(rows(*pages, fields="description line_total")) == 3
    assert [evidence.page for evidence in read(*pages).evidence] == [1, 1, 2]


def test_another_header_is_another_listing() -> None:
    other = [
        [
            field("ITEM", detection("Planing", 100, 600), detection("Service", 100, 550)),
            field("PRICE", detection("80.00", 700, 600), detection("Fee", 700, 550)),
        ]
        for _ in range(2)
    ]
    found = rows(page(expense([NAILS, GLUE], other)))
    assert [tuple(row) for row in found] == [("Artikel", "Betrag")] * 2 + [("Service", "Fee")] * 2


def test_a_column_that_a_line_leaves_open_is_null() -> None:
    bare = [field("ITEM", detection("Bag", 100, 210), detection("Artikel", 100, 100))]
    assert rows(page(expense([NAILS, GLUE, bare])))[2] == {"Artikel": "Bag", "Betrag": None}


def test_fields_without_a_type_of_their_own_stay_apart() -> None:
    line = [field("OTHER", detection(text, left, 150)) for text, left in (("B", 300), ("A", 100))]
    assert rows(page(expense([line, line]))) == [{"other": "A", "other_2": "B"}] * 2


def test_a_line_of_which_only_the_whole_is_told_is_its_text() -> None:
    lines = [
        [field("EXPENSE_ROW", detection(text, 100, top))] for text, top in (("a 1", 9), ("b 2", 50))
    ]
    assert rows(page(expense(lines))) == [{"expense_row": "a 1"}, {"expense_row": "b 2"}]


def test_a_line_that_sums_up_is_no_item() -> None:
    total = item(300, "Total", "11.10")
    assert len(rows(page(expense([NAILS, GLUE, total])))) == 2


def test_texts_of_several_lines_are_one() -> None:
    broken = item(210, "Long\nname", "1.00")
    assert rows(page(expense([NAILS, broken])))[1]["Artikel"] == "Long name"


def test_evidence_is_where_and_how_sure() -> None:
    line = [
        field("ITEM", detection("Nails", 100, 150, 91.0)),
        field("PRICE", detection("3", 700, 160, 80.0)),
    ]
    first = read(page(expense([line, line]))).evidence[0]
    assert (first.page, first.box) == (1, (0.1, 0.15, 0.708, 0.18))
    assert first.confidence == pytest.approx(0.8)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_on_its_side_is_read_upright(quarters: int) -> None:
    upright = expense([NAILS, GLUE], summary=SUMMARY)
    lying = read(page(turned(upright, quarters)))
    assert lying.rows == read(page(upright)).rows
    for found, wanted in zip(lying.evidence, read(page(upright)).evidence, strict=True):
        assert found.box == pytest.approx(wanted.box, abs=0.001)


def _bare(answer: Answer) -> Answer:
    """Without places, confidences and labels."""
    lines = answer["ExpenseDocuments"][0]["LineItemGroups"][0]["LineItems"]
    for line in lines:
        for one in line["LineItemExpenseFields"]:
            one["ValueDetection"] = {"Text": one["ValueDetection"]["Text"]}
            one.pop("LabelDetection", None)
    return answer


def test_places_and_labels_may_be_missing() -> None:
    found = read(page(_bare(expense([item(150, "Nails", "3.20"), item(180, "Glue", "7.90")]))))
    assert dict(found.rows[0]) == {"item": "Nails", "price": "3.20"}
    assert found.evidence[0].box == (0, 0, 1, 1)


def test_without_line_items_the_tables_are_wanted() -> None:
    assert read_answers([page(expense(summary=SUMMARY))], []) is None
    assert read_answers([page(expense(summary=SUMMARY))], [Field("quantity")]) is None
    assert read_answers([page({"ExpenseDocuments": []})], [Field("total")]) is None


def test_line_items_without_any_of_the_fields_want_the_tables() -> None:
    answer = expense([NAILS, GLUE])
    assert read_answers([page(answer)], [Field("hours")]) is None
    blocks = Blocks()
    blocks.table(blocks.grid([["Day", "Hours"], ["Monday", "7.5"]]))
    assert rows(page(answer, tables=blocks.answer()), fields="hours") == [{"hours": "7.5"}]


def test_nothing_in_either_answer_is_no_success() -> None:
    with pytest.raises(DocumentFailed) as failed:
        read(page(expense(), tables={"Blocks": []}))
    assert failed.value.reason is DocumentReason.NO_TABLE_FOUND


def test_items_that_end_with_a_colon_are_no_form() -> None:
    answer = page(expense([item(150, "Nails:", "3.20"), item(180, "Glue:", "7.90")]))
    assert rows(answer)[1] == {"Artikel": "Glue:", "Betrag": "7.90"}
