"""Is a selector understood as CSS means it, and a bad one refused with a word about it?"""

import random
from collections.abc import Callable
from cProfile import Profile

import pytest
from cssselect import HTMLTranslator
from lxml import html

from batchbell.contracts.tag_selectors import MAX_CHARACTERS, MAX_SELECTORS, check_selectors
from batchbell.engines.tag_matching import matches

TAGS = ("div", "p", "ul", "li")
COMPOUNDS = (
    "", ".a", ".b.c", "#x", "[data-k]", "[data-k=one]", "[data-k~=two]", "[data-k|=en]",
    "[data-k^=o]", "[data-k$=US]", "[data-k*=n]", "[data-k!=one]", "[DATA-K=ONE i]", ":not(.a)",
    ":not(div)", ":first-child", ":last-child", ":only-child", ":nth-child(2)", ":nth-child(odd)",
    ":nth-child(3n+1)", ":nth-child(-n+2)", ":nth-last-child(2)", ":empty", ":root", ":is(.a, p)",
    ":where(#x)", ":not(.a):nth-child(2)",
)  # fmt: skip
OF_TYPE = ("", ":first-of-type", ":last-of-type", ":nth-of-type(2)", ":nth-last-of-type(2)",
           ":only-of-type")  # fmt: skip


def some_page(chance: random.Random, depth: int) -> str:
    if depth == 0:
        return "text"
    return "".join(some_element(chance, depth) for _ in range(chance.randint(0, 3)))


def some_element(chance: random.Random, depth: int) -> str:
    tag, name = chance.choice(TAGS[:2]), chance.choice("xyz")
    classes = " ".join(chance.sample("abc", chance.randint(0, 2)))
    value = chance.choice(("", "one", "one two", "en", "en-US"))
    inside = some_page(chance, depth - 1)
    return f'<{tag} class="{classes}" id="{name}" data-k="{value}">{inside}</{tag}>'


def some_selector(chance: random.Random) -> str:
    parts = [some_part(chance) for _ in range(chance.randint(1, 3))]
    combinators = [chance.choice((" ", " > ", " + ", " ~ ")) for _ in parts]
    together = "".join(c + part for c, part in zip(combinators, parts, strict=True))
    return together[len(combinators[0]) :]


def some_part(chance: random.Random) -> str:
    if chance.random() < 0.3:
        return chance.choice(TAGS[:2]) + chance.choice(OF_TYPE)
    return (chance.choice((*TAGS[:2], "*", "")) + chance.choice(COMPOUNDS)) or "*"


@pytest.mark.parametrize("seed", range(40))
def test_a_selector_means_what_the_library_says_it_means(seed: int) -> None:
    """Which says it in XPath; without matches inside other matches, and without the head."""
    chance = random.Random(seed)
    page = f"<html><head><title>t</title></head><body>{some_page(chance, 4)}</body></html>"
    tree = html.document_fromstring(page)
    for _ in range(30):
        selector = some_selector(chance)
        found = set(tree.xpath(HTMLTranslator().css_to_xpath(selector)))
        found -= set(tree.find("head").iter())
        outermost = [e for e in tree.iter() if e in found and found.isdisjoint(e.iterancestors())]
        assert matches(tree, [selector]) == outermost, selector


@pytest.mark.parametrize(
    "values",
    [
        [],
        ["main"],
        [
            "MAIN",
            "h1, h2",
            "#a .b > c + d ~ e",
            "a[href^='http']",
            ":not(nav)",
            "tr:nth-child(2n+1)",
        ],
        ["a"] * MAX_SELECTORS,
        ["a" * MAX_CHARACTERS],
    ],
)
def test_selectors_are_taken(values: list[str]) -> None:
    check_selectors(values)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("", "''"),
        ("  ", "'  '"),
        ("a[", "'a['"),
        ("div{}", "'div{}'"),
        ("<div>", "'<div>'"),
        ("//div/a", "'//div/a'"),
        ("a,,b", "'a,,b'"),
        ("a::before", "pseudo-element"),
        ("svg|rect", "namespaces"),
        ("[xlink|href]", "namespaces"),
        ("a:hover", "pseudo-classes"),
        ("a:has(b)", "pseudo-classes"),
        ("p:contains('x')", "pseudo-classes"),
        (":not(a b)", "neighbours"),
        ("li:nth-child(first)", "no place"),
        (":not(" * 30, "not"),
        ("a" * (MAX_CHARACTERS + 1), f"at most {MAX_CHARACTERS}"),
    ],
)
def test_a_bad_selector_is_refused_with_a_word_about_it(value: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"correct it|at most") as refused:
        check_selectors(["main", value])
    assert says in str(refused.value)


def test_selectors_are_counted() -> None:
    with pytest.raises(ValueError, match=f"at most {MAX_SELECTORS}"):
        check_selectors(["a"] * (MAX_SELECTORS + 1))


def flat(size: int) -> str:
    return "<p class='a b'>x<b>y</b></p>" * size


def deep(size: int) -> str:
    return ("<div class=a>" * 240 + "x" + "</div>" * 240) * (size // 240)


def calls_for(body: str, selector: str) -> int:
    """How many functions are called to match a selector."""
    tree = html.document_fromstring(f"<html><body>{body}</body></html>")
    profile = Profile()
    profile.runcall(matches, tree, [selector[:MAX_CHARACTERS]])
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("body", [flat, deep])
@pytest.mark.parametrize(
    "selector",
    ["body p b", "div div div div i", "p ~ p + p", "p:nth-last-child(3n+1)", "* > * *" + " *" * 96]
)  # fmt: skip
def test_a_selector_takes_time_in_proportion_to_the_page(
    body: Callable[[int], str], selector: str
) -> None:
    """As XPath, some of these take minutes on a large one."""
    small, large = (calls_for(body(size), selector) for size in (480, 1_920))
    assert large < 5 * small
