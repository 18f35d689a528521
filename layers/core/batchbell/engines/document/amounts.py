"""Does a text read like a number, an amount or a date, or stand for one that is missing?"""

import re

_BLANK = re.compile(r"[\s\-–—−.:*/·…]*|n\.?\s?/?a\.?|nil|none", re.IGNORECASE)
_LETTERS = 4


def is_blank(text: str) -> bool:
    """Dots, dashes and `n/a` in the place of a value."""
    return _BLANK.fullmatch(text.strip()) is not None


def is_figure(text: str) -> bool:
    """A number with at most a unit, currency or sign beside it; a date in figures."""
    digits = sum(letter.isdigit() for letter in text)
    letters = sum(letter.isalpha() for letter in text)
    return digits > 0 and letters <= _LETTERS and letters <= 2 * digits and len(text) <= 40
