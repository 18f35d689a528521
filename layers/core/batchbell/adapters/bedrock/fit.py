"""Does a row fit the caller's own schema?

The model is asked with a subset of it; here all of it counts, but for `pattern`: the caller's
expression on a page's text can take for ever. No reference is fetched from anywhere.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

_Path = tuple[str | int, ...]


class _Error(Protocol):
    absolute_path: Any


class _Validator(Protocol):
    def iter_errors(self, instance: Any) -> Iterator[_Error]: ...


class Fit:
    """A schema to hold rows against."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self._validator = _validator(schema)

    def fitted(self, row: dict[str, Any]) -> dict[str, Any] | None:
        """The row, without the values that do not fit: they are None. None: it fits no way."""
        from referencing.exceptions import Unresolvable

        try:
            return self._fitted(row)
        except (RecursionError, Unresolvable) as error:
            raise _unusable() from error

    def _fitted(self, row: dict[str, Any]) -> dict[str, Any] | None:
        while True:
            _close_gaps(row)
            errors = self._validator.iter_errors(_said(self._schema, row))
            unfit = {_holding(row, tuple(error.absolute_path)) for error in errors}
            if not unfit:
                return row
            if () in unfit:
                return None
            for path in sorted(unfit, key=len, reverse=True):
                _at(row, path[:-1])[path[-1]] = None


def _validator(schema: Mapping[str, Any]) -> _Validator:
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import Draft202012Validator, extend
    from referencing import Registry

    unread = dict.fromkeys(("pattern", "patternProperties"), lambda *_: ())
    try:
        Draft202012Validator.check_schema(schema)
    except (SchemaError, RecursionError) as error:
        raise _unusable() from error
    reading: Any = extend(Draft202012Validator, unread)  # type: ignore[no-untyped-call]  # stubs
    validator: _Validator = reading(schema, registry=Registry())
    return validator


def _unusable() -> PageFailed:
    return PageFailed(
        ErrorCode.AI_EXTRACTION_FAILED, "Rows cannot be checked against the schema. Simplify it."
    )


def _said(schema: object, value: Any) -> Any:
    """The value without what is None, where the schema can do without: not said is not there."""
    if isinstance(value, list):
        items = schema.get("items") if isinstance(schema, Mapping) else None
        return [_said(items, one) for one in value]
    if not isinstance(value, dict):
        return value
    of = schema if isinstance(schema, Mapping) else {}
    required, properties = of.get("required", ()), of.get("properties", {})
    return {
        name: _said(properties.get(name), one)
        for name, one in value.items()
        if one is not None or name in required
    }


def _close_gaps(value: Any) -> None:
    """Lists lose what became None in them."""
    if isinstance(value, list):
        value[:] = [one for one in value if one is not None]
    if isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            _close_gaps(one)


def _holding(row: dict[str, Any], path: _Path) -> _Path:
    """The place that can be emptied for what does not fit there; (): only the row itself."""
    while path and _at(row, path) is None:
        path = path[:-1]
    return path


def _at(row: dict[str, Any], path: _Path) -> Any:
    place: Any = row
    for step in path:
        place = place.get(step) if isinstance(place, dict) else place[step]
    return place
