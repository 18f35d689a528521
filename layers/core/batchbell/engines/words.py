"""What does a reader see of an element, on one line?"""

from collections.abc import Iterator

from lxml import etree

from batchbell.engines.decode import without_controls
from batchbell.engines.tree import Tree

UNSEEN = frozenset(("head", "noscript", "script", "style", "svg", "template", "textarea"))
# What stands within a line; around everything else words part.
INLINE = frozenset(
    (
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
        "em", "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    )
)  # fmt: skip


def words_of(element: Tree, longest: int) -> str:
    """Its words, at most so many characters; no more of it is read than that takes."""
    seen: list[str] = []
    size = 0
    for text in _seen(element):
        seen.append(text)
        size += len(text)
        if size > 4 * longest:  # much of it may be white space
            break
    return one_line("".join(seen), longest)


def one_line(text: str, longest: int) -> str:
    """White space collapsed, no control characters, cut."""
    return " ".join(without_controls(text[: 4 * longest]).split())[:longest].rstrip()


def _seen(element: Tree) -> Iterator[str]:
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, part in walk:
        if part.tag not in INLINE and part.tag not in UNSEEN:
            yield " "
        if event == "end":
            yield (part is not element and part.tail) or ""
        elif part.tag in UNSEEN:
            walk.skip_subtree()
        else:
            yield part.text or ""
