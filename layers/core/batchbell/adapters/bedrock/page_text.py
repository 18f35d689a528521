"""Does a page say what the model says it says?

Nothing that a model returns is believed: a text, number, date or address that is not on the page
is dropped, whether the model invented it or the page talked it into it.
"""

import re
from decimal import Decimal
from functools import cached_property
from urllib.parse import urlsplit

from batchbell.adapters.bedrock.page_amounts import amounts
from batchbell.adapters.bedrock.page_dates import date_parts, says_date
from batchbell.adapters.bedrock.page_words import plain, spaced, words

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"\[\]]{1,2000}", re.IGNORECASE)
_AFTER_AN_ADDRESS = ").,;:!?'*_"


class PageText:
    """The text that the model saw. What is looked up in it is prepared at the first question."""

    def __init__(self, text: str) -> None:
        self._text = text

    def says(self, value: str) -> bool:
        """Whether the page has a text: its words, line by line; a date or address by its parts."""
        parts = date_parts(value)
        if parts is not None and says_date(self._lower, parts):
            return True
        if "://" in value:
            return not _same(value.strip()).isdisjoint(self._addresses)
        return all(self._says_line(line) for line in value.splitlines() if line.strip())

    def says_number(self, value: float) -> bool:
        """Whether a number is on the page, signs apart."""
        return abs(Decimal(str(value))) in self._amounts

    def quotes(self, passage: str) -> bool:
        """Whether a passage stands on the page as it is, white space and Markdown's marks apart."""
        quoted = spaced(passage)
        return quoted in self._spaced or spaced(plain(passage)) in self._plain

    def _says_line(self, line: str) -> bool:
        found = words(plain(line))
        if found.isspace():  # only signs, such as stars
            return spaced(line) in self._spaced
        return found in self._words or found in self._plain_words

    @cached_property
    def _lower(self) -> str:
        return self._text.lower()

    @cached_property
    def _spaced(self) -> str:
        return spaced(self._text)

    @cached_property
    def _plain(self) -> str:
        return spaced(plain(self._text))

    @cached_property
    def _words(self) -> str:
        return words(self._text)

    @cached_property
    def _plain_words(self) -> str:
        return words(plain(self._text))

    @cached_property
    def _amounts(self) -> frozenset[Decimal]:
        return amounts(self._text)

    @cached_property
    def _addresses(self) -> frozenset[str]:
        found = (address for match in _ADDRESS.findall(self._text) for address in _same(match))
        return frozenset(found)


def _same(address: str) -> frozenset[str]:
    """The address as it is compared, with and without what may be punctuation after it."""
    return frozenset(map(_bare, (address, address.rstrip(_AFTER_AN_ADDRESS))))


def _bare(address: str) -> str:
    """Without scheme, fragment and a slash at the end; a host has no case."""
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
    except ValueError:
        return address
    query = f"?{parts.query}" if parts.query else ""
    return parts.netloc.lower() + parts.path.rstrip("/") + query
