"""Which tags do `includeTags` and `excludeTags` mean, and is what a caller sent a selector at all?

Tag names and CSS selectors alike. A selector becomes a chain of parts that are true or false for
one element, given its neighbours: what a page's elements are compared with (`engines.tags`) takes
time in proportion to the page, whatever the selector. XPath, which the same library could make of
it, takes libxml2 time with the square of the page.
"""

from collections.abc import Iterator, Sequence

from batchbell.contracts.tag_tests import TagChain

MAX_SELECTORS = 50
MAX_CHARACTERS = 200


def check_selectors(values: Sequence[str]) -> None:
    """Raises ValueError that says which of them is no selector, and what to do."""
    if len(values) > MAX_SELECTORS:
        raise ValueError(f"must be at most {MAX_SELECTORS} selectors; leave some out")
    for value in values:
        if len(value) > MAX_CHARACTERS:
            raise ValueError(f"{value[:40]!r}... must be at most {MAX_CHARACTERS} characters")
        chains_of(value)


def chains_of(selector: str) -> list[TagChain]:
    """What a selector means: a chain for each of what commas part. Raises ValueError."""
    # Loaded when there is something to read: it takes some 20 ms of a cold start.
    from cssselect import SelectorError, parse

    from batchbell.contracts.tag_reading import read_chain

    try:
        return [read_chain(part) for part in parse(selector)]
    except SelectorError as error:
        raise ValueError(
            f"{selector!r} is neither a tag name nor a CSS selector that can be used ({error});"
            " correct it or leave it out"
        ) from error


def all_chains(selectors: Sequence[str]) -> Iterator[TagChain]:
    """The chains of several selectors. Raises ValueError."""
    for selector in selectors:
        yield from chains_of(selector)
