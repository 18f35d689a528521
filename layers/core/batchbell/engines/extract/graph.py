"""What is a thing that a page describes in data: its types, its properties, where to find them?"""

from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_NODES = 5_000
MAX_VALUES = 500
_PREFIXES = (
    "http://schema.org/", "https://schema.org/", "http://www.schema.org/",
    "https://www.schema.org/", "schema:", "http://data-vocabulary.org/",
    "http://rdf.data-vocabulary.org/#", "v:", "gr:", "product:",
)  # fmt: skip


@dataclass(slots=True)
class Node:
    """A thing. Values are texts, numbers, booleans or things; a list keeps the page's order."""

    source: str
    types: frozenset[str] = frozenset()
    id: str = ""
    depth: int = 0
    properties: dict[str, list["Value"]] = field(default_factory=dict)

    def add(self, name: str, value: "Value") -> None:
        """One more value of a property; beyond 500 they are dropped."""
        values = self.properties.setdefault(bare(name), [])
        if len(values) < MAX_VALUES:
            values.append(value)


Value = str | int | float | bool | Node


@dataclass(frozen=True, slots=True)
class Graph:
    """Every thing of a page in page order, and those that others point at by id."""

    nodes: tuple[Node, ...]
    by_id: dict[str, Node]

    def at(self, node: Node, path: str) -> list[Value]:
        """The values of a dotted path, at most 500; without a property of the name, none."""
        found: list[Value] = [node]
        for name in path.split("."):
            found = list(self._step(found, name))[:MAX_VALUES]
        return [self.resolved(value) for value in found]

    def resolved(self, value: Value) -> Value:
        """The thing itself where there is only a reference to it."""
        if isinstance(value, Node) and not value.properties:
            return self.by_id.get(value.id, value)
        return value

    def _step(self, values: list[Value], name: str) -> Iterator[Value]:
        for value in values:
            node = self.resolved(value)
            if isinstance(node, Node):
                yield from node.properties.get(name, ())


def bare(name: str) -> str:
    """A type's or property's name without the vocabulary it is from."""
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return name


def graph_of(nodes: list[Node]) -> Graph:
    """The first thing that says something under an id is what the id means."""
    by_id: dict[str, Node] = {}
    for node in nodes:
        if node.id and node.properties:
            by_id.setdefault(node.id, node)
    return Graph(tuple(nodes[:MAX_NODES]), by_id)
