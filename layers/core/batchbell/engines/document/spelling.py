"""Which word of the vocabulary was meant by one that was read with a letter wrong?"""

from collections.abc import Iterator
from functools import cache

from batchbell.engines.document.vocabulary import items, singles
from batchbell.engines.extract.names import words_of

# One letter of a shorter word makes another word.
_SHORTEST = 4


def meant(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words that are none of the vocabulary's, but one letter from it, are taken for that one."""
    return tuple(_nearest(word) for word in words)


@cache
def _nearest(word: str) -> str:
    if len(word) < _SHORTEST or word in _known():
        return word
    return next((_shortened()[part] for part in _parts(word) if part in _shortened()), word)


def _parts(word: str) -> Iterator[str]:
    """The word, and the word without one of its letters: near words share one of these."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


@cache
def _known() -> frozenset[str]:
    """All words of all names."""
    concepts = (*items.CONCEPTS, *singles.CONCEPTS)
    names = (name for concept in concepts for name in concept.words.split("|"))
    others = (word for concept in concepts for word in words_of(concept.not_words))
    return frozenset((*others, *(word for name in names for word in words_of(name))))


@cache
def _shortened() -> dict[str, str]:
    long = sorted(word for word in _known() if len(word) >= _SHORTEST)
    return {part: word for word in long for part in _parts(word)}
