"""Which date does a text hold?"""

import re
from datetime import date

_LONGEST = 100
_ISO = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})"
    r"(?P<time>[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])"
)
_YEAR_FIRST = re.compile(r"(?<!\d)(?P<year>\d{4})[/.](?P<month>\d{1,2})[/.](?P<day>\d{1,2})(?!\d)")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_DAY_FIRST = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?\s{1,3}(?:de\s|of\s)?(?P<month>[^\W\d_]{3,12})"
    r"\.?,?\s{1,3}(?:de\s|del\s)?(?P<year>\d{4})(?!\d)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    r"(?P<month>[^\W\d_]{3,12})\.?\s{1,3}(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(?P<year>\d{4})(?!\d)",
    re.IGNORECASE,
)
_NAMES = (
    "january jan januar janeiro enero ene janvier janv jän jänner gennaio",
    "february feb februar fevereiro fev febrero février fevrier févr febbraio",
    "march mar märz maerz mrz março marco marzo mars",
    "april apr abril abr avril avr aprile",
    "may mai maio mayo maggio",
    "june jun juni junho junio juin giugno",
    "july jul juli julho julio juillet juil luglio",
    "august aug agosto ago août aout",
    "september sep sept setembro set septiembre septembre settembre",
    "october oct oktober okt outubro out octubre octobre ottobre",
    "november nov novembro noviembre novembre",
    "december dec dezember dez dezembro diciembre dic décembre decembre déc dicembre",
)
_MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
_CENTURY = 100
_PIVOT = 70


def date_of(text: str, language: str = "") -> str | None:
    """ISO 8601 `YYYY-MM-DD`; None where the text does not say which day.

    `language`: the page's, as it declares it. `03/04/2026` is the third of April but in American
    English; in an English that says no country it is not said, so it is none.
    """
    found = _found(text[:_LONGEST], language)
    if found is None:
        return None
    try:
        return date(*found).isoformat()
    except ValueError:
        return None


def moment_of(text: str, language: str = "") -> str | None:
    """The same with the time of day where the text has it in ISO 8601."""
    iso = _ISO.search(text[:_LONGEST])
    day = date_of(text, language)
    if iso is None or day is None or not iso["time"]:
        return day
    return f"{day}T{iso['time'][1:].replace(' ', '')}"


def _found(text: str, language: str) -> tuple[int, int, int] | None:
    for form in (_ISO, _YEAR_FIRST):
        if found := form.search(text):
            return int(found["year"]), int(found["month"]), int(found["day"])
    for form in (_DAY_FIRST, _MONTH_FIRST):
        found = form.search(text)
        if found and found["month"].lower() in _MONTHS:
            return int(found["year"]), _MONTHS[found["month"].lower()], int(found["day"])
    numeric = _NUMERIC.search(text)
    return _numeric(numeric, language.lower()) if numeric else None


def _numeric(found: re.Match[str], language: str) -> tuple[int, int, int] | None:
    first, separator, second = int(found[1]), found[2], int(found[3])
    year = int(found[4])
    if year < _CENTURY:
        year += 2000 if year < _PIVOT else 1900
    if separator == "." or second == first or first > 12:
        return year, second, first
    if second > 12 or language.startswith("en-us"):
        return year, first, second
    return None if language in ("", "en") else (year, second, first)
