"""Which common field does a caller mean by a name and an instruction?"""

from functools import cache

from batchbell.domain.schema import Field
from batchbell.engines.extract.names import plain, word_set, words_of
from batchbell.engines.extract.vocabulary import page, recipe, shop
from batchbell.engines.extract.vocabulary.concept import Concept

CONCEPTS = {c.key: c for c in (*page.CONCEPTS, *shop.CONCEPTS, *recipe.CONCEPTS)}
# Words that say nothing about which field is meant.
_FILLERS = word_set(
    "list text value string the of a an product item recipe page all full main string in minutes"
    " min number info information url address and"
)
# Words of an instruction that name many other things as well.
_VAGUE = word_set(
    "type kind art by por von par local data id now name was amount article total link details"
    " cook prep preparation cooking time end start position ref code level place note pour serve"
    " method about section list product make store shop image photo title date page article"
    " text content body number"
)
# Words of an instruction that name hardly anything else.
_TELLING = word_set(
    "price preis preco precio prix sku author autor auteur email currency brand marke marca marque"
    " ingredients zutaten ingredientes rating availability disponibilidade verfugbarkeit isbn ean"
)
_LONGEST = 5
_OPAQUE = 2


def concept_of(field: Field) -> Concept | None:
    """By its name, else by the name's telling words, else by the instruction's first such words."""
    return (
        named(field.name)
        or _without_fillers(field.name)
        or _described(field)
        or _last_word(field.name)
    )


def _without_fillers(name: str) -> Concept | None:
    kept = " ".join(word for word in words_of(name) if word not in _FILLERS)
    return None if kept in _VAGUE else named(kept)


def named(name: str) -> Concept | None:
    """The concept that is called exactly so, whatever the spelling."""
    key = _index().get(plain(name))
    return CONCEPTS[key] if key else None


def called(concept: Concept) -> frozenset[str]:
    """Every name and label of a concept, plain."""
    return _called()[concept.key]


@cache
def _called() -> dict[str, frozenset[str]]:
    return {
        key: frozenset(plain(name) for name in (*concept.words.split("|"), key))
        for key, concept in CONCEPTS.items()
    }


@cache
def _index() -> dict[str, str]:
    index: dict[str, str] = {}
    for key, names in _called().items():
        for name in names:
            index.setdefault(name, key)
    return index | {key.replace("_", " "): key for key in CONCEPTS}


def _described(field: Field) -> Concept | None:
    """A single word tells only where it is all there is, or names hardly anything else."""
    words = words_of(field.description)
    for length in range(_LONGEST, 0, -1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(words[start : start + length])
            if phrase in _index() and (length > 1 or _tells(phrase, words, field)):
                return CONCEPTS[_index()[phrase]]
    return None


def _tells(word: str, words: tuple[str, ...], field: Field) -> bool:
    if word in _VAGUE:
        return False
    return len(words) == 1 or word in _TELLING or len(plain(field.name)) <= _OPAQUE


def _last_word(name: str) -> Concept | None:
    """`event_date` is a date, `seller_name` a seller; a first name is no title."""
    words = words_of(name)
    if len(words) == 1:
        return None
    if words[-1] in ("name", "text"):
        return named(" ".join(words[:-1]))
    return None if words[-1] in _VAGUE else named(words[-1])
