"""How do plain values become a table's attributes, and back?

Rows know text, whole numbers, bytes, sets of whole numbers or of texts, and maps of these. What is
None or an empty set is absent. Numbers come back as `int`, which the SDK's own types would make
`Decimal`.
"""

from collections.abc import Mapping
from typing import Any

from batchbell.adapters.storable import storable

Row = Mapping[str, Any]
"""A record's attributes by name. Each record's own module knows their types."""

Image = Mapping[str, Mapping[str, Any]]
"""A record as the table's API and its stream write it: each value under its type's letter."""


def encode(row: Row) -> dict[str, dict[str, Any]]:
    """The row as the API wants it."""
    return {name: encode_value(value) for name, value in row.items() if not _absent(value)}


def decode(image: Image) -> dict[str, Any]:
    """The row that the API or a stream record shows. (A stream record's bytes stay base64 text.)"""
    return {name: decode_value(value) for name, value in image.items()}


def encode_value(value: Any) -> dict[str, Any]:
    """One value under its type's letter."""
    match value:
        case str():
            return {"S": storable(value)}
        case int():
            return {"N": str(value)}
        case bytes():
            return {"B": value}
        case frozenset():
            letter = "SS" if any(isinstance(one, str) for one in value) else "NS"
            return {letter: [str(one) for one in sorted(value)]}
        case Mapping():
            return {"M": encode(value)}
    raise TypeError(f"no attribute holds a {type(value).__name__}")


def decode_value(value: Mapping[str, Any]) -> Any:
    """One value without its type's letter."""
    ((letter, content),) = value.items()
    match letter:
        case "N":
            return int(content)
        case "NS":
            return frozenset(map(int, content))
        case "SS":
            return frozenset(content)
        case "M":
            return decode(content)
    return content


def _absent(value: Any) -> bool:
    return value is None or value == frozenset()
