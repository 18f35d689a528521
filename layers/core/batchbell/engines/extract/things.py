"""How is a described thing read as text, as an address, or as the entries of a list?"""

from collections.abc import Iterator

from batchbell.engines.extract.graph import Graph, Node, Value
from batchbell.engines.extract.texts import plain_lines, plain_text

_ADDRESS = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
_TEXTS = ("name", "text", "value", "ratingValue", "price", "headline", "description", "url")
_ADDRESSES = ("url", "contentUrl", "thumbnailUrl")
_MAX_DEPTH = 6
MAX_ENTRIES = 300


def text_of_value(graph: Graph, value: Value, depth: int = 0) -> str:
    """In one line; a thing is its name, a quantity with its unit, an address its parts."""
    value = graph.resolved(value)
    if not isinstance(value, Node):
        return plain_text(str(value)) if not isinstance(value, bool) else str(value).lower()
    if depth > _MAX_DEPTH:
        return ""
    if any(name in value.properties for name in _ADDRESS):
        return ", ".join(filter(None, (_first(graph, value, name, depth) for name in _ADDRESS)))
    text = next(filter(None, (_first(graph, value, name, depth) for name in _TEXTS)), "")
    unit = _first(graph, value, "unitText", depth)
    return f"{text} {unit}".strip()


def address_of_value(graph: Graph, value: Value) -> str:
    """As written; a picture or link is its address, any other thing its own."""
    value = graph.resolved(value)
    if not isinstance(value, Node):
        return str(value).strip()
    for name in _ADDRESSES:
        for inner in value.properties.get(name, ()):
            if isinstance(inner, str) and inner.strip():
                return inner.strip()
    return value.id if value.id.startswith(("http://", "https://", "/")) else ""


def entries_of_values(graph: Graph, values: list[Value]) -> list[str]:
    """Texts, a line each. Sections are flattened: their title, then their steps."""
    found: list[str] = []
    for value in values:
        for entry in _entries(graph, graph.resolved(value), 0):
            found.append(entry)
            if len(found) >= MAX_ENTRIES:
                return found
    return found


def _entries(graph: Graph, value: Value, depth: int) -> Iterator[str]:
    if not isinstance(value, Node):
        yield from plain_lines(str(value))
    elif depth <= _MAX_DEPTH:
        parts = [graph.resolved(part) for part in _parts(value)]
        text = _first(graph, value, "text", depth) if not parts else ""
        if text:
            yield from _lines_of(value)
        elif title := _first(graph, value, "name", depth):
            yield title
        for part in parts:
            yield from _entries(graph, part, depth + 1)


def _parts(node: Node) -> list[Value]:
    for name in ("itemListElement", "steps", "step"):
        if name in node.properties:
            return node.properties[name]
    return []


def _lines_of(node: Node) -> list[str]:
    return [line for text in node.properties["text"][:1] for line in plain_lines(str(text))]


def _first(graph: Graph, node: Node, name: str, depth: int) -> str:
    for value in node.properties.get(name, ()):
        text = text_of_value(graph, value, depth + 1)
        if text:
            return text
    return ""
