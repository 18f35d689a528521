"""Which elements of a page are alike, as the entries of a list are?"""

from collections.abc import Iterator

from batchbell.engines.extract.names import word_set
from batchbell.engines.extract.places import beside
from batchbell.engines.tree import Tree

MAX_RECORDS = 1_000
_MAX_GROUPS = 20_000
_KEPT_GROUPS = 25
_FEW = 2
_SKIPPED = word_set(
    "script style noscript template option head meta link br hr img svg path input source"
)
Signature = tuple[str, str, str, str]


def groups_of_alike(tree: Tree) -> list[list[Tree]]:
    """Elements of the same tag and class under parents of the same tag and class, in page order.

    The 25 groups with most inside them, those in navigation, footer and the like left out.
    """
    groups: dict[Signature, list[Tree]] = {}
    for element in tree.iter():
        if element.tag in _SKIPPED or not isinstance(element.tag, str):
            continue
        same = groups.setdefault(_signature(element), []) if len(groups) < _MAX_GROUPS else []
        if len(same) < MAX_RECORDS and not _is_within_last(element, same):
            same.append(element)
    likely = [group for group in groups.values() if len(group) >= _FEW and _is_rich(group)]
    likely.sort(key=_weight, reverse=True)
    return list(_not_beside(likely[: 4 * _KEPT_GROUPS]))[:_KEPT_GROUPS]


def _is_within_last(element: Tree, group: list[Tree]) -> bool:
    """A record holds no other record of its list. Depth is bounded by the gate."""
    return bool(group) and any(above is group[-1] for above in element.iterancestors())


def _signature(element: Tree) -> Signature:
    parent = element.getparent()
    above = ("", "") if parent is None else (parent.tag, _first_class(parent))
    return (*above, element.tag, _first_class(element))


def _first_class(element: Tree) -> str:
    names = (element.get("class") or "").split(None, 1)
    return names[0].rstrip("0123456789") if names else ""


def _is_rich(group: list[Tree]) -> bool:
    """Whether its members hold elements of their own, or lines worth reading."""
    sample = group[:3]
    return any(len(element) > 0 for element in sample) or sample[0].tag == "li"


def _weight(group: list[Tree]) -> int:
    """Members times what the first ones hold, as far as it helps to tell records from cells."""
    sample = group[:4]
    inside = sum(min(_size(element), 40) for element in sample) // len(sample)
    return min(len(group), 60) * inside


def _size(element: Tree) -> int:
    count = 0
    for _ in element.iter():
        count += 1
        if count > 40:
            break
    return count


def _not_beside(groups: list[list[Tree]]) -> Iterator[list[Tree]]:
    for group in groups:
        kept = [element for element in group if not beside(element)]
        if len(kept) >= _FEW:
            yield kept
