"""Which article number does a page carry in its attributes and its address?"""

import re
from collections.abc import Iterator

from batchbell.engines.extract.names import plain
from batchbell.engines.extract.places import beside
from batchbell.engines.tree import Tree

_NAMES = frozenset(
    (
        "sku", "asin", "product id", "productid", "item id", "itemid", "product code",
        "product sku", "article number", "article id", "data sku", "data asin", "data product id",
        "data item id", "data product sku", "data pid", "pid", "data productid", "data itemid",
        "data sku id", "listing id", "data listing id", "item number", "prod id",
    )
)  # fmt: skip
_CODE = re.compile(r"[A-Za-z0-9][\w.\-/]{2,39}\Z")
_TOKEN = re.compile(r"[A-Za-z0-9_%\-]*\d[A-Za-z0-9_%\-]*")
_MAX_FOUND = 200
_SHORTEST = 4
_MAX_ATTRIBUTES = 200


def codes_in_attributes(tree: Tree) -> list[str]:
    """Values of hidden inputs and data attributes that are named after an article number."""
    found: list[str] = []
    for element in tree.iter():
        found.extend(code for code in _codes_of(element) if not beside(element))
        if len(found) >= _MAX_FOUND:
            break
    return found


def codes_in_address(url: str) -> list[str]:
    """Parts of an address that may be numbers of the thing, the last first."""
    path = url.partition("#")[0].partition("?")[0].rstrip("/")
    tokens = [token for token in _TOKEN.findall(path) if len(token) >= _SHORTEST]
    ends = [token.rpartition("-")[2] for token in tokens]
    return list(dict.fromkeys(reversed([*tokens, *filter(_long_enough, ends)])))


def _long_enough(token: str) -> bool:
    return len(token) >= _SHORTEST and any(letter.isdigit() for letter in token)


def _codes_of(element: Tree) -> Iterator[str]:
    if element.tag == "input" and element.get("type") == "hidden":
        name, value = element.get("name") or element.get("id") or "", element.get("value") or ""
        if plain(name) in _NAMES and _CODE.match(value.strip()):
            yield value.strip()
    # With many attributes libxml2 takes time with their square.
    few = len(element.attrib) <= _MAX_ATTRIBUTES
    for name, value in element.items() if few else ():
        if name.startswith("data-") and plain(name) in _NAMES and _CODE.match(value.strip()):
            yield value.strip()
