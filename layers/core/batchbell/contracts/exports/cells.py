"""What may stand in a cell of a file, and what would a spreadsheet take for a formula?"""

import re

from batchbell.contracts.exports.printed_numbers import is_number

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
"""What XML 1.0 has no way to write, and the delete character."""
_LONE = re.compile("[\ud800-\udfff]")
_UNSEEN = " \u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\v\f\x1c-\x1f\x85"
"""What a program may skip on its way to the first character; no tab or line break."""
_BEGINS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""What formulas begin with, in wide characters too."""
_LEADING = "\t\r\n"
_MAY_RUN = re.compile(f"(?:\\A|(?<=[;{_LEADING}]))(?=[{_UNSEEN}]*(?P<first>[{_BEGINS}]))")
_PLAIN = re.compile(f"[A-Za-z0-9(][^;{_LEADING}]*")
"""What most cells hold, told in one look."""
_ONLY_DASHES = re.compile(f"[{_UNSEEN}\\-]*")


def writable(text: str) -> str:
    """The text without what no file of text can hold; half of a pair becomes U+FFFD."""
    if text.isascii() and text.isprintable():
        return text
    return _LONE.sub("\ufffd", _FORBIDDEN.sub("", text))


def neutralised(text: str) -> str:
    """The text with an apostrophe before whatever a spreadsheet would run: at its beginning and
    after a semicolon, tab or line break, where spreadsheets of many countries begin a new cell.
    Numbers stay numbers, and a dash for "nothing" stays a dash.
    """
    if _PLAIN.fullmatch(text):
        return text
    safe = _MAY_RUN.sub(_apostrophe, text)
    return "'" + safe if text.startswith(tuple(_LEADING)) else safe


def _apostrophe(found: re.Match[str]) -> str:
    """Looks no further than to the next place of its kind, so that long texts take no long time."""
    text = found.string
    harmless = is_number(text, found.start("first")) or _ONLY_DASHES.fullmatch(text, found.end())
    return "" if harmless else "'"
