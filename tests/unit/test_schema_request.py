"""Which schema does a caller mean, and which cannot be used?"""

import pytest

from batchbell.contracts.extract_schema import MAX_FIELDS, proposal_of, schema_of_request
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.schema import Field, FieldType, Schema


def test_a_json_schema() -> None:
    sent = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": " the name "},
            "price": {"type": ["number", "null"]},
            "when": {"type": "string", "format": "date-time"},
            "stock": {"type": "string", "enum": ["yes", "no"]},
        },
        "required": ["name"],
    }
    assert schema_of_request(sent) == Schema(
        (
            Field("name", FieldType.TEXT, "the name", required=True),
            Field("price", FieldType.NUMBER),
            Field("when", FieldType.DATE_TIME),
            Field("stock", choices=("yes", "no")),
        )
    )


@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_an_array_of_objects_with_instructions(case: object) -> None:
    assert callable(case)
    kinds = {"a": "TEXT", "b": "NUMBER", "c": "URL", "d": "EMAIL", "e": "DATE"}
    properties = {name: {"type": case(kind), "instruction": name} for name, kind in kinds.items()}
    sent = {"type": case("array"), "items": {"type": "object", "properties": properties}}
    types = (
        FieldType.TEXT, FieldType.NUMBER, FieldType.URL, FieldType.EMAIL, FieldType.DATE,
    )  # fmt: skip
    assert schema_of_request(sent) == Schema(
        tuple(Field(name, kind, name) for name, kind in zip(kinds, types, strict=True)), rows=True
    )


def test_a_flat_map_of_instructions() -> None:
    assert schema_of_request({"price": "current price", "type": "kind of thing"}) == Schema(
        (Field("price", description="current price"), Field("type", description="kind of thing"))
    )


def test_nested_objects_and_arrays() -> None:
    text = {"type": "string"}
    sent = {
        "properties": {
            "tags": {"type": "array", "items": text},
            "brand": {"type": "object", "properties": {"name": text}},
            "offers": {"type": "array", "items": {"properties": {"price": {"type": "number"}}}},
        }
    }
    assert schema_of_request(sent).fields == (
        Field("tags", FieldType.LIST),
        Field("brand", FieldType.RECORD, fields=(Field("name"),)),
        Field("offers", FieldType.RECORDS, fields=(Field("price", FieldType.NUMBER),)),
    )


def test_references_and_alternatives_to_null_are_followed() -> None:
    sent = {
        "type": "object",
        "properties": {
            "size": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "how big"},
            "brand": {"$ref": "#/$defs/Brand"},
        },
        "$defs": {"Brand": {"type": "object", "properties": {"name": {"type": "string"}}}},
    }
    assert schema_of_request(sent).fields == (
        Field("size", FieldType.INTEGER, "how big"),
        Field("brand", FieldType.RECORD, fields=(Field("name"),)),
    )


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (FieldType.TEXT, "TEXT"),
        (FieldType.INTEGER, "NUMBER"),
        (FieldType.URL, "URL"),
        (FieldType.DATE_TIME, "DATE"),
        (FieldType.LIST, "TEXT"),
    ],
)
def test_a_field_is_proposed_in_words_that_can_be_sent_back(kind: FieldType, word: str) -> None:
    proposal = proposal_of(Field("a", kind, "what it is"))
    assert proposal == {"name": "a", "type": word, "instruction": "what it is"}
    assert schema_of_request({"a": proposal}).names == ("a",)


def _deep(levels: int) -> dict[str, object]:
    inner: dict[str, object] = {"type": "string"}
    for _ in range(levels):
        inner = {"type": "object", "properties": {"a": inner}}
    return inner


REFUSED = {
    "no object": ("text", "schema"),
    "empty": ({}, "schema"),
    "nothing in it": ({"type": "object"}, "schema"),
    "no properties": ({"type": "object", "properties": {}}, "schema"),
    "an array of nothing": ({"type": "array"}, "schema.items"),
    "an unknown type": ({"properties": {"a": {"type": "colour"}}}, "schema.a"),
    "a number for an instruction": ({"a": 5}, "schema.a"),
    "no name": ({" ": "x"}, "schema. "),
    "a long instruction": ({"a": "x" * 3_000}, "schema.a"),
    "an object of nothing": ({"properties": {"a": {"type": "object"}}}, "schema.a"),
    "arrays in arrays": (
        {"properties": {"a": {"type": "array", "items": {"type": "array", "items": {}}}}},
        "schema.a",
    ),
    "too deep": (_deep(6), "schema.a.a.a"),
    "too many": ({f"f{n}": "x" for n in range(MAX_FIELDS + 1)}, "schema"),
    "choices that are no list": ({"properties": {"a": {"enum": "b"}}}, "schema.a"),
    "itself": (
        {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/A"}}},
        "schema.a",
    ),
}


@pytest.mark.parametrize(("sent", "place"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_used_is_refused_and_named(sent: object, place: str) -> None:
    with pytest.raises(CallerError) as caught:
        schema_of_request(sent)
    assert caught.value.code is ErrorCode.INVALID_SCHEMA
    assert place in (caught.value.details or {})
