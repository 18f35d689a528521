"""What does a caller's JSON Schema ask for, in the few kinds of values that a model is asked for?

Bounded whatever the schema: definitions that refer to themselves, fields without end.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MAX_FIELDS = 100
MAX_DEPTH = 5


class Kind(StrEnum):
    """The kinds of values."""

    TEXT = "string"
    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    LIST = "array"
    RECORD = "object"


@dataclass(frozen=True, slots=True)
class Shape:
    """A value that is asked for. `choices`: the only texts allowed, all when empty."""

    kind: Kind
    description: str = ""
    format: str = ""
    choices: tuple[str, ...] = ()
    item: "Shape | None" = None
    fields: tuple[tuple[str, "Shape"], ...] = ()


def shape_of(schema: Mapping[str, Any]) -> Shape:
    """The record that a schema describes; what goes beyond the limits is not asked for."""
    read = _Read(schema)
    return Shape(Kind.RECORD, fields=tuple(read.fields(read.resolved(schema), 1)))


class _Read:
    """One reading of a schema: where definitions are looked up, and how many fields there were."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self._whole = whole
        self._count = 0

    def fields(self, schema: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Shape]]:
        properties = schema.get("properties")
        if not isinstance(properties, Mapping) or depth > MAX_DEPTH:
            return
        for name, given in properties.items():
            if self._count >= MAX_FIELDS:
                return
            self._count += 1
            shape = self._shape(given, depth)
            if shape is not None:
                yield name, shape

    def _shape(self, given: object, depth: int) -> Shape | None:
        """None: a record without fields holds nothing that could be asked for."""
        schema = self.resolved(given)
        description = str(schema.get("description") or schema.get("title") or "")
        match _kind(schema):
            case Kind.RECORD:
                fields = tuple(self.fields(schema, depth + 1))
                return Shape(Kind.RECORD, description, fields=fields) if fields else None
            case Kind.LIST:
                item = self._shape(schema.get("items"), depth + 1) if depth < MAX_DEPTH else None
                return Shape(Kind.LIST, description, item=item) if item else None
            case kind:
                choices = _choices(schema) if kind is Kind.TEXT else ()
                return Shape(kind, description, str(schema.get("format") or ""), choices)

    def resolved(self, given: object, steps: int = 0) -> Mapping[str, Any]:
        """Behind a local `$ref`, and the first alternative beside null of an `anyOf`."""
        if not isinstance(given, Mapping):
            return {}
        target = self._target(given.get("$ref"))
        for word in ("anyOf", "oneOf", "allOf"):
            target = target if target is not None else _alternative(given.get(word))
        if target is None or steps >= MAX_DEPTH:
            return given
        return {**self.resolved(target, steps + 1), **given}

    def _target(self, reference: object) -> object:
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        target: Any = self._whole
        for part in reference.split("/")[1:]:
            target = target.get(part) if isinstance(target, Mapping) else None
        return target


def _kind(schema: Mapping[str, Any]) -> Kind:
    """Of several types the first beside null; text where none is known."""
    given = schema.get("type")
    named = [one for one in (given if isinstance(given, list) else [given]) if one in list(Kind)]
    if named:
        return Kind(named[0])
    if "properties" in schema:
        return Kind.RECORD
    return Kind.LIST if "items" in schema else Kind.TEXT


def _choices(schema: Mapping[str, Any]) -> tuple[str, ...]:
    given = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return tuple(one for one in given if isinstance(one, str)) if isinstance(given, list) else ()


def _alternative(given: object) -> object:
    if not isinstance(given, list):
        return None
    real = [one for one in given if isinstance(one, Mapping) and one.get("type") != "null"]
    return real[0] if real else None
