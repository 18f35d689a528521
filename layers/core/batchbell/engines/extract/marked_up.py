"""Which things does a page describe in its mark-up, as microdata or RDFa Lite?"""

from dataclasses import dataclass

from batchbell.engines.extract.graph import MAX_NODES, Node, Value, bare
from batchbell.engines.extract.texts import lines_of
from batchbell.engines.tree import Tree

_ADDRESSES = {
    "a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src",
    "source": "src", "iframe": "src", "embed": "src", "object": "data",
}  # fmt: skip
_LAZY = ("data-src", "data-lazy-src", "data-original")
_TEXT_LIKE = frozenset(("a", "area"))


@dataclass(frozen=True, slots=True)
class Dialect:
    """The attributes that begin a thing, name its type, and name a property."""

    source: str
    scope: str
    type: str
    property: str


MICRODATA = Dialect("microdata", "itemscope", "itemtype", "itemprop")
RDFA = Dialect("rdfa", "typeof", "typeof", "property")


def things_of_markup(tree: Tree, dialect: Dialect) -> list[Node]:
    """Every thing of the page, in page order; at most 5,000."""
    nodes: list[Node] = []
    owners: dict[Tree, Node] = {}
    for element in tree.iter():
        begins = element.get(dialect.scope) is not None
        names = (element.get(dialect.property) or "").split()
        if not begins and not names:
            continue
        owner = _owner_of(element, owners)
        value = _begun(element, dialect, owner, nodes) if begins else None
        if isinstance(value, Node):
            owners[element] = value
        if owner is not None and names:
            _note(owner, names, _value_of(element) if value is None else value)
        if len(nodes) >= MAX_NODES:
            break
    return nodes


def _begun(element: Tree, dialect: Dialect, owner: Node | None, nodes: list[Node]) -> Node:
    types = frozenset(bare(name) for name in (element.get(dialect.type) or "").split())
    depth = owner.depth + 1 if owner else 0
    node = Node(dialect.source, types, element.get("itemid") or "", depth)
    nodes.append(node)
    return node


def _owner_of(element: Tree, owners: dict[Tree, Node]) -> Node | None:
    """The thing around an element. Depth is bounded by the gate."""
    if not owners:
        return None
    return next((owners[above] for above in element.iterancestors() if above in owners), None)


def _note(owner: Node, names: list[str], value: Value) -> None:
    for name in names:
        owner.add(name, value)


def _value_of(element: Tree) -> Value:
    content = element.get("content")
    if content is not None:
        return str(content)
    if element.tag in _TEXT_LIKE and element.get("href"):
        return _link(element)
    if element.tag in _ADDRESSES:
        return _address(element)
    if element.tag == "time" and element.get("datetime"):
        return str(element.get("datetime"))
    if element.tag in ("data", "meter") and element.get("value"):
        return str(element.get("value"))
    return "\n".join(lines_of(element))


def _address(element: Tree) -> str:
    for name in (*_LAZY, _ADDRESSES[element.tag]):
        value = element.get(name)
        if value and not value.startswith("data:"):
            return str(value)
    return ""


def _link(element: Tree) -> Node:
    """A link is its address or its text, as the field wants it."""
    node = Node("link")
    node.add("url", element.get("href"))
    node.add("name", "\n".join(lines_of(element)))
    return node
