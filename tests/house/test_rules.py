"""Does every file keep to the rules of the house that no linter knows?"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from local.template import ROOT

ROOMS = ("functions", "layers/core", "local", "tests", "tools")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
LINES_OF_A_FILE = 300
LINES_OF_A_FUNCTION = 35


def test_a_file_says_in_its_first_line_what_it_answers() -> None:
    assert [name_of(path) for path in FILES if not ast.get_docstring(tree(path))] == []


def test_a_file_can_be_read_in_one_go() -> None:
    lines = {name_of(path): len(path.read_text().splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > LINES_OF_A_FILE} == {}


def test_a_function_fits_on_a_screen() -> None:
    found = {f"{name_of(path)} {name}": lines for path in FILES for name, lines in functions(path)}
    assert {name: count for name, count in found.items() if count > LINES_OF_A_FUNCTION} == {}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file with its lines, from `def` to its end."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1
