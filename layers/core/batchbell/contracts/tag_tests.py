"""What is a part of a selector, and what can be asked of an element to see whether it fits?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Candidate(Protocol):
    """An element of a page. Places count from 1."""

    def tag(self) -> str:
        """Its name, lower case."""

    def attribute(self, name: str) -> str | None:
        """An attribute, its name in lower case; None: it has none of that name."""

    def is_root(self) -> bool:
        """Whether it has no parent."""

    def is_empty(self) -> bool:
        """Whether it holds neither elements nor text."""

    def place(self) -> int:
        """Which child of its parent it is."""

    def place_from_end(self) -> int:
        """The same, counted from the last child."""

    def place_of_type(self) -> int:
        """Which it is among the children of its name."""

    def place_of_type_from_end(self) -> int:
        """The same, counted from the last of them."""


TagTest = Callable[[Candidate], bool]
Place = Callable[[Candidate], int]


@dataclass(frozen=True, slots=True)
class TagPart:
    """One element of a selector: in `nav > a.on`, `nav` is one and `a.on` the other."""

    combinator: str
    """How it is bound to the part before it: ` `, `>`, `+`, `~`; empty for the first."""
    tag: str | None
    """Lower case; None: any."""
    tests: tuple[TagTest, ...]


TagChain = tuple[TagPart, ...]
"""From left to right, as written."""


def has_id(wanted: str) -> TagTest:
    """`#wanted`."""
    return lambda element: element.attribute("id") == wanted


def has_class(wanted: str) -> TagTest:
    """`.wanted`."""
    return lambda element: wanted in (element.attribute("class") or "").split()


def has_tag(wanted: str) -> TagTest:
    """`wanted`, where it is not the first thing said: `:not(wanted)`."""
    return lambda element: element.tag() == wanted


def has_attribute(name: str) -> TagTest:
    """`[name]`."""
    return lambda element: element.attribute(name) is not None


def attribute_fits(name: str, operator: str, wanted: str, *, any_case: bool) -> TagTest:
    """`[name operator "wanted"]`; `any_case`: with the flag `i`."""
    fits = _OPERATORS[operator]
    if not any_case:
        return lambda element: fits(element.attribute(name), wanted)
    lowered = wanted.lower()

    def test(element: Candidate) -> bool:
        value = element.attribute(name)
        return fits(value and value.lower(), lowered)

    return test


def none_of(alternatives: Sequence[Sequence[TagTest]]) -> TagTest:
    """`:not(...)`."""
    fits = any_of(alternatives)
    return lambda element: not fits(element)


def any_of(alternatives: Sequence[Sequence[TagTest]]) -> TagTest:
    """`:is(...)`, `:where(...)`."""
    return lambda element: any(all(test(element) for test in tests) for tests in alternatives)


def at_place(place: Place, step: int, first: int) -> TagTest:
    """`:nth-child(step n + first)` and its like, n being 0, 1, 2 and so on."""
    if step == 0:
        return lambda element: place(element) == first

    def test(element: Candidate) -> bool:
        steps, rest = divmod(place(element) - first, step)
        return rest == 0 and steps >= 0

    return test


_OPERATORS: dict[str, Callable[[str | None, str], bool]] = {
    "=": lambda value, wanted: value == wanted,
    "!=": lambda value, wanted: value != wanted,
    "~=": lambda value, wanted: wanted in (value or "").split(),
    "|=": lambda value, wanted: f"{value}-".startswith(f"{wanted}-") and value is not None,
    "^=": lambda value, wanted: bool(wanted) and (value or "").startswith(wanted),
    "$=": lambda value, wanted: bool(wanted) and (value or "").endswith(wanted),
    "*=": lambda value, wanted: bool(wanted) and wanted in (value or ""),
}
