"""Which elements of a page does a selector match?

One pass over the page for all selectors together, so that the time is in proportion to its size.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from batchbell.contracts.tag_selectors import all_chains
from batchbell.contracts.tag_tests import TagPart
from batchbell.engines.tree import Tree


def matches(tree: Tree, selectors: Sequence[str]) -> list[Tree]:
    """The elements that a selector matches, in the order of the page, without those inside others.

    The head is no part of the content, and never matches.
    """
    steps = _Steps(selectors)
    found: list[Tree] = []
    levels = [_Level(iter((tree,)))]
    while levels:
        level = levels[-1]
        element = next(level.children, None)
        if element is None:
            levels.pop()
            continue
        here = steps.taken(_Element(element, level), level)
        level.before = here
        level.earlier |= here
        if element.tag == "head":
            continue
        if here & steps.last:
            found.append(element)
        else:
            levels.append(_Level(iter(element), here, level.ancestors | here))
    return found


@dataclass(slots=True)
class _Level:
    """Where the pass stands among the children of one element.

    Each number holds a bit for every part of every selector, set when that part and all before it
    fit an element: the parent, one of the ancestors, the sibling before, one of those before it.
    """

    children: Iterator[Tree]
    parent: int = 0
    ancestors: int = 0
    before: int = 0
    earlier: int = 0
    places: "_Places | None" = None
    """Counted when somebody asks."""

    def reached(self, combinator: str) -> int:
        """The bits that count for a part that is bound in this way."""
        match combinator:
            case " ":
                return self.ancestors
            case ">":
                return self.parent
            case "+":
                return self.before
            case _:
                return self.earlier


class _Steps:
    """The parts of all selectors, each with its bit, by the tags that they are about."""

    def __init__(self, selectors: Sequence[str]) -> None:
        self.last = 0
        self._of_tag: dict[str | None, list[tuple[int, TagPart]]] = defaultdict(list)
        bit = 1
        for chain in all_chains(selectors):
            for part in chain:
                self._of_tag[part.tag].append((bit, part))
                bit <<= 1
            self.last |= bit >> 1

    def taken(self, element: "_Element", level: _Level) -> int:
        """The bits of the parts that fit the element, each with all that comes before it."""
        taken = 0
        for tag in (element.tag(), None):
            for bit, part in self._of_tag.get(tag, ()):
                reached = not part.combinator or level.reached(part.combinator) & (bit >> 1)
                if reached and all(test(element) for test in part.tests):
                    taken |= bit
        return taken


class _Places:
    """Which child of its parent is which."""

    def __init__(self, parent: Tree | None) -> None:
        self._places: dict[Tree, tuple[int, int]] = {}
        self._of_tag: Counter[str] = Counter()
        for number, child in enumerate(() if parent is None else parent, 1):
            self._of_tag[child.tag] += 1
            self._places[child] = (number, self._of_tag[child.tag])

    def of(self, element: Tree) -> tuple[int, int, int, int]:
        """From the first and from the last child; from the first and the last of its name."""
        place, of_type = self._places.get(element, (1, 1))
        children, same = max(len(self._places), 1), max(self._of_tag[element.tag], 1)
        return place, children - place + 1, of_type, same - of_type + 1


@dataclass(frozen=True, slots=True)
class _Element:
    """See `contracts.tag_tests.Candidate`."""

    element: Tree
    level: _Level

    def tag(self) -> str:
        return str(self.element.tag)

    def attribute(self, name: str) -> str | None:
        value: str | None = self.element.get(name)
        return value

    def is_root(self) -> bool:
        return self.element.getparent() is None

    def is_empty(self) -> bool:
        return len(self.element) == 0 and not self.element.text

    def place(self) -> int:
        return self._places()[0]

    def place_from_end(self) -> int:
        return self._places()[1]

    def place_of_type(self) -> int:
        return self._places()[2]

    def place_of_type_from_end(self) -> int:
        return self._places()[3]

    def _places(self) -> tuple[int, int, int, int]:
        if self.level.places is None:
            self.level.places = _Places(self.element.getparent())
        return self.level.places.of(self.element)
