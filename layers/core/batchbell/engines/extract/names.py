"""How are names, labels and class names compared, whatever their spelling?"""

import re
import unicodedata
from functools import lru_cache

LONGEST = 200
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN = re.compile(r"[\W_]+")


@lru_cache(maxsize=8_192)
def words_of(name: str) -> tuple[str, ...]:
    """Lower case, without accents: `prepTime`, `prep_time` and `Prep time:` are the same.

    Only the first 200 characters count.
    """
    spread = _HUMP.sub(" ", name[:LONGEST])
    bare = unicodedata.normalize("NFKD", spread.replace("ß", "ss"))
    kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return tuple(filter(None, _BETWEEN.split(kept.lower())))


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written with spaces between them."""
    return frozenset(text.split())


def plain(name: str) -> str:
    """The words of a name with single spaces between them."""
    return " ".join(words_of(name))
