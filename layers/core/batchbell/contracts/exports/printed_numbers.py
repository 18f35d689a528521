"""Which printed text is a number, and which one?

A number here is, in this order: a sign (+, - or U+2212) if there is one; digits 0 to 9, which may
be grouped in threes by one of . , ' U+2019 and the blanks, or as in 12,34,567; a decimal mark, . or
, but not the one that groups, with digits behind it. A currency sign may stand before or behind, a
percent sign behind, each with a blank or without. So -12.50, +3, -1.234,56, -1 234.50, -$5 and -3 %
are numbers; 1-2, -1e5, -5+3, -12.50 EUR and (12.50) are not.
"""

import re
from typing import NamedTuple

_BLANKS = " \u00a0\u2009\u202f"
_CURRENCY = "[$\u00a2-\u00a5\u20a0-\u20c0]"
_GROUPED = (
    rf"[1-9][0-9]{{0,2}}(?P<by>[.,'\u2019{_BLANKS}])[0-9]{{3}}(?:(?P=by)[0-9]{{3}})*"
    r"|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}"
)
_NUMBER = re.compile(
    rf"(?P<sign>[-+\u2212]?)(?P<before>[{_BLANKS}]?{_CURRENCY}?[{_BLANKS}]?)(?=[.,]?[0-9])"
    rf"(?:(?P<grouped>{_GROUPED})(?![0-9])|(?P<whole>[0-9]*))"
    rf"(?:(?!(?P=by))(?P<mark>[.,])(?P<part>[0-9]+))?"
    rf"(?P<behind>[{_BLANKS}]?(?:{_CURRENCY}|%)?)"
)
_SEPARATORS = re.compile("[^0-9]")
MOST_DIGITS = 15
"""That a spreadsheet keeps of a number, and shows behind its decimal mark."""


class PlainNumber(NamedTuple):
    """A number that has one reading wherever its printer lives. `value`: as a program writes it,
    with as many decimals as were printed.
    """

    value: str
    decimals: int
    grouped: bool


def is_number(text: str, start: int = 0) -> bool:
    """Whether the text from `start` on is a number and nothing else."""
    return _NUMBER.fullmatch(text, start) is not None


def plain_number(text: str) -> PlainNumber | None:
    """The number, or None: it is none; it has a unit, zeros before it or more digits than a
    spreadsheet keeps; or it has two readings, as 1.234 has.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    sign, before, grouped, by, digits, mark, part, behind = found.groups()
    if behind or before.strip(_BLANKS) or _has_two_readings(grouped, by, mark):
        return None
    whole = _SEPARATORS.sub("", grouped) if grouped else digits or "0"
    if whole.startswith("0") and len(whole) > 1:
        return None
    value = f"{whole}.{part}" if part else whole
    if len(value) > MOST_DIGITS and _too_long(whole, part or ""):
        return None
    minus = "" if sign in ("", "+") else "-"
    return PlainNumber(minus + value, len(part or ""), grouped is not None)


def _too_long(whole: str, part: str) -> bool:
    return len(part) > MOST_DIGITS or len((whole + part).lstrip("0")) > MOST_DIGITS


def _has_two_readings(grouped: str | None, by: str | None, mark: str | None) -> bool:
    """Whether the one separator may as well be the decimal mark."""
    if grouped is None or mark is not None or by not in (".", ","):
        return False
    return grouped.count(by) == 1
