"""How long is a duration, in minutes?"""

import re

_ISO = re.compile(
    r"P(?:(?P<days>\d{1,6}(?:[.,]\d+)?)D)?"
    r"(?:T(?:(?P<hours>\d{1,6}(?:[.,]\d+)?)H)?(?:(?P<minutes>\d{1,9}(?:[.,]\d+)?)M)?"
    r"(?:(?P<seconds>\d{1,9}(?:[.,]\d+)?)S)?)?\Z",
    re.IGNORECASE,
)
_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?|[½¼¾])\s*(?:[-–]\s*\d{1,6}\s*)?([^\W\d_]+)")
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)(?::[0-5]\d)?\Z")
_LONGEST = 100
_LONGEST_TIME = 366 * 1440  # beyond a year something else is meant
_MINUTES_IN = {"days": 1440.0, "hours": 60.0, "minutes": 1.0, "seconds": 1 / 60}
_SIGNS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_WORDS = {
    "days": "d day days dia dias tag tage tagen día días jour jours giorno giorni dag dagen dage",
    "hours": "h hr hrs hour hours hora horas std stunde stunden heure heures ora ore uur time timer"
    " timmar timme godz godzina godziny t",
    "minutes": "m min mins minute minutes minuto minutos minuten minuti minuut minuter minutter"
    " minut mn",
    "seconds": "s sec secs second seconds segundo segundos sekunde sekunden seconde secondes",
}
_UNITS = {word: unit for unit, words in _WORDS.items() for word in words.split()}


def minutes_of(text: str) -> float | None:
    """ISO 8601 (`PT1H30M`), a clock (`1:30`) or words in several languages (`1 Std. 30 Min.`).

    None for anything else, a bare number included, and for a duration of nothing.
    """
    trimmed = text.strip()
    if len(trimmed) > _LONGEST:
        return None
    iso = _ISO.match(trimmed)
    if iso:
        return _sum([(unit, value) for unit, value in iso.groupdict().items() if value])
    clock = _CLOCK.match(trimmed)
    if clock:
        return _sum([("hours", clock[1]), ("minutes", clock[2])])
    return _sum([(_UNITS[w.lower()], n) for n, w in _PART.findall(trimmed) if w.lower() in _UNITS])


def _sum(parts: list[tuple[str, str]]) -> float | None:
    total = sum(
        (_SIGNS[value] if value in _SIGNS else float(value.replace(",", "."))) * _MINUTES_IN[unit]
        for unit, value in parts
    )
    return total if 0 < total <= _LONGEST_TIME else None
