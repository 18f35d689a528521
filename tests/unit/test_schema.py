"""Does a schema survive its body, and is its JSON Schema one?"""

import json

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from batchbell.domain.schema import Field, FieldType, Schema, json_schema_of, schema_of_body

SCALARS = [t for t in FieldType if t not in (FieldType.LIST, FieldType.RECORD, FieldType.RECORDS)]
NAMES = st.text("abc_", min_size=1, max_size=4)


def _unique(fields: list[Field]) -> tuple[Field, ...]:
    return tuple({field.name: field for field in fields}.values())


def _scalars() -> st.SearchStrategy[Field]:
    return st.builds(
        Field,
        name=NAMES,
        type=st.sampled_from(SCALARS),
        description=st.text(max_size=5),
        required=st.booleans(),
        choices=st.lists(st.text(max_size=3), max_size=2, unique=True).map(tuple),
    )


def _around(inner: st.SearchStrategy[Field]) -> st.SearchStrategy[Field]:
    records = st.sampled_from([FieldType.RECORD, FieldType.RECORDS])
    fields = st.lists(inner, min_size=1, max_size=3).map(_unique)
    lists = st.builds(
        Field, name=NAMES, type=st.just(FieldType.LIST), item=st.sampled_from(SCALARS)
    )
    return lists | st.builds(Field, name=NAMES, type=records, fields=fields)


FIELDS = st.recursive(_scalars(), _around, max_leaves=6)
SCHEMAS = st.builds(Schema, st.lists(FIELDS, min_size=1, max_size=4).map(_unique), st.booleans())


@given(SCHEMAS)
def test_a_schema_is_read_back_as_it_was_written(schema: Schema) -> None:
    assert schema_of_body(json.loads(json.dumps(schema.as_body()))) == schema


@given(SCHEMAS)
def test_a_row_of_nulls_keeps_to_the_json_schema(schema: Schema) -> None:
    written = json_schema_of(schema)
    Draft202012Validator.check_schema(written)
    Draft202012Validator(written).validate(dict.fromkeys(schema.names))


def test_the_json_schema_of_a_row() -> None:
    schema = Schema(
        (
            Field("price", FieldType.NUMBER, "current price"),
            Field("stock", choices=("yes", "no")),
            Field("tags", FieldType.LIST, item=FieldType.URL),
            Field("offers", FieldType.RECORDS, fields=(Field("seller"),)),
        )
    )
    seller = {"type": ["string", "null"]}
    assert json_schema_of(schema) == {
        "type": "object",
        "properties": {
            "price": {"type": ["number", "null"], "description": "current price"},
            "stock": {"type": ["string", "null"], "enum": ["yes", "no", None]},
            "tags": {"type": ["array", "null"], "items": {"type": "string", "format": "uri"}},
            "offers": {
                "type": ["array", "null"],
                "items": {
                    "type": "object",
                    "properties": {"seller": seller},
                    "required": ["seller"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["price", "stock", "tags", "offers"],
        "additionalProperties": False,
    }
