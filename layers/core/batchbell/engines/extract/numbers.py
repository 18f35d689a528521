"""Which number does a text hold?"""

import math
import re

_LONGEST = 120
_MACHINE = re.compile(r"[+-]?\d{1,30}(?:\.\d{1,30})?\Z")
_NUMBER = re.compile(
    r"(?<![\w.,])[-−]?\s?\d[\d.,'’ \u00a0\u202f]{0,30}|\d[\d.,'’\u00a0\u202f]{0,30}"
)
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}
Number = int | float


def machine_number(text: str) -> Number | None:
    """A number written for programs: a point before the decimals and nothing between thousands."""
    return _tidy(float(text)) if _MACHINE.match(text.strip()) else None


def printed_number(text: str) -> Number | None:
    """The first number of a short text: `1.234,50`, `1,234.50`, `4,5 von 5`, `½`.

    Three digits after the only separator are thousands, as prices are printed.
    """
    if len(text) > _LONGEST:
        return None
    found = _NUMBER.search(text)
    if not found:
        return next((number for sign, number in _FRACTIONS.items() if sign in text), None)
    from price_parser.parser import parse_number

    written = found[0].replace("−", "-").replace("’", "'")
    amount = parse_number(written.strip().lstrip("-").strip(" .,'"))
    if amount is None:
        return None
    return _tidy(-float(amount) if written.lstrip().startswith("-") else float(amount))


def amount_of(text: str) -> Number | None:
    """The amount of a printed price, never negative: the currency and the words around it go."""
    if len(text) > _LONGEST or not any(letter.isdigit() for letter in text):
        return None
    from price_parser import Price

    amount = Price.fromstring(text).amount
    return None if amount is None else _tidy(float(amount))


def _tidy(number: float) -> Number | None:
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
