"""Which value does a field get, from which of the places that speak of it?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from batchbell.domain.extracted import Provenance
from batchbell.domain.schema import FieldType
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.fitting import fitted
from batchbell.engines.extract.graph import Value
from batchbell.engines.extract.meaning import called
from batchbell.engines.extract.names import plain
from batchbell.engines.extract.pieces import Evidence, Wish
from batchbell.engines.extract.things import (
    address_of_value,
    entries_of_values,
    text_of_value,
)

_JOINED = frozenset(("category", "cuisine", "keywords", "author", "diet"))
_SPLIT = frozenset(("category", "cuisine", "keywords", "diet"))
# An entry that only counts the next one.
_NUMBERING = re.compile(
    r"(?:step|schritt|passo|paso|étape|etape|stap|trin)?\W{0,3}\d{0,2}\W{0,3}\Z", re.IGNORECASE
)
_MAX_PLACES = 60
_LOOKS_AFTER = 6
_MOST = 0.99


@dataclass(frozen=True, slots=True)
class Found:
    """A value in its field's type, and where it comes from."""

    value: object
    provenance: Provenance


def find(wish: Wish, page: Document, places: Iterable[Evidence]) -> Found | None:
    """The first place whose value fits wins; each later one that says the same adds confidence."""
    found: Found | None = None
    thin: Found | None = None
    after = 0
    for evidence in islice(places, _MAX_PLACES):
        value = _value_of(evidence, wish, page)
        if value is None:
            continue
        if found is None:
            found = Found(value, Provenance(evidence.source, evidence.trust))
            if isinstance(value, list) and len(value) == 1:
                thin, found = thin or found, None  # one entry may be the whole list in one text
            continue
        after += 1
        if _same(found.value, value) and evidence.source != found.provenance.source:
            return Found(found.value, _surer(found.provenance, evidence))
        if after >= _LOOKS_AFTER:
            break
    return found or thin


def _value_of(evidence: Evidence, wish: Wish, page: Document) -> object | None:
    if wish.field.type is FieldType.LIST:
        return _list_of(evidence, wish, page)
    if wish.key in _JOINED and wish.field.type is FieldType.TEXT:
        return _joined(evidence, wish, page)
    for value in evidence.values:
        text = _written(evidence, value, wish)
        fit = fitted(text, wish.field, wish.concept, page)
        if fit is not None:
            return fit
    return None


def _written(evidence: Evidence, value: Value, wish: Wish) -> str:
    wants_address = wish.field.type is FieldType.URL or wish.key in ("image", "url")
    read = address_of_value if wants_address else text_of_value
    return read(evidence.graph, value)


def _joined(evidence: Evidence, wish: Wish, page: Document) -> object | None:
    texts = (text_of_value(evidence.graph, value) for value in evidence.values)
    unique = list(dict.fromkeys(filter(None, texts)))
    return fitted(", ".join(unique), wish.field, wish.concept, page)


def _list_of(evidence: Evidence, wish: Wish, page: Document) -> list[object] | None:
    entries = entries_of_values(evidence.graph, evidence.values)
    if wish.field.item is FieldType.URL:
        entries = [address_of_value(evidence.graph, value) for value in evidence.values]
    if len(entries) == 1 and wish.key in _SPLIT:
        entries = [part.strip() for part in entries[0].split(",")]
    item = replace(wish.field, type=wish.field.item)
    if wish.field.item is FieldType.TEXT:
        entries = [entry for entry in entries if not _only_heads(entry, wish)]
    fits = [fitted(entry, item, wish.concept, page) for entry in entries]
    return [fit for fit in fits if fit is not None] or None


def _only_heads(entry: str, wish: Wish) -> bool:
    """Whether it is the list's own heading, or only counts the next entry."""
    if _NUMBERING.match(entry):
        return True
    return wish.concept is not None and plain(entry) in called(wish.concept)


def _same(one: object, other: object) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return plain(one) == plain(other)
    return one == other


def _surer(provenance: Provenance, evidence: Evidence) -> Provenance:
    doubt = (1 - provenance.confidence) * (1 - evidence.trust)
    return Provenance(provenance.source, round(min(_MOST, 1 - doubt), 3))
