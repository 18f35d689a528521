"""How is a part of a page said in Markdown, when all of it is wanted?

Where a caller selected the parts, nothing may be voted out: what a reader sees of them is kept, in
order. Tables whose cells hold tables were taken apart before (`engines.tree`).
"""

import re
from collections.abc import Iterator

from batchbell.engines.tree import Tree
from batchbell.engines.words import INLINE, UNSEEN

_SPACE = re.compile(r"[ \t\r\n\f\xa0]+")
_MARKS = {"b": "**", "strong": "**", "em": "*", "i": "*", "code": "`", "kbd": "`", "samp": "`"}
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_INDENTED = frozenset(("blockquote", "li", "menu", "ol", "ul"))
_BUILT = frozenset((*_HEADINGS, *_INDENTED, "hr", "pre", "table"))
_RULE = "---"
# Below so many lists and quotes in each other, indentation is more than text.
_DEEPEST = 20


def markdown_of(element: Tree) -> str:
    """Empty when it holds no text. Depth is bounded by the gate, length by the caller."""
    blocks = _blocks(element, 0)
    return "" if all(block == _RULE for block in blocks) else "\n\n".join(blocks)


def _blocks(element: Tree, depth: int) -> list[str]:
    writer = _Writer(depth)
    writer.inside(element)
    writer.end_line()
    return writer.blocks


class _Writer:
    """The blocks so far, and the line that is being written."""

    def __init__(self, depth: int) -> None:
        self.blocks: list[str] = []
        self._depth = depth
        self._line: list[str] = []

    def inside(self, element: Tree) -> None:
        """What stands in an element, and the text after each of its children."""
        self._text(element.text)
        for child in element:
            self._element(child)
            self._text(child.tail)

    def end_line(self) -> None:
        """What was written becomes a block."""
        self._add(_joined(self._line))
        self._line = []

    def _text(self, text: str | None) -> None:
        if text:
            self._line.append(_SPACE.sub(" ", text))

    def _add(self, block: str) -> None:
        if block:
            self.blocks.append(block)

    def _element(self, element: Tree) -> None:
        tag = element.tag
        if tag in UNSEEN:
            return
        if tag == "br":
            self._line.append("\n")
        elif tag == "img":
            self._line.append(_image(element))
        elif tag in INLINE and not _holds_blocks(element):
            self._line.append(_inline(element))
        else:
            self.end_line()
            if tag in _BUILT:
                self.block(element)
            else:  # with no frame more than it takes: pages are up to 250 elements deep
                self.inside(element)
            self.end_line()

    def block(self, element: Tree) -> None:
        """An element that Markdown has a form for."""
        tag = element.tag
        if tag in _HEADINGS:
            self._heading(element)
        elif tag == "pre":
            self._add(_code(element))
        elif tag == "table":
            self._add("\n".join(_table(element)))
        elif tag in _INDENTED and self._depth < _DEEPEST:
            self._indented(element)
        elif tag == "hr":
            self._add(_RULE)
        else:
            self.inside(element)

    def _heading(self, element: Tree) -> None:
        words = _joined([_inline(element)]).replace("\n", " ")
        if words:
            self._add(f"{_HEADINGS[element.tag]} {words}")

    def _indented(self, element: Tree) -> None:
        if element.tag == "blockquote":
            text = "\n\n".join(_blocks(element, self._depth + 1))
            self._add("\n".join(f"> {line}".rstrip() for line in text.splitlines()))
        elif element.tag == "li":
            self._add(_item(element, "- ", self._depth + 1))
        else:
            self._add("\n".join(filter(None, _items(element, self._depth + 1))))


def _items(listing: Tree, depth: int) -> Iterator[str]:
    number = 0
    for child in listing:
        if child.tag == "li":
            number += 1
            yield _item(child, f"{number}. " if listing.tag == "ol" else "- ", depth)
        elif child.tag not in UNSEEN:  # a list right in a list, which is common and wrong
            yield "\n".join(f"  {line}" for line in _lines(child, depth))
        yield _joined([_SPACE.sub(" ", child.tail or "")])


def _item(item: Tree, mark: str, depth: int) -> str:
    lines = _lines(item, depth)
    indent = " " * len(mark)
    return "\n".join(f"{indent if at else mark}{line}" for at, line in enumerate(lines))


def _lines(element: Tree, depth: int) -> list[str]:
    """In a list, blocks stand close."""
    writer = _Writer(depth)
    if element.tag == "li":
        writer.inside(element)
    else:
        writer.block(element)
    writer.end_line()
    return "\n".join(writer.blocks).splitlines()


def _table(table: Tree) -> Iterator[str]:
    """The first row is the head: Markdown knows no table without one."""
    first = True
    for row in table.iter("tr"):
        cells = [_cell(cell) for cell in row if cell.tag in ("td", "th")]
        if not any(cells):
            continue
        yield f"| {' | '.join(cells)} |"
        if first:
            yield f"|{'---|' * len(cells)}"
        first = False


def _cell(cell: Tree) -> str:
    return " ".join(_joined([_inline(cell)]).split()).replace("|", "\\|")


def _code(element: Tree) -> str:
    text = "".join(element.itertext()).strip("\r\n").rstrip()
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}" if text.strip() else ""


def _inline(element: Tree) -> str:
    """An element as part of a line, whatever it holds."""
    parts = [_SPACE.sub(" ", element.text or "")]
    for child in element:
        parts += (_inline_child(child), _SPACE.sub(" ", child.tail or ""))
    inside = "".join(parts)
    if element.tag == "a":
        return _link(element, inside)
    return _marked(inside, _MARKS.get(element.tag, ""))


def _inline_child(child: Tree) -> str:
    if child.tag in UNSEEN:
        return ""
    if child.tag == "img":
        return _image(child)
    if child.tag == "br":
        return "\n"
    return _inline(child) if child.tag in INLINE else f" {_inline(child)} "


def _marked(inside: str, mark: str) -> str:
    """Spaces stay outside of the marks, where Markdown wants them."""
    words = inside.strip()
    if not mark or not words:
        return inside
    before, after = inside[: len(inside) - len(inside.lstrip())], inside[len(inside.rstrip()) :]
    return f"{before}{mark}{words}{mark}{after}"


def _link(element: Tree, inside: str) -> str:
    href, words = element.get("href"), " ".join(inside.split())
    if not href or not words:
        return inside
    return f"[{words}]({_address(href)})"


def _image(element: Tree) -> str:
    src = element.get("src")
    alt = " ".join((element.get("alt") or "").split())
    return f"![{alt}]({_address(src)})" if src else ""


def _address(address: str) -> str:
    return address.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def _holds_blocks(element: Tree) -> bool:
    return element.tag != "a" and any(
        child.tag not in INLINE and child.tag not in ("br", "img") for child in element.iter()
    )


def _joined(parts: list[str]) -> str:
    """One paragraph: a line for each that a `br` made."""
    lines = (" ".join(line.split(" ")) for line in "".join(parts).split("\n"))
    return "\n".join(filter(None, (re.sub(" +", " ", line).strip() for line in lines)))
