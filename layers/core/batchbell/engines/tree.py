"""How does the text of a page become a tree that an extractor can take?"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from lxml import etree, html

# lxml has no types of its own: its elements are Any, and stay inside the engines.
Tree = Any

_LINKED = frozenset(("http", "https", "mailto", "tel"))
_NOT_TEXT = frozenset(("script", "style", "noscript", "template"))
_LAZY = ("data-src", "data-lazy-src", "data-original", "src")


def parsed(text: str) -> Tree | None:
    """The tree of an HTML page; None when it has no body. The text has passed the gate."""
    parser = html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True
    )
    try:
        tree = html.document_fromstring(text.encode(), parser=parser)
    except etree.ParserError:  # lxml's word for an empty document
        return None
    return None if tree.find(".//body") is None else tree


def prepare(tree: Tree, url: str) -> None:
    """Absolute addresses, lazy images that show, and no table inside another. Changes the tree."""
    base = _base(tree, url)
    for link in tree.iter("a"):
        _make_absolute(link, "href", link.get("href"), base)
    for image in tree.iter("img"):
        _make_absolute(image, "src", _image_address(image), base)
        for name in _LAZY[:-1]:
            image.attrib.pop(name, None)
    _unwrap_layout_tables(tree)


def shortened(tree: Tree, limit: int) -> int:
    """How many characters of text the page has; over `limit`, what comes after them is dropped.

    What an extractor does takes time with the text, and no more than `limit` of it is kept.
    """
    size = 0
    for element in tree.iter():
        if element.tag not in _NOT_TEXT:
            size += len(element.text or "")
        size += len(element.tail or "")
        if size > limit:
            _drop_what_follows(element)
            break
    return size


def _drop_what_follows(element: Tree) -> None:
    for part in (element, *element.iterancestors()):
        for later in list(part.itersiblings()):
            later.getparent().remove(later)


def absolute(base: str, address: str) -> str | None:
    """The address as seen from `base`; None for what cannot be followed (scripts, data)."""
    try:
        joined = urljoin(base, address.strip())
        return joined if urlsplit(joined).scheme in _LINKED else None
    except ValueError:  # brackets that hold no address
        return None


def _base(tree: Tree, url: str) -> str:
    declared = tree.find(".//base[@href]")
    return url if declared is None else absolute(url, declared.get("href")) or url


def _make_absolute(element: Tree, name: str, address: str | None, base: str) -> None:
    target = absolute(base, address) if address else None
    if target:
        element.set(name, target)
    else:
        element.attrib.pop(name, None)


def _image_address(image: Tree) -> str | None:
    for address in _image_addresses(image):
        if address and not address.startswith("data:"):
            return address
    return None


def _image_addresses(image: Tree) -> Iterator[str | None]:
    yield from (image.get(name) for name in _LAZY)
    for name in ("srcset", "data-srcset"):
        candidates = (image.get(name) or "").split()
        yield candidates[0].rstrip(",") if candidates else None


def _unwrap_layout_tables(tree: Tree) -> None:
    """A table that holds tables is there for the layout. Extractors lose or multiply its cells."""
    outer = set()
    for inner in tree.iter("table"):
        for table in inner.iterancestors("table"):
            if table in outer:
                break
            outer.add(table)
    for table in outer:
        _unwrap(table)


def _unwrap(table: Tree) -> None:
    table.tag = "div"
    waiting = list(table)
    while waiting:
        part = waiting.pop()
        if part.tag in ("tbody", "thead", "tfoot", "tr"):
            waiting.extend(part)
        if part.tag in ("tbody", "thead", "tfoot", "tr", "td", "th", "caption"):
            part.tag = "div"
