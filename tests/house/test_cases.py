"""Does docs/cases.md name the tests that show each case, and no case that none shows?"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from local.template import ROOT

TESTS = ROOT / "tests"
CASES = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
SHOWN, _, WAITING = CASES.partition("## Waiting")
CASE = r"[CQXWRDS]\d{1,2}"


class Line(NamedTuple):
    """A line of the tables: a case, and the tests that show it."""

    case: str
    tests: list[str]


def lines_of(tables: str) -> list[Line]:
    """Every line of the tables, in order."""
    lines = re.findall(rf"^\| ({CASE}) \|(.*)\|$", tables, re.MULTILINE)
    return [Line(case, re.findall(r"`(\S+\.py::\w+)`", cells)) for case, cells in lines]


LINES, LATER = lines_of(SHOWN), lines_of(WAITING)
NAMED = [(line.case, test) for line in LINES for test in line.tests]


@cache
def cases_of_tests() -> dict[str, set[str]]:
    """The cases that each test says it shows, by the test's name as in the tables."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, docstring in documented_in(path):
            place = f"{path.relative_to(TESTS)}::{name}"
            found[place] |= set(re.findall(rf"\b{CASE}\b", docstring))
    return found


def documented_in(path: Path) -> Iterator[tuple[str, str]]:
    """Each test of a file with its docstring."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


@pytest.mark.parametrize(("case", "test"), NAMED)
def test_a_test_that_is_named_is_there_and_says_what_it_shows(case: str, test: str) -> None:
    assert test in cases_of_tests()
    assert case in cases_of_tests()[test]


def test_a_case_that_is_shown_is_shown_by_a_test_and_has_one_line() -> None:
    cases = [line.case for line in LINES]
    assert [line.case for line in LINES if not line.tests] == []
    assert len(set(cases)) == len(cases) > 70


def test_a_case_that_a_test_speaks_of_is_in_the_tables() -> None:
    """Those that wait may be shown in part."""
    known = {line.case for line in LINES + LATER}
    unknown = {test: cases - known for test, cases in cases_of_tests().items()}
    assert {test: cases for test, cases in unknown.items() if cases} == {}


def test_a_case_that_waits_says_for_what() -> None:
    cells = [line.strip("|").split("|") for line in WAITING.splitlines() if line.startswith("|")]
    assert len(cells) == len(LATER) + 2
    assert [line for line in cells if len(line) != 4 or not all(map(str.strip, line))] == []
