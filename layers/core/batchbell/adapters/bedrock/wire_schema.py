"""How is a caller's schema put so that Bedrock takes it?

Structured output takes a subset of JSON Schema and answers HTTP 400 to the rest: no bounds, lengths
or counts, `additionalProperties: false` on every object, names of few characters; Anthropic's
models take at most 24 optional fields and 16 of several types. So every field is required, texts
and lists say "not on the page" by being empty, and only numbers and booleans may be null; when
these are too many, the others are asked for as text.
Source: Amazon Bedrock User Guide, "Get validated JSON results from models".
"""

import re
from collections.abc import Mapping
from itertools import chain, count
from typing import Any

from batchbell.adapters.bedrock.shapes import Kind, Shape

MAX_UNIONS = 16
MAX_CHOICES = 50
"""More, and a text is asked for: large enums make grammars that are not taken."""
MAX_DESCRIPTION = 500
MAX_DESCRIPTIONS = 20_000
"""Characters of all descriptions together; each gets its share."""

_ALLOWED = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_.-]+")
_FORMS = {
    "uri": "An absolute address.",
    "date": "A date as YYYY-MM-DD.",
    "date-time": "A date and time as in ISO 8601.",
    "email": "An e-mail address.",
}


def wire_names(shape: Shape) -> dict[str, str]:
    """For each name of a record's fields the one it has on the wire; no two are alike."""
    names = {name: name for name, _ in shape.fields if _ALLOWED.fullmatch(name)}
    for name, _ in shape.fields:
        if name not in names:
            names[name] = _free(_NOT_ALLOWED.sub("_", name)[:50], set(names.values()))
    return names


def _free(wanted: str, taken: set[str]) -> str:
    numbered = (f"{wanted}-{number}" for number in count(2))
    return next(name for name in chain([wanted], numbered) if name and name not in taken)


def wire_schema(shape: Shape) -> dict[str, Any]:
    """The schema of a record, as Bedrock takes it."""
    return _Writing(shape).record(shape)


def wire_rows(row: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of all rows, given that of one."""
    return record_of({"rows": {"type": "array", "items": dict(row)}})


def record_of(properties: dict[str, Any]) -> dict[str, Any]:
    """An object of which every property is there, and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


class _Writing:
    """One schema being written, within the limits that hold for all of it."""

    def __init__(self, whole: Shape) -> None:
        self._unions = 0
        self._share = min(MAX_DESCRIPTION, MAX_DESCRIPTIONS // max(_size(whole), 1))

    def record(self, shape: Shape) -> dict[str, Any]:
        names = wire_names(shape)
        return record_of(
            {
                names[name]: self._described(name, names[name], field, self._field(field))
                for name, field in shape.fields
            }
        )

    def _field(self, shape: Shape) -> dict[str, Any]:
        if shape.kind in (Kind.NUMBER, Kind.INTEGER, Kind.BOOLEAN):
            return self._nullable(shape.kind)
        return self._value(shape)

    def _value(self, shape: Shape) -> dict[str, Any]:
        if shape.kind is Kind.RECORD:
            return self.record(shape)
        if shape.kind is Kind.LIST and shape.item is not None:
            return {"type": "array", "items": self._value(shape.item)}
        if 0 < len(shape.choices) <= MAX_CHOICES:
            return {"type": "string", "enum": list(dict.fromkeys([*shape.choices, ""]))}
        return {"type": shape.kind.value}

    def _nullable(self, kind: Kind) -> dict[str, Any]:
        self._unions += 1
        if self._unions <= MAX_UNIONS:
            return {"anyOf": [{"type": kind.value}, {"type": "null"}]}
        if kind is Kind.BOOLEAN:
            return {"type": "string", "enum": ["true", "false", ""]}
        return {"type": "string"}

    def _described(
        self, name: str, wire: str, shape: Shape, written: dict[str, Any]
    ) -> dict[str, Any]:
        """Descriptions are the caller's; a name that could not stay, and a form, are added."""
        renamed = "" if wire == name else f"{name}:"
        number = shape.kind in (Kind.NUMBER, Kind.INTEGER) and written.get("type") == "string"
        form = "Digits only, such as 1234.5." if number else _FORMS.get(shape.format, "")
        said = " ".join(part for part in (renamed, shape.description, form) if part)
        return {**written, "description": said[: self._share]} if said else written


def _size(shape: Shape) -> int:
    """How many fields there are, those within fields too."""
    inner = _size(shape.item) if shape.item else 0
    return inner + sum(1 + _size(field) for _, field in shape.fields)
