"""Which things does a page describe in its JSON-LD, also where that is not quite JSON?"""

import html
import json
import re
from collections.abc import Iterator

from batchbell.engines.extract.graph import MAX_NODES, MAX_VALUES, Node, Value, bare
from batchbell.engines.tree import Tree

SOURCE = "json-ld"
_MAX_BLOCKS = 100
_MAX_CHARACTERS = 3_000_000
_MAX_DEPTH = 40
_WRAPPING = re.compile(r"\A\s*(?:<!--|//|/\*)?\s*(?:<!\[CDATA\[)?\s*(?:\*/)?")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrtu])")
_CONTROLS = re.compile(r"[\x00-\x1f\ufffd]")
_DECODER = json.JSONDecoder(strict=False)
_ODD = frozenset(("@type", "@id", "@context", "@graph", "@reverse"))


def things_of_json_ld(tree: Tree) -> list[Node]:
    """Every thing with a type, in page order. A block that cannot be read hides no other."""
    nodes: list[Node] = []
    size = 0
    for script in _blocks(tree):
        text = script.text_content()
        size += len(text)
        if size > _MAX_CHARACTERS or len(nodes) >= MAX_NODES:
            break
        for document in documents_of(text):
            _collect(document, nodes)
    return nodes


def documents_of(text: str) -> list[object]:
    """The JSON values of a block, what surrounds them left out; empty when there is none."""
    trimmed = text[_WRAPPING.match(text).end() :]  # type: ignore[union-attr]  # matches the empty
    for repaired in _repairs(trimmed):
        found = list(_values(repaired))
        if found:
            return found
    return []


def _blocks(tree: Tree) -> list[Tree]:
    scripts = (s for s in tree.iter("script") if "ld+json" in (s.get("type") or "").lower())
    return [script for _, script in zip(range(_MAX_BLOCKS), scripts, strict=False)]


def _repairs(text: str) -> Iterator[str]:
    """The text, then more and more of what is often wrong with it put right."""
    yield text
    mended = _TRAILING_COMMA.sub(r"\1", _BAD_ESCAPE.sub(r"\\\\", _CONTROLS.sub(" ", text)))
    yield mended
    if "&quot;" in mended or "&#" in mended:
        yield html.unescape(mended)


def _values(text: str) -> Iterator[object]:
    """One JSON value after the other, until what follows is none."""
    at = 0
    for _ in range(_MAX_BLOCKS):
        start = min((p for p in (text.find("{", at), text.find("[", at)) if p >= 0), default=-1)
        if start < 0 or text[at:start].strip(" \t\r\n;,"):
            return
        try:
            value, at = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            return
        yield value


def _collect(document: object, nodes: list[Node]) -> None:
    _value_of(document, nodes, 0)


def _value_of(value: object, nodes: list[Node], depth: int) -> list[Value]:
    if isinstance(value, str | int | float):
        return [value]
    if depth > _MAX_DEPTH or len(nodes) >= MAX_NODES:
        return []
    if isinstance(value, list):
        return [part for one in value for part in _value_of(one, nodes, depth + 1)][:MAX_VALUES]
    return _thing_of(value, nodes, depth) if isinstance(value, dict) else []


def _thing_of(body: dict[str, object], nodes: list[Node], depth: int) -> list[Value]:
    if "@value" in body:
        return _value_of(body["@value"], nodes, depth + 1)
    node = Node(SOURCE, _types_of(body.get("@type", body.get("type"))), _id_of(body), depth)
    if node.types:
        nodes.append(node)
    for name, value in body.items():
        inner = _value_of(value, nodes, depth + 1) if name not in ("@type", "@id") else []
        if name not in _ODD:
            for one in inner:
                node.add(name, one)
    return [node]


def _types_of(given: object) -> frozenset[str]:
    names = given if isinstance(given, list) else [given]
    return frozenset(bare(name.strip()) for name in names if isinstance(name, str))


def _id_of(body: dict[str, object]) -> str:
    given = body.get("@id")
    return given if isinstance(given, str) else ""
