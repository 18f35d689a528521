"""Which numbers are on a page, however they are written?

"1.234,50", "1,234.50", "1 234.50" and "1'234.50" are one number; "1.234" is one of two.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

_RUN = re.compile(r"\d+(?:[.,'’ ]\d+)*")
_SHORT = 3
"""Digits of a group of thousands."""
_MOST_GROUPS = 5
_MOST_DIGITS = 40
"""Longer runs are codes, not amounts."""


def amounts(text: str) -> frozenset[Decimal]:
    """Every number that some digits of the text can be read as, without its sign."""
    runs = _RUN.findall(unicodedata.normalize("NFKC", text))  # no-break spaces become spaces
    return frozenset(amount for run in runs for amount in _of_run(run.split(" ")))


def _of_run(parts: list[str]) -> Iterator[Decimal]:
    for place, part in enumerate(parts):
        yield from _of_token(part)
        joined = part
        for following in parts[place + 1 : place + _MOST_GROUPS]:
            group = re.split("[.,]", following)[0]
            if len(part) > _SHORT or not joined.isdecimal() or len(group) != _SHORT:
                break
            joined += following
            yield from _of_token(joined)


def _of_token(token: str) -> Iterator[Decimal]:
    """Digits with full stops, commas or apostrophes among them."""
    bare = re.sub("['’]", "", token)
    groups = re.split("[.,]", bare)
    if len(bare) > _MOST_DIGITS:
        return
    if len(groups) == 1:
        yield Decimal(bare)
        return
    if all(len(group) == _SHORT for group in groups[1:]):
        yield Decimal("".join(groups))
    if len(groups) == 2 or ("." in bare and "," in bare):
        yield Decimal("".join(groups[:-1]) + "." + groups[-1])
    else:  # a date, a version, a list
        yield from map(Decimal, groups)
