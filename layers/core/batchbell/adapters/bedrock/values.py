"""What does a model's answer come to, once it is held against the page?

A value of the wrong type or not on the page becomes None, a list loses it; a record or list of
which nothing is left becomes None too. (That a choice is one of them is checked by `fit`.)
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from batchbell.adapters.bedrock.page_text import PageText
from batchbell.adapters.bedrock.shapes import Kind, Shape
from batchbell.adapters.bedrock.wire_schema import wire_names


def record_value(shape: Shape, answered: object, page: PageText) -> dict[str, Any]:
    """A record with every name that was asked for, as the caller spells it."""
    given = answered if isinstance(answered, Mapping) else {}
    names = wire_names(shape)
    return {name: _value(field, given.get(names[name]), page) for name, field in shape.fields}


def _value(shape: Shape, answered: object, page: PageText) -> Any:
    match shape.kind:
        case Kind.RECORD:
            record = record_value(shape, answered, page)
            return record if any(value is not None for value in record.values()) else None
        case Kind.LIST:
            return _list(shape, answered, page)
        case Kind.BOOLEAN:
            return _boolean(answered)
        case Kind.NUMBER | Kind.INTEGER:
            number = _number(answered)
            return number if number is not None and page.says_number(number) else None
        case _:
            return _text(shape, answered, page)


def _list(shape: Shape, answered: object, page: PageText) -> list[Any] | None:
    if shape.item is None or not isinstance(answered, list):
        return None
    values = [_value(shape.item, one, page) for one in answered]
    return [value for value in values if value is not None] or None


def _boolean(answered: object) -> bool | None:
    """As such, or as the text by which it was asked for."""
    if isinstance(answered, bool):
        return answered
    return {"true": True, "false": False}.get(answered) if isinstance(answered, str) else None


def _number(answered: object) -> int | float | None:
    """As such, or as the text by which it was asked for; 12.0 is 12."""
    number = _parsed(answered) if isinstance(answered, str) else answered
    if isinstance(number, float):
        return int(number) if number.is_integer() else number if isfinite(number) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _parsed(text: str) -> int | float | None:
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return None


def _text(shape: Shape, answered: object, page: PageText) -> str | None:
    """Empty is how a model says that the page does not say. A choice is judged, not quoted."""
    text = answered.strip() if isinstance(answered, str) else ""
    return text if text and (shape.choices or page.says(text)) else None
