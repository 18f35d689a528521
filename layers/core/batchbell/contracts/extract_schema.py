"""Which schema does a caller mean, in whichever of its three shapes?

Source: Pages API contract, "Extract": a JSON Schema of an object, an array of objects with types
and instructions, a flat map of names to instructions. Each may be written with the words of the
others. Plain Python: whoever only reads jobs does not load a validation library.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.schema import Field, FieldType, Schema

MAX_FIELDS = 100
MAX_DEPTH = 3
MAX_NAME = 128
MAX_INSTRUCTION = 2_000
MAX_CHOICES = 200

_TYPES = {
    "text": FieldType.TEXT, "string": FieldType.TEXT, "str": FieldType.TEXT,
    "number": FieldType.NUMBER, "float": FieldType.NUMBER, "integer": FieldType.INTEGER,
    "int": FieldType.INTEGER, "boolean": FieldType.BOOLEAN, "bool": FieldType.BOOLEAN,
    "url": FieldType.URL, "uri": FieldType.URL, "link": FieldType.URL, "image": FieldType.URL,
    "email": FieldType.EMAIL, "date": FieldType.DATE, "datetime": FieldType.DATE_TIME,
    "date-time": FieldType.DATE_TIME,
}  # fmt: skip
_WORDS = {
    FieldType.NUMBER: "NUMBER", FieldType.INTEGER: "NUMBER", FieldType.URL: "URL",
    FieldType.EMAIL: "EMAIL", FieldType.DATE: "DATE", FieldType.DATE_TIME: "DATE",
}  # fmt: skip
_FORMATS = frozenset(("uri", "url", "email", "date", "date-time"))
_KEYWORDS = frozenset(("$schema", "$id", "$defs", "type", "title", "required", "description"))


def schema_of_request(value: object) -> Schema:
    """The schema that was sent. Raises CallerError INVALID_SCHEMA with a message per field."""
    if not isinstance(value, Mapping) or not value:
        raise _invalid({"schema": "must be an object: a JSON Schema, or names with instructions"})
    return _Reading(value).schema()


def proposal_of(field: Field) -> dict[str, str]:
    """A field as it is proposed to a caller: name, type in the words of shape two, instruction."""
    kind = field.item if field.type is FieldType.LIST else field.type
    return {
        "name": field.name,
        "type": _WORDS.get(kind, "TEXT"),
        "instruction": field.description,
    }


def _invalid(details: Mapping[str, str]) -> CallerError:
    return CallerError(ErrorCode.INVALID_SCHEMA, "The schema cannot be used. See details.", details)


class _Reading:
    """One reading of a schema: where definitions are looked up, and what was wrong so far."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self._whole = whole
        self._wrong: dict[str, str] = {}
        self._count = 0

    def schema(self) -> Schema:
        whole = self._resolved(self._whole, 0)
        rows = _word(whole.get("type")) == "array"
        row = self._row_of(whole) if rows else whole
        fields = self._fields(row, "schema", 1) if row is not None else ()
        if not fields and not self._wrong:
            self._wrong["schema"] = "has no properties; name at least one"
        if self._wrong:
            raise _invalid(self._wrong)
        return Schema(fields, rows)

    def _row_of(self, whole: Mapping[str, Any]) -> Mapping[str, Any] | None:
        items = whole.get("items")
        if isinstance(items, Mapping) and items:
            return self._resolved(items, 0)
        self._wrong["schema.items"] = "must be an object with properties"
        return None

    def _fields(self, row: Mapping[str, Any], place: str, depth: int) -> tuple[Field, ...]:
        properties = row.get("properties")
        if not isinstance(properties, Mapping):
            properties = {} if _only_keywords(row) else row
        required = row.get("required")
        names = frozenset(map(str, required)) if isinstance(required, list) else frozenset()
        fields = []
        for name, spec in properties.items():
            self._count += 1
            if self._count > MAX_FIELDS:
                self._wrong["schema"] = f"must have at most {MAX_FIELDS} fields"
                break
            field = self._field(name, spec, f"{place}.{name[:MAX_NAME]}", depth)
            if field is not None:
                fields.append(replace(field, required=name in names))
        return tuple(fields)

    def _field(self, name: str, spec: object, place: str, depth: int) -> Field | None:
        if not name.strip() or len(name) > MAX_NAME:
            return self._refuse(place, f"a name has 1 to {MAX_NAME} characters")
        if isinstance(spec, str):
            return self._with_text(Field(name), spec, place)
        if not isinstance(spec, Mapping):
            return self._refuse(place, "must be an instruction or an object with a type")
        shape = self._resolved(spec, 0)
        field = self._typed(name, shape, place, depth)
        text = shape.get("instruction") or shape.get("description") or shape.get("title") or ""
        return field and self._with_text(field, text, place)

    def _with_text(self, field: Field, text: object, place: str) -> Field | None:
        if not isinstance(text, str) or len(text) > MAX_INSTRUCTION:
            return self._refuse(place, f"an instruction is at most {MAX_INSTRUCTION} characters")
        return replace(field, description=text.strip())

    def _typed(self, name: str, shape: Mapping[str, Any], place: str, depth: int) -> Field | None:
        if not _REFERRING.isdisjoint(shape):
            return self._refuse(place, "refers to what is not in the schema; write it out")
        word = _word(shape.get("type")) or _implied(shape)
        if word == "object":
            fields = self._nested(shape, place, depth)
            return replace(Field(name, FieldType.RECORD), fields=fields) if fields else None
        if word == "array":
            return self._array(name, shape.get("items", {}), place, depth)
        if word not in _TYPES:
            return self._refuse(place, f"has a type that is not known; use one of {_known()}")
        kind = _formatted(_TYPES[word], shape)
        return Field(name, kind, choices=self._choices(shape, place))

    def _array(self, name: str, items: object, place: str, depth: int) -> Field | None:
        if not isinstance(items, Mapping):
            return self._refuse(f"{place}.items", "must be an object with a type")
        inner = self._typed(name, self._resolved(items, 0), f"{place}.items", depth)
        if inner is None:
            return None
        if inner.type is FieldType.RECORD:
            return replace(inner, type=FieldType.RECORDS)
        if inner.type in (FieldType.LIST, FieldType.RECORDS):
            return self._refuse(place, "an array of arrays is not supported")
        return replace(inner, type=FieldType.LIST, item=inner.type)

    def _nested(self, shape: Mapping[str, Any], place: str, depth: int) -> tuple[Field, ...]:
        if depth >= MAX_DEPTH:
            self._refuse(place, f"objects may be nested {MAX_DEPTH} deep, no more")
            return ()
        fields = self._fields(shape, place, depth + 1)
        if not fields:
            self._refuse(place, "an object must have properties")
        return fields

    def _choices(self, shape: Mapping[str, Any], place: str) -> tuple[str, ...]:
        given = shape.get("enum", [shape["const"]] if "const" in shape else [])
        if not isinstance(given, list) or len(given) > MAX_CHOICES:
            self._refuse(place, f"enum must be a list of at most {MAX_CHOICES} texts")
            return ()
        return tuple(choice for choice in given if isinstance(choice, str))

    def _resolved(self, shape: Mapping[str, Any], steps: int) -> Mapping[str, Any]:
        """Behind a local `$ref`, and the first alternative beside null of an `anyOf`."""
        if steps >= MAX_DEPTH:
            return shape
        target = self._target(shape.get("$ref"))
        for word in ("anyOf", "oneOf", "allOf"):
            target = target or _first_alternative(shape.get(word))
        if target is None:
            return shape
        rest = {key: value for key, value in shape.items() if key not in _REFERRING}
        return {**self._resolved(target, steps + 1), **rest}

    def _target(self, reference: object) -> Mapping[str, Any] | None:
        parts = reference.split("/") if isinstance(reference, str) else []
        if len(parts) != _REFERENCE_PARTS or parts[0] != "#":
            return None
        definitions = self._whole.get(parts[1])
        target = definitions.get(parts[2]) if isinstance(definitions, Mapping) else None
        return target if isinstance(target, Mapping) else None

    def _refuse(self, place: str, message: str) -> Field | None:
        """Always None: there is no field then."""
        self._wrong.setdefault(place, message)
        return None


_REFERRING = frozenset(("$ref", "anyOf", "oneOf", "allOf"))
_REFERENCE_PARTS = 3


def _word(kind: object) -> str:
    """A type's name in lower case; of a list of types the one beside null."""
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "")
    return kind.strip().lower() if isinstance(kind, str) else ""


def _implied(shape: Mapping[str, Any]) -> str:
    if isinstance(shape.get("properties"), Mapping):
        return "object"
    return "array" if "items" in shape else "text"


def _only_keywords(row: Mapping[str, Any]) -> bool:
    return _word(row.get("type")) in ("object", "array") and row.keys() <= _KEYWORDS


def _first_alternative(given: object) -> Mapping[str, Any] | None:
    if not isinstance(given, list):
        return None
    real = [one for one in given if isinstance(one, Mapping) and one.get("type") != "null"]
    return real[0] if real else None


def _formatted(kind: FieldType, shape: Mapping[str, Any]) -> FieldType:
    form = _word(shape.get("format"))
    return _TYPES[form] if kind is FieldType.TEXT and form in _FORMATS else kind


def _known() -> str:
    return "string, number, integer, boolean, array, object, TEXT, NUMBER, URL, EMAIL, DATE"
