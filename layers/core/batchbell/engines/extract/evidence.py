"""Where on a page may the value of a field be, the most certain place first?"""

from collections.abc import Iterator

from batchbell.domain.schema import FieldType
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.durations import minutes_of
from batchbell.engines.extract.fallbacks import OF_THE_PAGE, evidence_of_page
from batchbell.engines.extract.graph import Graph, Node
from batchbell.engines.extract.labelled import Pair
from batchbell.engines.extract.meaning import named
from batchbell.engines.extract.names import plain, words_of
from batchbell.engines.extract.parts import evidence_of_part
from batchbell.engines.extract.pieces import Evidence, Wish, names_of
from batchbell.engines.extract.places import beside
from batchbell.engines.extract.shown import SHOWN
from batchbell.engines.extract.subject import describes_page, paths_of
from batchbell.engines.extract.texts import text_of

_TRUST = {
    "json-ld": 0.9, "microdata": 0.85, "rdfa": 0.8, "table": 0.75, "definitions": 0.75,
    "line": 0.65, "neighbour": 0.5, "beginning": 0.5,
}  # fmt: skip
_LONGEST_NAMED = 300
_LONG_WORD = 4
_OTHER_CODES = ("mpn", "offers.mpn", "gtin13", "gtin", "isbn", "gtin8", "gtin12", "gtin14")


def evidence_for(wish: Wish, page: Document) -> Iterator[Evidence]:
    """Lazily: what comes late costs most."""
    places = [described(wish)] if page.part else [described(wish), _declared(wish, page)]
    if wish.key == "image":
        places.reverse()  # what a page shows of itself is large, data often names a thumbnail
    for place in places:
        yield from place
    key = "email" if wish.field.type is FieldType.EMAIL else wish.key
    if key in SHOWN:
        yield from SHOWN[key](page)
    yield from _labelled(wish, page)
    yield from _substitutes(wish)
    yield from _summed(wish)
    yield from _named(wish, page)
    if page.part:
        yield from evidence_of_part(wish.field, wish.key, page)
    else:
        yield from evidence_of_page(wish, page)


def described(wish: Wish) -> Iterator[Evidence]:
    """What the things say that are asked about."""
    for graph, node in wish.subjects:
        if wish.key == "title" and describes_page(node):
            continue  # the name of a page carries the site's; its heading does not
        for path in paths_of(wish.field.name, wish.concept, node):
            values = graph.at(node, path)
            if values:
                yield Evidence(values, node.source, _TRUST[node.source], graph)
        yield from _additional(wish, graph, node)


def _substitutes(wish: Wish) -> Iterator[Evidence]:
    """Numbers of the maker or the trade, where the shop names none of its own."""
    for graph, node in wish.subjects if wish.key == "sku" else ():
        for path in _OTHER_CODES:
            values = graph.at(node, path)
            if values:
                yield Evidence(values, node.source, 0.6, graph)


def _summed(wish: Wish) -> Iterator[Evidence]:
    """A total time that the page leaves to its reader to add up."""
    for graph, node in wish.subjects if wish.key == "total_time" else ():
        parts = [graph.at(node, path)[:1] for path in ("prepTime", "cookTime")]
        minutes = [minutes_of(str(value)) for values in parts for value in values]
        if len(minutes) == len(parts) and all(minutes):
            total = sum(filter(None, minutes))
            yield Evidence([f"PT{total:g}M"], "prep and cook time", 0.6, graph)


def _additional(wish: Wish, graph: Graph, node: Node) -> Iterator[Evidence]:
    """`additionalProperty`: names and values that the vocabulary has no property for."""
    names = names_of(wish)
    for value in node.properties.get("additionalProperty", ()):
        if isinstance(value, Node) and plain(str(value.properties.get("name", [""])[0])) in names:
            yield Evidence(
                value.properties.get("value", []), node.source, _TRUST[node.source] - 0.1, graph
            )


def _declared(wish: Wish, page: Document) -> Iterator[Evidence]:
    names = wish.concept.meta if wish.concept else (wish.field.name.lower(),)
    if wish.key == "title":
        return
    for name in names:
        if name in page.meta:
            yield Evidence(list(page.meta[name][:1]), "meta", 0.75)


def _labelled(wish: Wish, page: Document) -> Iterator[Evidence]:
    for name in names_of(wish):
        for pair in page.pairs.get(name, ()):
            if _speaks(pair, wish):
                yield Evidence([pair.value], pair.source, _TRUST[pair.source])


def _speaks(pair: Pair, wish: Wish) -> bool:
    """Titles and texts are not read from what merely stands beside a word."""
    weak = pair.source in ("neighbour", "beginning")
    if weak and (not wish.concept or wish.field.type is FieldType.LIST or named(pair.value)):
        return False
    return not (weak and wish.key in ("title", "description", "image", "url", "price", "category"))


def _named(wish: Wish, page: Document) -> Iterator[Evidence]:
    if wish.key == "price":
        return
    for name in class_names_of(wish):
        for element in page.elements.get(name, ())[:3]:
            if element is page.tree or (wish.key in OF_THE_PAGE and beside(element)):
                continue
            text = text_of(element, _LONGEST_NAMED)
            if text and len(text) <= _LONGEST_NAMED and plain(text) not in names_of(wish):
                yield Evidence([text], "element", 0.5)


def class_names_of(wish: Wish) -> list[str]:
    """What elements may be called; without a concept also by the instruction's longer words."""
    if wish.concept:
        return [name for name in map(plain, wish.concept.classes.split("|")) if name]
    told = (word for word in words_of(wish.field.description) if len(word) >= _LONG_WORD)
    return list(dict.fromkeys((plain(wish.field.name), *told)))
