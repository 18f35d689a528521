"""Where on a page may the entries of a list be: in data, under a heading, in elements of a name?"""

from collections.abc import Iterator
from itertools import islice

from batchbell.engines.extract.document import Document
from batchbell.engines.extract.evidence import class_names_of, evidence_for
from batchbell.engines.extract.pieces import Evidence, Wish, names_of
from batchbell.engines.extract.places import beside
from batchbell.engines.extract.sections import MAX_ITEMS, items_under
from batchbell.engines.extract.texts import lines_of, text_of
from batchbell.engines.tree import Tree

_DATA = frozenset(("json-ld", "microdata", "rdfa"))
_FEW = 2
_LONGEST_ITEM = 5_000


def list_evidence(wish: Wish, page: Document) -> Iterator[Evidence]:
    """The most certain place first."""
    later = []
    for evidence in evidence_for(wish, page):
        if evidence.source in _DATA:
            yield evidence
        else:
            later.append(evidence)
    named = _items_named(wish, page)
    if len(named) >= _FEW:
        yield Evidence(list(named), "elements", 0.7)
    under = items_under(page.lines, frozenset(names_of(wish)))
    if under:
        yield Evidence(list(under), "heading", 0.65)
    yield from later


def _items_named(wish: Wish, page: Document) -> list[str]:
    """Items of the first element of a telling name; else the elements of that name themselves."""
    for name in class_names_of(wish):
        elements = [one for one in page.elements.get(name, ()) if not beside(one)]
        for element in elements[:3]:
            items = _items_in(element)
            if len(items) >= _FEW:
                return items
        outermost = _outermost(elements)[:MAX_ITEMS]
        alike = [text for text in (text_of(one, _LONGEST_ITEM) for one in outermost) if text]
        if len(alike) >= _FEW:
            return alike
    return []


def _items_in(element: Tree) -> list[str]:
    listed = islice(element.iter("li"), MAX_ITEMS)
    items = [text_of(item, _LONGEST_ITEM) for item in listed]
    if len(items) < _FEW:
        items = lines_of(element)[:MAX_ITEMS]
    return [item for item in items if item]


def _outermost(elements: list[Tree]) -> list[Tree]:
    chosen: set[Tree] = set()
    kept = []
    for element in elements:
        if not any(above in chosen for above in element.iterancestors()):
            chosen.add(element)
            kept.append(element)
    return kept
