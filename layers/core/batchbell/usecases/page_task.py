"""What does a caller want of a page?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from batchbell.domain.budget import CREDITS_TO_DISTILL, CREDITS_TO_EXTRACT, worst_cost
from batchbell.domain.page_options import Asked, DistillOptions, FetchOptions
from batchbell.domain.schema import Schema, schema_of_body


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTask:
    """The same for all pages of a batch. `timeout_ms`: of one attempt."""

    timeout_ms: int
    fetch: FetchOptions = field(default_factory=FetchOptions)
    distill: DistillOptions = field(default_factory=DistillOptions)
    """Which pieces of the page are wanted, rows aside."""
    readings: Asked = field(default_factory=Asked)
    extracts: bool = False
    """Whether rows are wanted."""
    schema: Schema | None = None
    """Of the rows; None: of the fields that the page offers."""
    explains: bool = False
    """Whether each row's evidence and what is missing are wanted too."""
    refresh: bool = False
    """Whether nothing that was kept of an earlier fetch may be used."""
    cache_seconds: int = 0
    """How old a page may be that was kept of an earlier fetch; 0: none is kept."""

    @property
    def base_credits(self) -> int:
        """What a page costs, a model's readings aside."""
        return CREDITS_TO_EXTRACT if self.extracts else CREDITS_TO_DISTILL

    def most_credits(self, pages: int) -> int:
        """What so many pages may cost at most."""
        return worst_cost(pages, self.base_credits, self.readings.count)

    def as_body(self) -> dict[str, Any]:
        """As JSON has it."""
        return self.page_body() | {
            "timeout_ms": self.timeout_ms,
            "refresh": self.refresh,
            "cache_seconds": self.cache_seconds,
        }

    def page_body(self) -> dict[str, Any]:
        """The same of what decides what is made of a page, and not of how it is come by."""
        readings = self.readings
        return {
            "fetch": self.fetch.as_body(),
            "distill": self.distill.as_body(),
            "readings": [readings.summary, readings.question, readings.query],
            "extracts": self.extracts,
            "schema": self.schema and self.schema.as_body(),
            "explains": self.explains,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError or ValueError for what `as_body` did not make."""
        summary, question, query = body["readings"]
        schema = body["schema"]
        return cls(
            timeout_ms=int(body["timeout_ms"]),
            fetch=FetchOptions.from_body(body["fetch"]),
            distill=DistillOptions.from_body(body["distill"]),
            readings=Asked(summary=bool(summary), question=question, query=query),
            extracts=bool(body["extracts"]),
            schema=None if schema is None else schema_of_body(schema),
            explains=bool(body["explains"]),
            refresh=bool(body["refresh"]),
            cache_seconds=int(body.get("cache_seconds", 0)),  # absent: of a release without
        )
