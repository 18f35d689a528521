"""How large is a record, by DynamoDB's rules?

Source: DynamoDB Developer Guide, "DynamoDB item sizes and formats". It says nothing of sets; they
are taken to have the overhead of lists, which can only be too much.
"""

from collections.abc import Mapping
from typing import Any

Image = Mapping[str, Mapping[str, Any]]
"""A record's attributes, each value under its type's letter."""

_CONTAINER_BYTES = 3
_ELEMENT_BYTES = 1


def record_bytes(image: Image) -> int:
    """Bytes of the names and values of a record."""
    return sum(_text_bytes(name) + value_bytes(value) for name, value in image.items())


def value_bytes(value: Mapping[str, Any]) -> int:
    """Bytes of one value."""
    ((letter, content),) = value.items()
    match letter:
        case "S":
            return _text_bytes(content)
        case "N":
            return _number_bytes(content)
        case "B":
            return len(content)
        case "BOOL" | "NULL":
            return 1
        case "M":
            return _CONTAINER_BYTES + record_bytes(content) + _ELEMENT_BYTES * len(content)
        case "L":
            return _container_bytes([value_bytes(element) for element in content])
        case "SS" | "NS" | "BS":
            return _container_bytes([value_bytes({letter[0]: element}) for element in content])
    raise ValueError(f"no attribute is of the type {letter}")


def _container_bytes(elements: list[int]) -> int:
    return _CONTAINER_BYTES + sum(elements) + _ELEMENT_BYTES * len(elements)


def _text_bytes(text: str) -> int:
    return len(text.encode())


def _number_bytes(text: str) -> int:
    """A byte for two significant digits, and one more; another for a minus."""
    digits = text.lstrip("-").replace(".", "").strip("0")
    return (len(digits) + 1) // 2 + 1 + text.startswith("-")
