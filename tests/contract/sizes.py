"""How large is a record, by DynamoDB's own rules?

Source: "DynamoDB item sizes and formats" in the developer guide. It says nothing of the members of
sets, so each is given the byte more that the members of lists take.
"""

from collections.abc import Mapping
from typing import Any


def record_bytes(image: Mapping[str, Mapping[str, Any]]) -> int:
    """Names and values of a record."""
    return sum(_text(name) + _value(value) for name, value in image.items())


def _value(value: Mapping[str, Any]) -> int:
    ((letter, content),) = value.items()
    match letter:
        case "S":
            return _text(content)
        case "N":
            return _number(content)
        case "B":
            return len(content)
        case "NS":
            return 3 + sum(1 + _number(member) for member in content)
    return 3 + sum(1 + _text(name) + _value(member) for name, member in content.items())


def _text(text: str) -> int:
    return len(text.encode())


def _number(number: str) -> int:
    digits = len(number.strip("-").strip("0"))
    return 1 + -(-digits // 2) + number.startswith("-")
