"""Are the fields that a caller names found, in columns, beside labels and below them?"""

import pytest

from batchbell.domain.document import Field
from batchbell.engines.document.amounts import is_blank, is_figure
from batchbell.engines.document.meaning import wanted_of
from batchbell.engines.document.spelling import meant
from batchbell.engines.document.values import date_in, fitting, size_of
from batchbell.engines.document.vocabulary.concept import Kind
from local.paper import Sheet, pdf
from tests.engines.document.papers import account, addressed, dense_receipt, form
from tests.engines.document.reading import rows


def test_items_between_labels_and_sums_are_a_table_of_their_own() -> None:
    expected = [
        {"Item": "Rye bread, sliced", "Qty": "2", "Price": "3.40", "Amount": "6.80"},
        {"Item": "Butter croissant", "Qty": "4", "Price": "1.95", "Amount": "7.80"},
    ]
    assert rows(dense_receipt()) == expected


def test_sums_below_items_are_said_once() -> None:
    [row] = rows(dense_receipt(), "merchant", "date", "subtotal", "vat", "total", "currency")
    assert row == {
        "merchant": "Corner Bakery Ltd.",
        "date": "14/03/25",
        "subtotal": "14.60",
        "vat": "0.73",
        "total": "15.33",
        "currency": "EUR",
    }


def test_a_column_of_dates_is_no_date_of_the_document() -> None:
    found = rows(account(), "date", "details", "paid_in")
    assert found == [
        {"date": "02 Jan", "details": "CARD PAYMENT GROCER OBAN", "paid_in": None},
        {"date": "05 Jan", "details": "SALARY", "paid_in": "2,500.00"},
    ]


def test_a_description_names_the_column() -> None:
    found = rows(account(), "withdrawal=the amount paid out", "deposit=the amount paid in")
    assert found == [
        {"withdrawal": "45.20", "deposit": None},
        {"withdrawal": None, "deposit": "2,500.00"},
    ]


def test_a_form_is_one_row_under_its_labels() -> None:
    assert rows(form()) == [
        {"Name": "Maria Gomez", "Passport No.": "X1234567", "Annual income": "45,000 EUR"}
    ]


def test_labels_no_list_knows_are_found_by_their_words() -> None:
    assert rows(form(), "passport_number", "income") == [
        {"passport_number": "X1234567", "income": "45,000 EUR"}
    ]


def test_a_sum_before_the_total_is_not_taken_for_it() -> None:
    """The last line cannot be read, so nobody knows the total."""
    sheet = Sheet().text(40, 40, "Corner Bakery").row(80, [40, 200], ["Sub total", "14.60"])
    sheet.row(94, [40, 200], ["VAT", "0.73"]).row(108, [40, 200], ["T###L", "15.33"])
    [row] = rows(pdf(sheet), "total", "merchant")
    assert row == {"total": None, "merchant": "Corner Bakery"}


def test_a_value_below_its_label_is_found_and_the_next_label_is_none() -> None:
    assert rows(addressed(), "customer", "balance_due", "total") == [
        {"customer": "Isle Stores", "balance_due": "100.00", "total": "102.30"}
    ]


def once(*names: str) -> dict[str, bool]:
    fields = [Field(*name.split("=", 1)) for name in names]
    return {wanted.field.name: wanted.once for wanted in wanted_of(fields)}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["total"], [True]),
        (["description", "total"], [False, False]),
        (["description", "amount", "total_amount"], [False, False, True]),
        (["description", "line_total", "total"], [False, False, True]),
        (["invoiceNumber", "Rechnungsdatum", "qty"], [True, True, False]),
        (["amount=Grand total of the invoice", "description"], [True, False]),
    ],
)
def test_a_name_that_may_be_both_is_told_by_the_others(
    names: list[str], expected: list[bool]
) -> None:
    assert list(once(*names).values()) == expected


@pytest.mark.parametrize(
    "text",
    ["1", "-1.50", "1,234.56", "1 234,56", "€ 5", "RM 5.00", "12%", "(3.20)", "25g", "12/02/2018"],
)
def test_a_figure_is_one(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["", "Oak", "Screws, box of 200", "A-", "Q1 results"])
def test_a_text_is_no_figure(text: str) -> None:
    assert not is_figure(text)


@pytest.mark.parametrize("text", ["", "-", "–", "...", "n/a", "N.A.", ":"])
def test_what_stands_for_nothing_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Date 14/03/2025 10:30", "14/03/2025"),
        ("2025-03-14T10:30", "2025-03-14"),
        ("14. März 2025", "14. März 2025"),
        ("14 de marzo de 2025", "14 de marzo de 2025"),
        ("March 14, 2025", "March 14, 2025"),
        ("14-Mar-25", "14-Mar-25"),
        ("Tel. 03.4162.2318.11", None),
        ("12345", None),
    ],
)
def test_a_date_is_found_as_printed(text: str, date: str | None) -> None:
    assert date_in(text) == date


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (": 12.00 EUR", Kind.AMOUNT, "12.00 EUR"),
        ("1 15.00 ZR", Kind.AMOUNT, None),
        ("14/03/2025", Kind.AMOUNT, None),
        ("12 %", Kind.AMOUNT, None),
        ("# INV-7, page 2", Kind.CODE, "INV-7"),
        ("DE 123 456", Kind.CODE, "DE 123 456"),
        ("unknown", Kind.CODE, None),
        ("x" * 200, Kind.TEXT, None),
        ("12", Kind.TEXT, None),
    ],
)
def test_a_value_is_of_the_kind_that_its_label_promises(
    text: str, kind: Kind, value: str | None
) -> None:
    assert fitting(text, kind) == value


@pytest.mark.parametrize(
    ("amount", "size"),
    [
        ("1,234.56", 1234.56),
        ("1.234,56 EUR", 1234.56),
        ("1.234", 1234),
        ("12,5", 12.5),
        ("$7", 7),
        ("free", 0),
    ],
)
def test_amounts_of_any_country_are_compared(amount: str, size: float) -> None:
    assert size_of(amount) == size


@pytest.mark.parametrize(
    ("read", "word"),
    [
        ("t0tal", "total"),
        ("ttal", "total"),
        ("subtotai", "subtotal"),
        ("ltem", "item"),
        ("date", "date"),
        ("rate", "rate"),
        ("qty", "qty"),
        ("oty", "oty"),
        ("harbour", "harbour"),
    ],
)
def test_a_word_read_with_one_letter_wrong_is_known(read: str, word: str) -> None:
    assert meant((read,)) == (word,)


def test_a_label_read_with_one_letter_wrong_is_found() -> None:
    sheet = Sheet().row(80, [40, 200], ["Sub total", "14.60"]).row(94, [40, 200], ["VAT", "0.73"])
    sheet.row(108, [40, 200], ["T0TAL", "15.33"])
    assert rows(pdf(sheet), "total") == [{"total": "15.33"}]
