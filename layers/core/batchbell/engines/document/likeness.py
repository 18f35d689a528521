"""How well does a printed label or column header fit a field?"""

from batchbell.engines.document.meaning import Wanted, called
from batchbell.engines.document.spelling import meant
from batchbell.engines.document.vocabulary.concept import Concept
from batchbell.engines.extract.names import plain, word_set, words_of

_EXACT = 1.0
_CALLED = 0.95
_PART = 0.75
_SHARED = 0.6
_SPREAD = 0.25
_LEAST_SHARED = 0.5
_WITHIN = 0.25
_MISREAD = 0.9
_DESCRIBED = 0.4
_A_WORD = 0.1
_TELLING = 3
_LONGEST_LABEL = 8
_CURRENCIES = word_set(
    "usd eur gbp chf jpy cny inr brl cad aud nzd sek nok dkk pln czk huf ron myr rm sgd hkd zar mxn"
)

_NUMBER = word_set("no nr num nro nbr")


def likeness(label: str, wanted: Wanted, concept: Concept | None) -> float:
    """From 0 (not at all) to 1 (the very name)."""
    printed = words_of(label.lower())  # a printed hump parts no words
    words = tuple(word for word in printed if word not in _CURRENCIES and not word.isdecimal())
    if not words or len(words) > _LONGEST_LABEL:
        return 0.0
    if plain(label.lower()) == plain(wanted.field.name) or _same(words, wanted.field.name):
        return _EXACT
    spelled = meant(words)
    found = _likeness(words, wanted, concept)
    return found if spelled == words else max(found, _MISREAD * _likeness(spelled, wanted, concept))


def _likeness(words: tuple[str, ...], wanted: Wanted, concept: Concept | None) -> float:
    by_concept = _by_concept(words, concept) if concept else 0.0
    if concept and _is_another(words, concept, wanted.field.name):
        return by_concept
    return max(
        by_concept,
        _by_name(words, wanted.field.name),
        _by_description(words, wanted.field.description),
    )


def _is_another(words: tuple[str, ...], concept: Concept, name: str) -> bool:
    """It has a word that makes it something else, such as the `sub` of `subtotal`."""
    return bool(set(words) & set(words_of(concept.not_words)) - set(words_of(name)))


def _same(words: tuple[str, ...], name: str) -> bool:
    return _numbered(words) == _numbered(words_of(name))


def _numbered(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("number" if word in _NUMBER else word for word in words)


def _by_concept(words: tuple[str, ...], concept: Concept) -> float:
    names = called(concept)
    unwanted = set(words_of(concept.not_words))
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            place = names.get(" ".join(words[start : start + length]))
            if place is None:
                continue
            if unwanted.intersection(words[:start] + words[start + length :]):
                return 0.0
            sure = _CALLED if length == len(words) else _PART * length / len(words)
            return max(0.0, sure - _SPREAD * place / len(names))
    return 0.0


def _by_name(words: tuple[str, ...], name: str) -> float:
    """Half of the words at least are the same; more when all of one are in the other."""
    label, others = set(_numbered(words)), set(_numbered(words_of(name)))
    shared = label & others
    share = len(shared) / len(label | others)
    if share < _LEAST_SHARED:
        return 0.0
    return _SHARED * share + (_WITHIN if shared in (label, others) else 0.0)


def _by_description(words: tuple[str, ...], description: str) -> float:
    """All of the label is in the description: the longer, the less by chance."""
    if not set(words) <= set(words_of(description)):
        return 0.0
    return _DESCRIBED + _A_WORD * min(len(words), _TELLING)
