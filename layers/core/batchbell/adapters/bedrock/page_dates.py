"""Is a date on a page, in whichever of the usual orders and languages?"""

import re

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d).*)?")
_GAP = r"\D{0,8}?"
"""Between the parts of a date: marks, and words such as "th of" and "de"."""
_MONTHS = (
    "jan|gen|ene|янв", "feb|fév|fev|фев", "mar|mär|maa|mrt|мар", "apr|avr|abr|апр",
    "may|mai|mag|mei|maj|ма[йя]", "jun|juin|giu|июн", "jul|juil|lug|июл", "aug|aoû|ago|авг",
    "sep|set|сен", "oct|okt|ott|out|окт", "nov|ноя", "dec|dez|déc|dic|дек",
)  # fmt: skip
"""How the names of months begin in English, French, German, Italian, Spanish and others."""


def date_parts(value: str) -> tuple[str, ...] | None:
    """Year, month, day, and hour and minute where a time is given; None: no date of ISO 8601."""
    found = _ISO.fullmatch(value)
    if found is None or not 1 <= int(found[2]) <= len(_MONTHS):
        return None
    return tuple(part for part in found.groups() if part is not None)


def says_date(text: str, parts: tuple[str, ...]) -> bool:
    """Whether the text, in lower case, has year, month and day next to each other, and the time."""
    year, month, day = parts[:3]
    d, m = (
        _number(day),
        rf"(?:{_number(month)}|(?<![^\W\d_])(?:{_MONTHS[int(month) - 1]})[^\W\d_]*)",
    )
    y = rf"(?<!\d)(?:{year[:2]})?{year[2:]}(?!\d)"
    orders = (f"{d}{_GAP}{m}{_GAP}{y}", f"{m}{_GAP}{d}{_GAP}{y}", f"{y}{_GAP}{m}{_GAP}{d}")
    known = re.search("|".join((*orders, f"{year}{month}{day}")), text) is not None
    return known and _says_time(text, parts[3:])


def _says_time(text: str, time: tuple[str, ...]) -> bool:
    """Midnight fills in for a time that was not given."""
    if not time or time == ("00", "00"):
        return True
    hour, minute = time
    twelve = str(int(hour) % 12 or 12)
    return (
        re.search(rf"(?:{_number(hour)}|{_number(twelve)})[:.h ] ?{minute}(?!\d)", text) is not None
    )


def _number(digits: str) -> str:
    """The number as a pattern, with or without a leading zero, and no digit beside it."""
    return rf"(?<!\d)0?{int(digits)}(?!\d)"
