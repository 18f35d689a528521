"""Which part of a text is the value that a label promises, as printed?"""

import re

from batchbell.engines.document.amounts import is_figure
from batchbell.engines.document.vocabulary.concept import Kind

_MONTHS = (
    "jan|feb|fev|fév|mar|mär|mrz|mrt|maa|apr|abr|avr|may|mai|mei|mag|maio|jun|jui|giu|jul|lug"
    "|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic|gen|ene"
)
_DATE = re.compile(
    r"(?<![\w.,/-])(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})"
    rf"|\d{{1,2}}(?:st|nd|rd|th|º)?[\s./-]*(?:de\s)?(?:{_MONTHS})[^\W\d_]*[\s.,/'-]*(?:de\s)?"
    rf"(?:\d{{4}}|\d{{2}})|(?:{_MONTHS})[^\W\d_]*\.?\s*\d{{1,2}}(?:st|nd|rd|th)?,?\s*\d{{4}})"
    r"(?!\d)",
    re.IGNORECASE,
)
_NUMBER = r"\d{1,3}(?:[ .,'’\u00a0]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d{1,4})?"
_AMOUNT = re.compile(
    rf"(?:[^\W\d_]{{0,4}}[$€£¥₹₽.*]*\s?)?[-+(−]?\s?[$€£¥₹₽]?\s?(?:{_NUMBER})\)?\s?-?"
    r"\s?[$€£¥₹₽]?[^\W\d_]{0,4}\.?\*?"
)
_TEXT_MOST = 120
_LETTERS_LEAST = 2


def fitting(text: str, kind: Kind | None) -> str | None:
    """The value, or None when the text is none of the kind."""
    text = text.strip(" :#=|")
    if not text or len(text) > _TEXT_MOST:
        return None
    match kind:
        case Kind.AMOUNT:
            return text if is_amount(text) else None
        case Kind.NUMBER:
            return text if is_figure(text) else None
        case Kind.DATE:
            return date_in(text)
        case Kind.CODE:
            return _code(text)
        case Kind.TEXT:
            return text if sum(map(str.isalpha, text)) >= _LETTERS_LEAST else None
        case None:
            return text


def date_in(text: str) -> str | None:
    """The first date as printed: in figures, or with the name of a month."""
    found = _DATE.search(text)
    return found.group().strip(" ,.-/") if found else None


def is_amount(text: str) -> bool:
    """One number, with at most a currency; neither a share nor a date."""
    return is_figure(text) and not date_in(text) and _AMOUNT.fullmatch(text) is not None


def size_of(amount: str) -> float:
    """Of an amount as printed, to compare it with others: the last point or comma is a decimal one
    unless three digits follow it.
    """
    bare = re.sub(r"[^\d.,]", "", amount).strip(".,")
    whole, mark, part = bare.replace(",", ".").rpartition(".")
    if not mark or len(part) == 3:
        whole, part = whole + part, ""
    return float(f"{whole.replace('.', '') or '0'}.{part or '0'}")


def _code(text: str) -> str | None:
    """The words with figures in them, from the first on; `DE 123` is one, too."""
    words = text.split()
    kept: list[str] = []
    for word in words:
        has_digit = any(letter.isdigit() for letter in word)
        if not has_digit and (kept or not word.isupper()):
            break
        kept.append(word)
    code = " ".join(kept).strip(",;")
    return code if any(letter.isdigit() for letter in code) else None
