"""Which differences between two OpenAPI documents break a client that was written for the first?

Additions do not: an operation, an optional field of a request, a field of an answer, another error
of the closed set of codes. What is compared is what clients rely on, not prose.
"""

from collections.abc import Iterator
from typing import Any

from tools.openapi_schema_changes import ANSWER, REQUEST, Document, changes_of_schema, resolved

_METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
_PROSE = ("description", "summary", "examples", "tags")
_NAMES_FOLLOW = (
    *("properties", "schemas", "responses", "headers", "parameters", "paths", "webhooks"),
)


def breaking_changes(old: Document, new: Document) -> list[str]:
    """What a client of `old` may trip over in `new`, each in words, in the order of the document.

    `old` without paths (nothing was promised yet) is broken by nothing.
    """
    found = [
        *_operations(old, new, "paths", REQUEST, ANSWER),
        # Of a webhook the client is the receiver: what we send is its request.
        *_operations(old, new, "webhooks", ANSWER, REQUEST),
    ]
    return list(dict.fromkeys(found))


def promise(document: Document) -> dict[str, Any]:
    """The document without prose: what is kept to compare later ones with."""
    kept = {name: document[name] for name in ("openapi", "paths", "webhooks", "components")}
    stripped: dict[str, Any] = _without_prose(kept)
    return stripped


def _without_prose(part: Any) -> Any:
    if isinstance(part, list):
        return [_without_prose(member) for member in part]
    if not isinstance(part, dict):
        return part
    return {
        name: {own: _without_prose(value) for own, value in member.items()}
        if name in _NAMES_FOLLOW and isinstance(member, dict)
        else _without_prose(member)
        for name, member in part.items()
        if name not in _PROSE
    }


def _operations(
    old: Document, new: Document, section: str, sent: str, answered: str
) -> Iterator[str]:
    for path, methods in old.get(section, {}).items():
        for method in (method for method in methods if method in _METHODS):
            where = f"{method.upper()} {path}"
            operation = new.get(section, {}).get(path, {}).get(method)
            if operation is None:
                yield f"{where}: is gone"
                continue
            pair = _Pair(old, new, where)
            yield from pair.parameters(methods[method], operation, sent)
            yield from pair.body(methods[method], operation, sent)
            yield from pair.responses(methods[method], operation, answered)


class _Pair:
    """An operation in both documents. Each method yields what differs."""

    def __init__(self, old: Document, new: Document, where: str) -> None:
        self._old = old
        self._new = new
        self._where = where

    def parameters(self, old: Document, new: Document, direction: str) -> Iterator[str]:
        before, after = _parameters(self._old, old), _parameters(self._new, new)
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{self._where}: {' '.join(key)} is required now"
        for key, parameter in before.items():
            name = f"{self._where}: {' '.join(key)}"
            if key not in after:
                yield f"{name} is gone"
            else:
                yield from self._schemas(parameter, after[key], direction, name)

    def body(self, old: Document, new: Document, direction: str) -> Iterator[str]:
        before, after = old.get("requestBody"), new.get("requestBody", {})
        if before is None:
            if after.get("required"):
                yield f"{self._where}: a body is required now"
            return
        yield from self._contents(before, after, direction, f"{self._where}: body")

    def responses(self, old: Document, new: Document, direction: str) -> Iterator[str]:
        before, after = _responses(self._old, old), _responses(self._new, new)
        for status in after:
            if status not in before and not status.startswith(("4", "5")):
                yield f"{self._where}: answers {status} now"
        for status, response in before.items():
            where = f"{self._where}: {status}"
            if status not in after:
                yield f"{where} is gone"
                continue
            for header in response.get("headers", {}):
                if header not in after[status].get("headers", {}):
                    yield f"{where}: the header {header} is gone"
            yield from self._contents(response, after[status], direction, where)

    def _contents(self, old: Document, new: Document, direction: str, where: str) -> Iterator[str]:
        for media, content in old.get("content", {}).items():
            other = new.get("content", {}).get(media)
            if other is None:
                yield f"{where}: {media} is gone"
            else:
                yield from self._schemas(content, other, direction, where)

    def _schemas(self, old: Document, new: Document, direction: str, where: str) -> list[str]:
        return changes_of_schema(
            (self._old, old.get("schema", {})), (self._new, new.get("schema", {})), direction, where
        )


def _parameters(document: Document, operation: Document) -> dict[tuple[str, str], Document]:
    found = [resolved(document, one) for one in operation.get("parameters", [])]
    return {(one["in"], one["name"]): one for one in found}


def _responses(document: Document, operation: Document) -> dict[str, Document]:
    return {status: resolved(document, one) for status, one in operation["responses"].items()}
