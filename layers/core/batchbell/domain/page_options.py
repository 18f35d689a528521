"""How does a caller want a page fetched, and what is to be made of it?

Both are stored with a batch and travel to the process that distills: `as_body` and `from_body` are
the one form in which they do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

FORMATS = frozenset(("markdown", "links", "images", "metadata", "html"))
DEFAULT_COUNTRY = "US"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """What is asked of a site. How long it may take is not part of it: that depends on the attempt.

    `headers` are the caller's and were validated (`request_headers`); they may hold secrets.
    """

    country: str = DEFAULT_COUNTRY
    """Two letters; decides the Accept-Language header."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    obey_robots: bool = True

    def as_body(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "country": self.country,
            "headers": [list(pair) for pair in self.headers],
            "obey_robots": self.obey_robots,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError or ValueError for what `as_body` did not make."""
        return cls(
            country=str(body["country"]),
            headers=tuple((str(name), str(value)) for name, value in body["headers"]),
            obey_robots=bool(body["obey_robots"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DistillOptions:
    """What is made of a page. `formats` are of `FORMATS`; the tags are CSS selectors
    (`tag_selectors`), of which an empty list selects nothing and changes nothing.
    """

    formats: frozenset[str] = frozenset(("markdown",))
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()

    def as_body(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "formats": sorted(self.formats),
            "include_tags": list(self.include_tags),
            "exclude_tags": list(self.exclude_tags),
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Self:
        """Raises KeyError or TypeError for what `as_body` did not make."""
        return cls(
            formats=frozenset(body["formats"]),
            include_tags=tuple(body["include_tags"]),
            exclude_tags=tuple(body["exclude_tags"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which readings a caller asked for. `query`: what highlights are to bear on."""

    summary: bool = False
    question: str | None = None
    query: str | None = None

    @property
    def count(self) -> int:
        """How many they are."""
        return self.summary + (self.question is not None) + (self.query is not None)
