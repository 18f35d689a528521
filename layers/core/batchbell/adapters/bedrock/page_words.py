"""Which words are on a page, whatever their case, spaces and marks?

Compared are runs of letters and runs of digits; where a script puts no spaces, single characters.
"""

import re
import unicodedata

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_WITHOUT_SPACES = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_WITHOUT_SPACES}]|\d+|[^\W\d_{_WITHOUT_SPACES}]+")
_TARGET = re.compile(r"\]\([^)\[\]\s]{0,2000}(?:\s{1,4}\"[^\"]{0,300}\")?\)")
_MARKS = re.compile(r"[*`~\\]|^[ \t]{0,8}(?:#{1,6}|>|[-+]|\d{1,9}[.)])[ \t]|!?\[|\]", re.MULTILINE)


def plain(text: str) -> str:
    """Markdown without link targets and marks."""
    return _MARKS.sub("", _TARGET.sub("]", text))


def words(text: str) -> str:
    """The words of a text, one space around each."""
    whole = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold()
    return " " + " ".join(_WORD.findall(whole)) + " "


def spaced(text: str) -> str:
    """The text with one space wherever there was white space."""
    return " ".join(text.split())
