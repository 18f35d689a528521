"""What does a page print with a label: in tables, definition lists and "Label: value" lines?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from batchbell.engines.extract.flow import Line
from batchbell.engines.extract.names import plain, words_of
from batchbell.engines.extract.places import beside
from batchbell.engines.extract.texts import text_of
from batchbell.engines.tree import Tree

_MAX_PAIRS = 5_000
_LABEL = 60
_VALUE = 2_000
_SHORT_LINE = 100
_PREFIX_WORDS = 4
_COLON = re.compile(r"([^:：\n]{1,60}?)\s*[:：]\s*(.*)\Z")


@dataclass(frozen=True, slots=True)
class Pair:
    """A plain label, the value as printed, and where it was: `table`, `definitions`, `line`..."""

    label: str
    value: str
    source: str


def labelled_values(tree: Tree, lines: list[Line]) -> dict[str, list[Pair]]:
    """By plain label; the more certain places come first."""
    found: dict[str, list[Pair]] = {}
    for _, pair in zip(range(_MAX_PAIRS * 4), _pairs(tree, lines), strict=False):
        if pair.label and pair.value and len(pair.value) <= _VALUE:
            found.setdefault(pair.label, []).append(pair)
    return found


def _pairs(tree: Tree, lines: list[Line]) -> Iterator[Pair]:
    yield from _of_tables(tree)
    yield from _of_definitions(tree)
    yield from _of_colons(lines)
    yield from _of_neighbours(lines)
    yield from _of_beginnings(lines)


def _of_tables(tree: Tree) -> Iterator[Pair]:
    for row, _ in zip(tree.iter("tr"), range(_MAX_PAIRS), strict=False):
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        if len(cells) == 2 and _is_flat(row) and not beside(row):
            label = text_of(cells[0], _LABEL)
            if len(label) <= _LABEL:
                yield Pair(plain(label), text_of(cells[1], _VALUE), "table")


def _is_flat(row: Tree) -> bool:
    """Whether it holds no table: one that does lays the page out."""
    return next(row.iter("table"), None) is None


def _of_definitions(tree: Tree) -> Iterator[Pair]:
    for term, _ in zip(tree.iter("dt"), range(_MAX_PAIRS), strict=False):
        value = term.getnext()
        if value is not None and value.tag == "dd" and not beside(term):
            label = text_of(term, _LABEL)
            if len(label) <= _LABEL:
                yield Pair(plain(label), text_of(value, _VALUE), "definitions")


def _of_colons(lines: list[Line]) -> Iterator[Pair]:
    for line, following in zip(lines, [*lines[1:], Line("")], strict=False):
        found = _COLON.match(line.text)
        if found:
            yield Pair(plain(found[1]), (found[2] or following.text).strip(), "line")


def _of_neighbours(lines: list[Line]) -> Iterator[Pair]:
    """A short line alone, its value in the next: how tiles and cards are read."""
    for line, following in pairwise(lines):
        if len(line.text) <= _LABEL and ":" not in line.text and len(following.text) < _SHORT_LINE:
            yield Pair(plain(line.text), following.text, "neighbour")


def _of_beginnings(lines: list[Line]) -> Iterator[Pair]:
    """`Serves 4`, `SKU 12345`: the label is the first words, the value has a digit."""
    for line in lines:
        text = line.text
        if len(text) > _SHORT_LINE or not any(letter.isdigit() for letter in text):
            continue
        parts = text.split(" ")
        for count in range(min(_PREFIX_WORDS, len(parts) - 1), 0, -1):
            label = " ".join(words_of(" ".join(parts[:count])))
            yield Pair(label, " ".join(parts[count:]), "beginning")
