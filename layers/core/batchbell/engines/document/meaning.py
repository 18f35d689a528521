"""What does a caller mean by a field: a column of items, or what a document says once?"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from batchbell.domain.document import Field
from batchbell.engines.document.spelling import meant
from batchbell.engines.document.vocabulary import items, singles
from batchbell.engines.document.vocabulary.concept import Concept
from batchbell.engines.extract.names import plain, word_set, words_of

# Words of a description that say where to look.
_ONCE = word_set("invoice receipt bill document grand overall order whole page")
_EACH = word_set("line lines row rows each per item items product products article")
_LONGEST = 5
_BY_DESCRIPTION = 0.4


@dataclass(frozen=True, slots=True)
class Wanted:
    """A field, and the concepts that it may be; `once`: rather said once than in each row."""

    field: Field
    column: Concept | None
    single: Concept | None
    once: bool


def wanted_of(fields: Sequence[Field]) -> list[Wanted]:
    """In the order given. A name that may be both is a column when others are."""
    weighed = [_weighed(field) for field in fields]
    listed = {n for n, w in enumerate(weighed) if w.as_column > w.as_single or not w.single}
    in_rows = any(weighed[n].column for n in listed)
    taken = {weighed[n].column for n in listed}
    either = [n for n, w in enumerate(weighed) if n not in listed and w.as_column == w.as_single]
    for number in sorted(either, key=lambda n: _place(fields[n], weighed[n].column)):
        if in_rows and weighed[number].column not in taken:
            listed.add(number)
            taken.add(weighed[number].column)
    return [
        Wanted(field, w.column, w.single, number not in listed)
        for number, (field, w) in enumerate(zip(fields, weighed, strict=True))
    ]


def _place(field: Field, column: Concept | None) -> int:
    """How usual the name is for such a column: the lower the more."""
    return called(column).get(plain(field.name), len(called(column))) if column else 0


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What a field may be, and how much speaks for either."""

    column: Concept | None
    as_column: float
    single: Concept | None
    as_single: float


def _weighed(field: Field) -> _Weighed:
    column, column_weight = _best(field.name, items.CONCEPTS)
    single, single_weight = _best(field.name, singles.CONCEPTS)
    if not (column or single):
        column, column_weight = _described(field, items.CONCEPTS)
        single, single_weight = _described(field, singles.CONCEPTS)
    told = set(words_of(field.description))
    if column and single:
        each, once = len(told & _EACH), len(told & _ONCE)
        column_weight += (each > once) * 1.0
        single_weight += (once > each) * 1.0
    return _Weighed(column, column_weight, single, single_weight)


def _best(name: str, concepts: Sequence[Concept]) -> tuple[Concept | None, float]:
    """The concept that is called so, or whose longest name is part of it; how much of it."""
    words = words_of(name)
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length, -1, -1):
            phrase = " ".join(words[start : start + length])
            found = next((c for c in concepts if phrase in called(c)), None)
            if found and not (set(words) & set(words_of(found.not_words))):
                return found, length / len(words)
    return None, 0.0


def _described(field: Field, concepts: Sequence[Concept]) -> tuple[Concept | None, float]:
    words = words_of(field.description)
    for length in range(_LONGEST, 0, -1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(words[start : start + length])
            found = next((c for c in concepts if phrase in called(c)), None)
            if found:
                return found, _BY_DESCRIPTION * length / _LONGEST
    return None, 0.0


@cache
def called(concept: Concept) -> dict[str, int]:
    """Every plain name of a concept, and its place: the first are the more certain."""
    names: dict[str, int] = {}
    for name in (concept.key, *concept.words.split("|")):
        names.setdefault(plain(name), len(names))
    return names


def is_label(text: str) -> bool:
    """Whether it is the very name of something that documents say once."""
    return plain(text.lower()) in _labels()


@cache
def _labels() -> frozenset[str]:
    return frozenset(name for concept in singles.CONCEPTS for name in called(concept))


def is_heading(text: str) -> bool:
    """Whether it is the very name of a column of items, or one with a unit behind it."""
    words = meant(words_of(text.lower()))
    return any(" ".join(words[:count]) in _headings() for count in (len(words), len(words) - 1))


@cache
def _headings() -> frozenset[str]:
    return frozenset(name for concept in items.CONCEPTS for name in called(concept))
