"""How does a selector, as the library reads it, become a chain of parts?

Only this module, loaded when a selector is read, loads the library.
"""

from cssselect import ExpressionError, Selector
from cssselect.parser import (
    Attrib,
    Class,
    CombinedSelector,
    Element,
    Function,
    Hash,
    Matching,
    Negation,
    Pseudo,
    SpecificityAdjustment,
    Tree,
    parse_series,
)

from batchbell.contracts.tag_tests import (
    Place,
    TagChain,
    TagPart,
    TagTest,
    any_of,
    at_place,
    attribute_fits,
    has_attribute,
    has_class,
    has_id,
    has_tag,
    none_of,
)

_PLACES: dict[str, Place] = {
    "child": lambda element: element.place(),
    "last-child": lambda element: element.place_from_end(),
    "of-type": lambda element: element.place_of_type(),
    "last-of-type": lambda element: element.place_of_type_from_end(),
}


def _first(place: str) -> TagTest:
    return at_place(_PLACES[place], 0, 1)


_PSEUDO: dict[str, list[TagTest]] = {
    "root": [lambda element: element.is_root()],
    "empty": [lambda element: element.is_empty()],
    "first-child": [_first("child")],
    "last-child": [_first("last-child")],
    "only-child": [_first("child"), _first("last-child")],
    "first-of-type": [_first("of-type")],
    "last-of-type": [_first("last-of-type")],
    "only-of-type": [_first("of-type"), _first("last-of-type")],
}


def read_chain(selector: Selector) -> TagChain:
    """Raises SelectorError for what cannot be told of a page at rest, and for what is not built."""
    if selector.pseudo_element:
        raise ExpressionError("it ends in a pseudo-element, which no page holds")
    parts: list[TagPart] = []
    tree = selector.parsed_tree
    while isinstance(tree, CombinedSelector):
        parts.append(_part(tree.combinator, tree.subselector))
        tree = tree.selector
    parts.append(_part("", tree))
    return tuple(reversed(parts))


def _part(combinator: str, tree: Tree) -> TagPart:
    tag, tests = _compound(tree)
    return TagPart(combinator, tag, tuple(tests))


def _compound(tree: Tree) -> tuple[str | None, list[TagTest]]:
    """The name of an element, and what is asked of it besides, in the order of writing."""
    tests: list[TagTest] = []
    while not isinstance(tree, Element):
        if isinstance(tree, CombinedSelector):
            raise ExpressionError("in :not() and :is(), name one element without its neighbours")
        tests[:0] = _asked(tree)
        tree = tree.selector
    if tree.namespace:
        raise ExpressionError("namespaces have no meaning in HTML")
    return tree.element.lower() if tree.element else None, tests


def _alternative(tree: Tree) -> list[TagTest]:
    tag, tests = _compound(tree)
    return [has_tag(tag), *tests] if tag else tests


def _asked(tree: Tree) -> list[TagTest]:
    match tree:
        case Hash():
            return [has_id(tree.id)]
        case Class():
            return [has_class(tree.class_name)]
        case Attrib():
            return [_attribute(tree)]
        case Negation():
            return [none_of([_alternative(tree.subselector)])]
        case Matching() | SpecificityAdjustment():
            return [any_of([_alternative(one) for one in tree.selector_list])]
        case Pseudo() if tree.ident in _PSEUDO:
            return _PSEUDO[tree.ident]
        case Function() if tree.name.removeprefix("nth-") in _PLACES:
            return [_place(tree)]
    raise ExpressionError("of pseudo-classes, only those of place, :not(), :is(), :empty are known")


def _attribute(tree: Attrib) -> TagTest:
    if tree.namespace:
        raise ExpressionError("namespaces have no meaning in HTML")
    name = tree.attrib.lower()
    if tree.value is None or tree.value.value is None:
        return has_attribute(name)
    return attribute_fits(name, tree.operator, tree.value.value, any_case=tree.flag == "i")


def _place(tree: Function) -> TagTest:
    try:
        step, first = parse_series(tree.arguments)
    except ValueError as error:
        raise ExpressionError(f"what stands in :{tree.name}() is no place") from error
    return at_place(_PLACES[tree.name.removeprefix("nth-")], step, first)
