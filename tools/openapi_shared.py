"""Which failures do several operations have in common? Each is written once, under a name."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from tools.openapi_schemas import Schema


def shared_failures(paths: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Schema]]:
    """The same paths with references, and what they refer to by name."""
    named: dict[str, Schema] = {}
    for operation in _operations(paths):
        responses = operation["responses"]
        for status in (status for status in responses if status[0] in "45"):
            name = _name(named, responses[status], int(status), operation["operationId"])
            named[name] = responses[status]
            responses[status] = {"$ref": f"#/components/responses/{name}"}
    return paths, dict(sorted(named.items()))


def _operations(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (operation for methods in paths.values() for operation in methods.values())


def _name(named: dict[str, Schema], response: Schema, status: int, operation_id: str) -> str:
    """The one under which it is known already; else that of its status, or of its operation too."""
    known = next((name for name, other in named.items() if other == response), None)
    phrase = HTTPStatus(status).phrase.title().replace(" ", "")
    later = f"{phrase}Of{operation_id[0].upper()}{operation_id[1:]}"
    return known or (later if phrase in named else phrase)
