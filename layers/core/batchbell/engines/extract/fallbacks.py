"""What says a whole page where nothing speaks of the field itself?"""

from collections.abc import Iterator

from batchbell.engines.extract.document import Document
from batchbell.engines.extract.pieces import Evidence, Wish, names_of
from batchbell.engines.extract.places import beside
from batchbell.engines.extract.sections import paragraph_under
from batchbell.engines.extract.subject import pages_of
from batchbell.engines.extract.texts import lines_of, text_of

OF_THE_PAGE = frozenset(
    ("author", "date_published", "date_modified", "image", "description", "publisher", "language",
     "keywords", "category", "title", "rating", "content")
)  # fmt: skip
"""What the page around a thing may say in the thing's place."""
_LONGEST_DATE = 100


def evidence_of_page(wish: Wish, page: Document) -> Iterator[Evidence]:
    """The least certain places."""
    yield from _around(wish, page)
    if wish.key == "url":
        yield Evidence([page.meta.get("<canonical>", [page.url])[0]], "address", 0.9)
    elif wish.key == "language" and page.language:
        yield Evidence([page.language], "meta", 0.8)
    elif wish.key == "date_published":
        yield from _dates(page)
    elif wish.key == "content":
        yield from _contents(page)
    elif not wish.concept:
        text = paragraph_under(page.lines, frozenset(names_of(wish)))
        if text:
            yield Evidence([text], "heading", 0.5)


def _around(wish: Wish, page: Document) -> Iterator[Evidence]:
    paths = wish.concept.paths if wish.concept and wish.key in OF_THE_PAGE else ()
    for graph in page.graphs if paths else ():
        for node in pages_of(graph):
            for path in paths:
                values = graph.at(node, path)
                if values:
                    yield Evidence(values, node.source, 0.6, graph)


def _dates(page: Document) -> Iterator[Evidence]:
    for moment in page.tree.iter("time"):
        if not beside(moment):
            text = moment.get("datetime") or text_of(moment, _LONGEST_DATE)
            yield Evidence([text], "time", 0.6)


def _contents(page: Document) -> Iterator[Evidence]:
    """The only article of a page, or its main part."""
    for tag in ("article", "main"):
        found = page.tree.findall(f".//{tag}")
        if len(found) == 1:
            yield Evidence(["\n".join(lines_of(found[0]))], tag, 0.6)
