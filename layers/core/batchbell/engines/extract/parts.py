"""What does one entry of a list show that has no name: its heading, link, picture, date?"""

from collections.abc import Iterator

from batchbell.domain.schema import Field, FieldType
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.pieces import Evidence
from batchbell.engines.extract.texts import text_of
from batchbell.engines.tree import Tree

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LAZY = ("data-src", "data-lazy-src", "data-original", "src")
_LONGEST_TITLE = 300
_FEW = 10
_SHORTEST_TEXT = 30
_LONGEST_TEXT = 5_000
_MAX_SEEN = 50


def evidence_of_part(field: Field, key: str, page: Document) -> Iterator[Evidence]:
    """By the field's meaning, then by its type."""
    if key == "title":
        yield from _titles(page.tree)
    elif key == "description":
        yield from _descriptions(page.tree)
    elif key == "image":
        yield from _pictures(page.tree)
    elif field.type is FieldType.EMAIL or key == "email":
        yield from _mails(page.tree)
    elif key == "url" or field.type is FieldType.URL:
        yield from _links(page.tree)
    elif key == "date_published" or field.type in (FieldType.DATE, FieldType.DATE_TIME):
        yield from _dates(page)


def _titles(tree: Tree) -> Iterator[Evidence]:
    for heading in _some(tree, *_HEADINGS):
        yield from _text(text_of(heading, _LONGEST_TITLE), "heading", 0.65)
    links = [text_of(link, _LONGEST_TITLE) for link in _some(tree, "a")]
    if any(links):
        yield from _text(max(links, key=len), "link", 0.55)
    for picture in _some(tree, "img"):
        yield from _text((picture.get("alt") or "").strip(), "picture", 0.4)
    if tree.tag == "li":
        yield from _text(text_of(tree, _LONGEST_TITLE), "item", 0.4)


def _descriptions(tree: Tree) -> Iterator[Evidence]:
    paragraphs = (text_of(one, _LONGEST_TEXT) for one in _some(tree, "p"))
    texts = [text for text in paragraphs if len(text) >= _SHORTEST_TEXT]
    if texts:
        yield Evidence([max(texts, key=len)], "paragraph", 0.5)


def _pictures(tree: Tree) -> Iterator[Evidence]:
    for picture in _some(tree, "img"):
        for name in _LAZY:
            address = (picture.get(name) or "").strip()
            if address and not address.startswith("data:"):
                yield Evidence([address], "picture", 0.6)
                break


def _links(tree: Tree) -> Iterator[Evidence]:
    """The link of the heading, then the one that says most, then the first one."""
    for heading in _some(tree, *_HEADINGS):
        for link in [*heading.iter("a"), *heading.iterancestors("a")][:1]:
            yield Evidence([link.get("href") or ""], "link", 0.65)
    links = [link for link in _some(tree, "a") if link.get("href")]
    said = [len(text_of(link, _LONGEST_TITLE)) for link in links]
    telling = [link for link, size in zip(links, said, strict=True) if size == max(said) > _FEW]
    for link in (*telling[:1], *links):
        yield Evidence([link.get("href")], "link", 0.55)


def _mails(tree: Tree) -> Iterator[Evidence]:
    for link in _some(tree, "a"):
        if (link.get("href") or "").startswith("mailto:"):
            yield Evidence([link.get("href")[7:]], "link", 0.7)


def _dates(page: Document) -> Iterator[Evidence]:
    for moment in _some(page.tree, "time"):
        yield Evidence([moment.get("datetime") or text_of(moment)], "time", 0.65)
    for line in page.lines[:_MAX_SEEN]:
        yield Evidence([line.text], "line", 0.4)


def _text(text: str, source: str, trust: float) -> Iterator[Evidence]:
    if text and len(text) <= _LONGEST_TITLE:
        yield Evidence([text], source, trust)


def _some(tree: Tree, *tags: str) -> list[Tree]:
    return [element for element, _ in zip(tree.iter(*tags), range(_MAX_SEEN), strict=False)]
