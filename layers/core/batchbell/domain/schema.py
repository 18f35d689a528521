"""What does a caller want to be found on a page: which fields, of which types?"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class FieldType(StrEnum):
    """The types of a field. A list holds values of its field's `item`, records hold fields."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    URL = "url"
    EMAIL = "email"
    DATE = "date"
    DATE_TIME = "date_time"
    LIST = "list"
    RECORD = "record"
    RECORDS = "records"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to be found. `choices`: the only values allowed, all when empty."""

    name: str
    type: FieldType = FieldType.TEXT
    description: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    item: FieldType = FieldType.TEXT
    """What a list holds: a type without fields of its own."""
    fields: tuple["Field", ...] = ()
    """What a record, or each of several records, holds."""

    def as_body(self) -> dict[str, Any]:
        """As JSON holds it; what is as by default is left out."""
        body: dict[str, Any] = {"name": self.name, "type": self.type.value}
        if self.description:
            body["description"] = self.description
        if self.required:
            body["required"] = True
        if self.choices:
            body["choices"] = list(self.choices)
        if self.item is not FieldType.TEXT:
            body["item"] = self.item.value
        if self.fields:
            body["fields"] = [field.as_body() for field in self.fields]
        return body


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields of a row; `rows`: the page is a list and every record of it is wanted."""

    fields: tuple[Field, ...]
    rows: bool = False

    def as_body(self) -> dict[str, Any]:
        """As JSON holds it: what `schema_of_body` reads."""
        return {"rows": self.rows, "fields": [field.as_body() for field in self.fields]}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields, in their order."""
        return tuple(field.name for field in self.fields)


def schema_of_body(body: Mapping[str, Any]) -> Schema:
    """The schema that `as_body` wrote."""
    return Schema(tuple(_field_of_body(field) for field in body["fields"]), bool(body["rows"]))


def json_schema_of(schema: Schema) -> dict[str, Any]:
    """A JSON Schema of one row. Every name is there; null is what the page does not say."""
    return _object_of(schema.fields)


def _field_of_body(body: Mapping[str, Any]) -> Field:
    return Field(
        name=body["name"],
        type=FieldType(body["type"]),
        description=body.get("description", ""),
        required=body.get("required", False),
        choices=tuple(body.get("choices", ())),
        item=FieldType(body.get("item", FieldType.TEXT)),
        fields=tuple(_field_of_body(field) for field in body.get("fields", ())),
    )


def _object_of(fields: tuple[Field, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.name: _property_of(field) for field in fields},
        "required": [field.name for field in fields],
        "additionalProperties": False,
    }


def _property_of(field: Field) -> dict[str, Any]:
    written = _nullable(_shape_of(field))
    if field.choices and field.type is not FieldType.LIST:
        written["enum"] = [*field.choices, None]
    if field.description:
        written["description"] = field.description
    return written


def _shape_of(field: Field) -> dict[str, Any]:
    match field.type:
        case FieldType.RECORD:
            return _object_of(field.fields)
        case FieldType.RECORDS:
            return {"type": "array", "items": _object_of(field.fields)}
        case FieldType.LIST:
            chosen = {"enum": list(field.choices)} if field.choices else {}
            return {"type": "array", "items": {**_SCALARS[field.item], **chosen}}
        case _:
            return dict(_SCALARS[field.type])


def _nullable(written: dict[str, Any]) -> dict[str, Any]:
    return {**written, "type": [written["type"], "null"]}


_SCALARS: dict[FieldType, dict[str, Any]] = {
    FieldType.TEXT: {"type": "string"},
    FieldType.NUMBER: {"type": "number"},
    FieldType.INTEGER: {"type": "integer"},
    FieldType.BOOLEAN: {"type": "boolean"},
    FieldType.URL: {"type": "string", "format": "uri"},
    FieldType.EMAIL: {"type": "string", "format": "email"},
    FieldType.DATE: {"type": "string", "format": "date"},
    FieldType.DATE_TIME: {"type": "string", "format": "date-time"},
}
