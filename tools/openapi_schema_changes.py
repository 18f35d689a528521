"""Which differences between two JSON Schemas break who was written for the first?

What is sent may not be narrowed: whatever was taken must still be taken. What is answered may not
be widened, nor lose what somebody may rely on: an enum of a client must never meet another word.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]
Placed = tuple[Document, Document]
"""A schema, after the document in which its references lead somewhere."""

REQUEST = "request"
ANSWER = "answer"

_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_EXACT = ("pattern", "format", "multipleOf")


def changes_of_schema(old: Placed, new: Placed, direction: str, where: str) -> list[str]:
    """Each breaking change in words. `direction`: REQUEST or ANSWER, as the client sees it."""
    return list(_Comparison(old[0], new[0], direction).schemas(old[1], new[1], where))


def resolved(document: Document, part: Document) -> Document:
    """What a part refers to; itself, where it refers to nothing."""
    if "$ref" not in part:
        return part
    found: Any = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    target: Document = found
    return target


class _Comparison:
    """A comparison in one direction; every method yields what differs."""

    def __init__(self, old: Document, new: Document, direction: str) -> None:
        self._old = old
        self._new = new
        self._is_request = direction == REQUEST
        self._open: set[tuple[str, str]] = set()

    def schemas(self, old: Document, new: Document, where: str) -> Iterator[str]:
        pair = (str(old.get("$ref")), str(new.get("$ref")))
        if pair in self._open:
            return  # within itself: compared already
        if "$ref" in old and "$ref" in new:
            self._open.add(pair)
        before, after = _branches(self._old, old), _branches(self._new, new)
        if len(before) == len(after) == 1:
            yield from self._single(before[0], after[0], where)
        else:
            yield from self._several(before, after, where)
        self._open.discard(pair)

    def _several(self, old: list[Document], new: list[Document], where: str) -> Iterator[str]:
        """Whatever was sent must still fit somewhere, and what is answered have fitted before."""
        if self._is_request:
            lost = [one for one in old if not any(self._fits(one, other) for other in new)]
            word = "takes less"
        else:
            lost = [one for one in new if not any(self._fits(other, one) for other in old)]
            word = "may be something else"
        for one in lost:
            yield f"{where}: {word} ({_named(one)})"

    def _fits(self, old: Document, new: Document) -> bool:
        return not list(self._single(old, new, ""))

    def _single(self, old: Document, new: Document, where: str) -> Iterator[str]:
        yield from self._types(old, new, where)
        yield from self._words(old, new, where)
        if self._is_request:
            yield from _limits(old, new, where)
        yield from self._properties(old, new, where)
        yield from self._members(old, new, where)

    def _types(self, old: Document, new: Document, where: str) -> Iterator[str]:
        before, after = old.get("type"), new.get("type")
        wide, narrow = (after, before) if self._is_request else (before, after)
        if wide is not None and wide != narrow and (wide, narrow) != ("number", "integer"):
            yield f"{where}: is {after or 'anything'}, was {before or 'anything'}"

    def _words(self, old: Document, new: Document, where: str) -> Iterator[str]:
        before, after = _enum(old), _enum(new)
        if before is not None and after is not None:
            yield from (f"{where}: {word!r} is gone" for word in before if word not in after)
            added = [] if self._is_request else [word for word in after if word not in before]
            known = _known_codes(self._old) if added else set()
            yield from (f"{where}: {word!r} is new" for word in added if word not in known)
        elif before is None and after is not None and self._is_request:
            yield f"{where}: is one of a set of words now"
        elif before is not None and after is None and not self._is_request:
            yield f"{where}: may be any word now"

    def _properties(self, old: Document, new: Document, where: str) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        was, now = set(old.get("required", ())), set(new.get("required", ()))
        for name in before:
            if name not in after:
                yield f"{where}.{name}: is gone"
            else:
                yield from self.schemas(before[name], after[name], f"{where}.{name}")
        if self._is_request:
            for name in sorted(now - was):
                yield f"{where}.{name}: is required now"
        else:
            for name in sorted((was - now) & after.keys()):
                yield f"{where}.{name}: may be missing now"

    def _members(self, old: Document, new: Document, where: str) -> Iterator[str]:
        for keyword, place in (("items", "[]"), ("additionalProperties", ".*")):
            before, after = old.get(keyword), new.get(keyword)
            if self._is_request and before is not False and after is False:
                yield f"{where}{place}: is refused now"
            elif isinstance(before, dict) and isinstance(after, dict):
                yield from self.schemas(before, after, f"{where}{place}")


def _limits(old: Document, new: Document, where: str) -> Iterator[str]:
    for name in _LEAST:
        if name in new and (name not in old or new[name] > old[name]):
            yield f"{where}: {name} is {new[name]}, was {old.get(name, 'not limited')}"
    for name in _MOST:
        if name in new and (name not in old or new[name] < old[name]):
            yield f"{where}: {name} is {new[name]}, was {old.get(name, 'not limited')}"
    for name in _EXACT:
        if name in new and new[name] != old.get(name):
            yield f"{where}: {name} is {new[name]}, was {old.get(name, 'not limited')}"


def _branches(document: Document, schema: Document) -> list[Document]:
    """The alternatives of a schema, references followed: one, where it has none."""
    if "$ref" in schema:
        return _branches(document, resolved(document, schema))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return [one for part in schema[keyword] for one in _branches(document, part)]
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return [{**schema, "type": kind} for kind in kinds]
    return [schema]


def _enum(schema: Document) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    words: list[Any] | None = schema.get("enum")
    return words


def _known_codes(document: Document) -> set[Any]:
    """The error codes that a client of this document may meet at one operation or another."""
    return {
        code
        for methods in document.get("paths", {}).values()
        for operation in methods.values()
        for response in operation["responses"].values()
        for content in resolved(document, response).get("content", {}).values()
        for code in _codes(content["schema"])
    }


def _codes(schema: Document) -> list[Any]:
    error = schema.get("properties", {}).get("error", {})
    return _enum(error.get("properties", {}).get("code", {})) or []


def _named(branch: Document) -> str:
    words = _enum(branch)
    return str(branch.get("type", "anything") if words is None else words)
