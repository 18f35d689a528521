"""Which printed text is a number, and which one?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.contracts.exports.printed_numbers import PlainNumber, is_number, plain_number

PLAIN = {
    "0": "0",
    "17": "17",
    "-17": "-17",
    "+17": "17",
    "\u221217": "-17",
    "-12.50": "-12.50",
    "-12,50": "-12.50",
    "-.5": "-0.5",
    "1,2345": "1.2345",
    "0.125": "0.125",
    "0,125": "0.125",
    "1234.567": "1234.567",
    "1234,567": "1234.567",
    "-1.234,56": "-1234.56",
    "-1,234.56": "-1234.56",
    "1.234.567": "1234567",
    "1,234,567.891": "1234567.891",
    "12,34,567.00": "1234567.00",
    "-1 234,50": "-1234.50",
    "1\u00a0234": "1234",
    "1\u202f234": "1234",
    "1'234.50": "1234.50",
    "1\u2019234": "1234",
    "123456789012345": "123456789012345",
    "0.000000000000001": "0.000000000000001",
}
NO_PLAIN = [
    "1.234",  # a thousand, or one and a bit
    "-12,345",
    "007",
    "00.5",
    "1234567890123456",  # one digit more than a spreadsheet keeps
    "0.0000000000000001",  # one decimal more than it shows
    "5 %",
    "$5",
    "-5 \u20ac",
    "\u20ac 1.234,56",
]
NO_NUMBER = [
    "",
    "-",
    "--",
    "+",
    ".",
    "-5.",
    "5-",
    "1-2",
    "-5+3",
    "-1e5",
    "-1.2.3",
    "10.12.2024",
    "1,2,3",
    "1.23.456",
    "1.234,567,8",
    "1..2",
    "-12.50 EUR",
    "(12.50)",
    "+49 30 1234567",
    "12 34",
    "-5\n",
    "\u0661\u0662",  # digits of another script
    "=5",
    "-A1",
]


@pytest.mark.parametrize(("text", "value"), PLAIN.items())
def test_a_number_of_one_reading_is_that_number(text: str, value: str) -> None:
    number = plain_number(text)
    assert number is not None
    assert number.value == value
    assert number.decimals == len(value.partition(".")[2])
    assert is_number(text)


@pytest.mark.parametrize("text", NO_PLAIN)
def test_a_number_that_a_cell_would_change_has_no_plain_form(text: str) -> None:
    assert is_number(text)
    assert plain_number(text) is None


@pytest.mark.parametrize("text", NO_NUMBER)
def test_other_text_is_no_number(text: str) -> None:
    assert not is_number(text)
    assert plain_number(text) is None


def test_groups_are_remembered() -> None:
    assert plain_number("1,234.5") == PlainNumber("1234.5", 1, grouped=True)
    assert plain_number("1234.5") == PlainNumber("1234.5", 1, grouped=False)


@given(
    st.integers(-(10**12), 10**12).filter(lambda n: abs(n) > 999),
    st.integers(0, 99),
    st.sampled_from([(",", "."), (".", ","), (" ", ","), ("'", "."), ("\u202f", ","), ("", ".")]),
)
def test_whatever_its_country_a_number_is_read(
    whole: int, cents: int, marks: tuple[str, str]
) -> None:
    by, mark = marks
    text = f"{whole:,}".replace(",", by) + f"{mark}{cents:02}"
    number = plain_number(text)
    assert number is not None
    assert number.value == f"{whole}.{cents:02}"
