"""Is every schema put so that Bedrock takes it?"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batchbell.adapters.bedrock.shapes import MAX_DEPTH, MAX_FIELDS, Kind, Shape, shape_of
from batchbell.adapters.bedrock.wire_schema import (
    MAX_CHOICES,
    MAX_DESCRIPTION,
    MAX_DESCRIPTIONS,
    MAX_UNIONS,
    wire_names,
    wire_schema,
)
from batchbell.domain.schema import Field, FieldType, Schema, json_schema_of

TAKEN = {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf",
         "description"}  # fmt: skip
NAME = st.text("aé _.-$/\U0001f600", max_size=70)
LEAVES = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "number", "integer", "boolean", "null", "TEXT", 7])},
    optional={
        "minimum": st.just(1),
        "pattern": st.just("a+"),
        "format": st.sampled_from(["uri", "date", "regex"]),
        "enum": st.lists(st.one_of(st.text("ab"), st.none(), st.integers())),
        "description": st.text(max_size=700),
        "default": st.just(0),
    },
)
SCHEMAS = st.recursive(
    st.one_of(LEAVES, st.booleans(), st.just({"$ref": "#/$defs/x"}), st.just({"$ref": "#"})),
    lambda inner: st.one_of(
        st.fixed_dictionaries({"properties": st.dictionaries(NAME, inner, max_size=8)}),
        st.fixed_dictionaries({"type": st.just(["array", "null"]), "items": inner}),
        st.fixed_dictionaries({"anyOf": st.lists(inner)}),
        st.fixed_dictionaries({"$defs": st.fixed_dictionaries({"x": inner}), "properties": st.just(
            {"x": {"$ref": "#/$defs/x"}})}),
    ),
)  # fmt: skip


def within(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema and all in it."""
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from within(inner)
    if "items" in schema:
        yield from within(schema["items"])


@settings(deadline=None, max_examples=60)
@given(SCHEMAS.filter(lambda schema: isinstance(schema, dict)))
def test_whatever_the_schema_only_what_bedrock_takes_is_sent(schema: dict[str, Any]) -> None:
    every = list(within(wire_schema(shape_of(schema))))
    assert set().union(*every) <= TAKEN
    for one in every:
        if one.get("type") == "object":
            assert one["additionalProperties"] is False
            assert one["required"] == list(one["properties"])
    assert sum("anyOf" in one for one in every) <= MAX_UNIONS
    assert sum("properties" not in one for one in every) <= MAX_FIELDS * 2


@settings(deadline=None, max_examples=60)
@given(st.lists(NAME, unique=True, max_size=20))
def test_names_are_of_the_allowed_characters_and_no_two_are_alike(names: list[str]) -> None:
    shape = Shape(Kind.RECORD, fields=tuple((name, Shape(Kind.TEXT)) for name in names))
    wire = wire_names(shape)
    assert set(wire) == set(names)
    assert len(set(wire.values())) == len(names)
    for name in wire.values():
        assert 1 <= len(name) <= 64
        assert all(one in "abcdefghijklmnopqrstuvwxyz0123456789_.-" for one in name)


def properties_of(**properties: Any) -> dict[str, Any]:
    written: dict[str, Any] = wire_schema(shape_of({"properties": properties}))["properties"]
    return written


def test_a_name_that_cannot_stay_is_in_the_description() -> None:
    written = properties_of(**{"Prix (€)": {"type": "string", "description": "As shown."}})
    assert written == {"Prix_": {"type": "string", "description": "Prix (€): As shown."}}


def test_numbers_may_be_null_and_texts_are_empty() -> None:
    assert properties_of(a={"type": ["integer", "null"]}, b={"type": "string"}) == {
        "a": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "b": {"type": "string"},
    }


def test_what_would_be_one_union_too_many_is_asked_for_as_text() -> None:
    many = {f"n{number}": {"type": "number"} for number in range(MAX_UNIONS)}
    written = properties_of(**many, more={"type": "number"}, so={"type": "boolean"})
    assert written["more"] == {"type": "string", "description": "Digits only, such as 1234.5."}
    assert written["so"] == {"type": "string", "enum": ["true", "false", ""]}


def test_choices_are_an_enum_with_an_empty_one() -> None:
    assert properties_of(a={"enum": ["new", "used", None]}) == {
        "a": {"type": "string", "enum": ["new", "used", ""]}
    }


def test_too_many_choices_are_asked_for_as_text() -> None:
    assert properties_of(a={"enum": [str(one) for one in range(MAX_CHOICES + 1)]}) == {
        "a": {"type": "string"}
    }


@pytest.mark.parametrize(
    ("form", "said"), [("date", "A date as YYYY-MM-DD."), ("uri", "An absolute address.")]
)
def test_a_form_is_described_for_an_empty_text_has_none(form: str, said: str) -> None:
    assert properties_of(a={"type": "string", "format": form}) == {
        "a": {"type": "string", "description": said}
    }


def test_descriptions_are_bounded_each_and_together() -> None:
    long = {"type": "string", "description": "x" * 2_000}
    assert len(properties_of(a=long)["a"]["description"]) == MAX_DESCRIPTION
    many = properties_of(**{f"a{number}": long for number in range(MAX_FIELDS)})
    assert sum(len(one["description"]) for one in many.values()) <= MAX_DESCRIPTIONS


def test_fields_beyond_the_limit_are_not_asked_for() -> None:
    many = {f"a{number}": {"type": "string"} for number in range(MAX_FIELDS + 5)}
    assert len(properties_of(**many)) == MAX_FIELDS


def test_a_schema_within_itself_ends() -> None:
    part = {"properties": {"name": {"type": "string"}, "part": {"$ref": "#"}}}
    every = list(within(wire_schema(shape_of(part))))
    assert len([one for one in every if "properties" in one]) == MAX_DEPTH


def test_every_type_of_ours_is_asked_for() -> None:
    inner = (Field("x"),)
    fields = tuple(
        Field(kind.value, kind, "d", fields=inner if kind.value.startswith("record") else ())
        for kind in FieldType
    )
    written = wire_schema(shape_of(json_schema_of(Schema(fields))))
    assert list(written["properties"]) == [kind.value for kind in FieldType]
