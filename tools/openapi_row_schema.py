"""How may a caller describe the rows of an extraction, as JSON Schema?

Read by `batchbell.contracts.extract_schema`, which takes more than can be said here (one shape with
the words of another) and refuses some of what can be (400 INVALID_SCHEMA, with `details`).
"""

from typing import Any

from batchbell.contracts.extract_schema import MAX_DEPTH, MAX_FIELDS, MAX_INSTRUCTION, MAX_NAME

_INSTRUCTION = {"type": "string", "maxLength": MAX_INSTRUCTION}
_FIELD = {"anyOf": [_INSTRUCTION, {"type": "object"}]}
_FIELDS = {"type": "object", "minProperties": 1, "additionalProperties": _FIELD}


def row_schema() -> dict[str, Any]:
    """The three shapes."""
    return {
        "description": f"What the rows hold: at most {MAX_FIELDS} fields, {MAX_DEPTH} levels deep,"
        f" names of at most {MAX_NAME} characters. Unknown words are ignored.",
        "anyOf": [_json_schema(), _array(), _flat_map()],
        "examples": [
            {"type": "object", "properties": {"price": {"type": "number"}}, "required": ["price"]},
            {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"title": {"type": "TEXT", "instruction": "name of the article"}},
                },
            },
            {"price": "current price"},
        ],
    }


def _json_schema() -> dict[str, Any]:
    return {
        "description": "A JSON Schema of one row.",
        "type": "object",
        "properties": {
            "properties": _FIELDS,
            "required": {"description": "An array of names; whatever else is here is ignored."},
        },
        "required": ["properties"],
    }


def _array() -> dict[str, Any]:
    return {
        "description": "A list: every record of the page is a row. Types are TEXT, NUMBER, URL,"
        " EMAIL and DATE, in either case, or those of JSON Schema.",
        "type": "object",
        "properties": {"type": {"enum": ["array", "ARRAY"]}, "items": {"type": "object"}},
        "required": ["type", "items"],
    }


def _flat_map() -> dict[str, Any]:
    return {
        "description": "The names of one row's fields, each with an instruction.",
        "type": "object",
        "minProperties": 1,
        "additionalProperties": _FIELD,
    }
