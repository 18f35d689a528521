"""Which elements are called what, by class, id and the attributes that tests find them by?"""

from batchbell.engines.extract.names import words_of
from batchbell.engines.tree import Tree

_ATTRIBUTES = ("id", "class", "itemprop", "data-testid", "data-test", "data-qa", "data-automation")
_MOST_WORDS = 3
_MAX_ENTRIES = 200_000
_MAX_OF_A_NAME = 1_000
_MAX_TOKENS = 12


def elements_by_name(tree: Tree) -> dict[str, list[Tree]]:
    """By the last one, two and three words of each token: `wprm-recipe-ingredient` is an
    `ingredient` and a `recipe ingredient`. In page order, at most 1,000 a name.
    """
    found: dict[str, list[Tree]] = {}
    entries = 0
    for element in tree.iter():
        for name in _names_of(element):
            same = found.setdefault(name, [])
            if len(same) < _MAX_OF_A_NAME and (not same or same[-1] is not element):
                same.append(element)
                entries += 1
        if entries > _MAX_ENTRIES:
            break
    return found


def _names_of(element: Tree) -> list[str]:
    tokens: list[str] = []
    for attribute in _ATTRIBUTES:
        tokens.extend((element.get(attribute) or "").split()[:_MAX_TOKENS])
    return [name for token in tokens for name in _endings(words_of(token))]


def _endings(words: tuple[str, ...]) -> list[str]:
    return [" ".join(words[-count:]) for count in range(1, min(_MOST_WORDS, len(words)) + 1)]
