"""Which fields of a request are wrong, and what should they be?

Decided by the kind of each error, never by its text. What was sent is not quoted.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from batchbell.runtime.invalid import invalid

MAX_DETAILS = 20
"""Fields named in one answer: enough to go on with, however many are wrong."""
NAME_CHARACTERS = 100

_HINTS = {
    "missing": "is required",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be >= {ge}",
    "less_than_equal": "must be <= {le}",
    "bool_type": "must be true or false",
    "string_type": "must be a string",
    "string_unicode": "must be text without lone surrogates",
    "string_too_short": "must not be empty",
    "string_too_long": "must be at most {max_length} characters",
    "list_type": "must be a list",
    "too_short": "must not be empty",
    "too_long": "must hold at most {max_length}",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "literal_error": "must be {expected}",
    "union_tag_not_found": "must be the name of a format, or an object with a type",
    "union_tag_invalid": "must be an object of type summary, question or highlights",
    "value_error": "{error}",
}

R = TypeVar("R", bound=BaseModel)


def validated(model: type[R], body: Mapping[str, Any]) -> R:
    """The request that a body makes. Raises `CallerError` 400 with `details`."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        raise invalid(_details(error)) from None


def _details(error: ValidationError) -> dict[str, str]:
    problems = error.errors(include_url=False, include_input=False)[:MAX_DETAILS]
    return {_field(problem["loc"]): _hint(problem) for problem in problems}


def _field(location: Iterable[int | str]) -> str:
    """As in `formats.0`; the branch of a union (see `contracts.pages_api`) is no field."""
    parts = [str(part) for part in location]
    return ".".join(part for part in parts if not part.startswith("<"))[:NAME_CHARACTERS]


def _hint(problem: Mapping[str, Any]) -> str:
    return _HINTS.get(problem["type"], "is not valid").format(**problem.get("ctx", {}))
