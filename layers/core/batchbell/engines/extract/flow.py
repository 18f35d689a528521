"""Which lines does a page show, in order, and which of them are headings or items of a list?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from batchbell.engines.extract.names import word_set
from batchbell.engines.extract.places import hides
from batchbell.engines.tree import Tree

MAX_LINES = 20_000
_LONGEST_LINE = 5_000
_UNSEEN = word_set(
    "script style noscript template head svg select textarea nav footer button iframe"
)
_BLOCKS = word_set(
    "address article aside blockquote body br dd details div dl dt fieldset figcaption figure form"
    " h1 h2 h3 h4 h5 h6 header hr label li main ol p pre section summary table tbody tfoot"
    " thead tr ul"
)
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_BOLD = frozenset(("b", "strong", "dt", "legend", "summary", "caption"))
BOLD = 7


@dataclass(frozen=True, slots=True)
class Line:
    """`level`: 1 to 6 of a heading, 7 where all of it is bold, else 0. `list`: whose item it is.

    `hidden`: the page says itself that it does not show it; a tab may.
    """

    text: str
    level: int = 0
    list: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds a piece of text."""

    level: int = 0
    bold: bool = False
    list: int = 0
    hidden: bool = False


def lines_of_page(tree: Tree) -> list[Line]:
    """At most 20,000 lines, each of at most 5,000 characters."""
    flow = _Flow()
    body = tree.find(".//body")
    waiting: list[tuple[Tree, _Around] | tuple[str, _Around] | None] = [
        (tree if body is None else body, _Around())
    ]
    while waiting and len(flow.lines) < MAX_LINES:
        part = waiting.pop()
        if part is None:
            flow.end()
        elif isinstance(part[0], str):
            flow.take(part[0], part[1])
        elif part[0].tag not in _UNSEEN:
            waiting.extend(reversed(list(_inside(*part))))
    flow.end()
    return flow.lines


def _inside(
    element: Tree, outer: _Around
) -> Iterator[tuple[Tree, _Around] | tuple[str, _Around] | None]:
    around = _around(element, outer)
    if element.tag in _BLOCKS:
        yield None
    if element.tag in ("td", "th"):
        yield " ", around
    if element.text:
        yield element.text, around
    for child in element:
        yield child, around
        if child.tail:
            yield child.tail, around
    if element.tag in _BLOCKS:
        yield None


def _around(element: Tree, outer: _Around) -> _Around:
    tag = element.tag
    around = replace(outer, hidden=True) if not outer.hidden and hides(element) else outer
    if tag in _HEADINGS:
        return replace(around, level=_HEADINGS[tag])
    if tag in _BOLD:
        return replace(around, bold=True)
    if tag in ("ul", "ol"):
        return replace(around, level=0, bold=False, list=id(element))
    return around


class _Flow:
    """The lines so far and the one that is being put together."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._parts: list[tuple[str, _Around]] = []

    def take(self, text: str, around: _Around) -> None:
        if text.strip():
            self._parts.append((text[:_LONGEST_LINE], around))
        elif self._parts:
            self._parts.append((" ", self._parts[-1][1]))

    def end(self) -> None:
        text = " ".join("".join(part for part, _ in self._parts).split())[:_LONGEST_LINE]
        if text:
            first = self._parts[0][1]
            bold = all(around.bold for _, around in self._parts)
            self.lines.append(
                Line(text, first.level or (BOLD if bold else 0), first.list, first.hidden)
            )
        self._parts = []
