"""What was found on a page for a schema, and on which evidence?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.schema import Field


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a value comes from: a source in words, and a confidence over 0, at most 1."""

    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Extracted:
    """Rows in page order, each with every name of the schema; null is what was not found."""

    rows: tuple[dict[str, Any], ...]
    missing: tuple[str, ...] = ()
    """Names that no row has a value for."""
    provenance: tuple[Mapping[str, Provenance], ...] = ()
    """For each row: of which values is known where they come from."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Which fields a page offers. `schema`: a JSON Schema of one row, or of an array of them."""

    title: str | None
    fields: tuple[Field, ...]
    schema: dict[str, Any]
    first_subpage_url: str | None = None
