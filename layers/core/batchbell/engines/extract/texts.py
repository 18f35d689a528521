"""Which text does an element, or a value with mark-up in it, show?"""

import html
import re
from collections.abc import Iterator
from itertools import islice

from batchbell.engines.decode import without_controls
from batchbell.engines.extract.names import word_set
from batchbell.engines.tree import Tree

LONGEST = 50_000
# Elements may hold no text at all: so many pieces are looked at for each character wanted.
_PARTS_EACH, _PARTS = 4, 200
_UNSEEN = frozenset(
    ("script", "style", "noscript", "template", "head", "svg", "select", "textarea")
)
_BLOCKS = word_set(
    "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2"
    " h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul"
)
_CELLS = frozenset(("td", "th"))
_BREAK = re.compile(r"<\s*/?\s*(?:br|p|li|div|tr|h[1-6])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


def text_of(element: Tree, limit: int = LONGEST) -> str:
    """What it shows, in one line. Beyond `limit` characters it may be cut, but never shorter."""
    return " ".join(lines_of(element, limit))


def lines_of(element: Tree, limit: int = LONGEST) -> list[str]:
    """What it shows, a line for each block. Cut as `text_of` is."""
    parts: list[str] = []
    size = 0
    for part in islice(_parts(element), _PARTS_EACH * limit + _PARTS):
        parts.append(part)
        size += len(part.strip())
        if size > limit:
            break
    return _lines("".join(parts))


def plain_lines(value: str) -> list[str]:
    """A value's lines without mark-up and with its entities resolved."""
    text = value[:LONGEST]
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub("\n", text))
    return _lines(without_controls(text))


def plain_text(value: str) -> str:
    """The same in one line."""
    return " ".join(plain_lines(value))


def _lines(text: str) -> list[str]:
    return [line for line in (" ".join(part.split()) for part in text.split("\n")) if line]


def _parts(element: Tree) -> Iterator[str]:
    """Its text and, where a block begins or ends, a line break. Line breaks of the source go."""
    open_ones = [_inside(element)]
    while open_ones:
        part = next(open_ones[-1], None)
        if part is None:
            open_ones.pop()
        elif isinstance(part, str):
            yield part
        elif part.tag not in _UNSEEN:
            open_ones.append(_inside(part))


def _inside(element: Tree) -> Iterator["Tree | str"]:
    edge = "\n" if element.tag in _BLOCKS else " " if element.tag in _CELLS else ""
    yield edge + _flat(element.text)
    for child in element:
        yield child
        yield _flat(child.tail)
    yield edge


def _flat(text: str | None) -> str:
    return " ".join(text.split("\n")) if text else ""
