"""Which part of a page did the caller select, by `includeTags` and `excludeTags`?"""

from collections.abc import Sequence

from lxml import etree, html

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.engines.tag_matching import matches
from batchbell.engines.tree import Tree

# No tag of HTML has such a name, so nothing else is taken out with it.
_EXCLUDED = "batchbell-excluded"


def keep_tags(tree: Tree, selectors: Sequence[str]) -> None:
    """Leave in the body only what a selector matches, in the order of the page.

    What lies inside a match comes with it and is not repeated. Without selectors all of it stays.
    Raises PageFailed SCRAPE_EMPTY_CONTENT when nothing matches.
    """
    if not selectors:
        return
    body, selected = tree.find(".//body"), html.Element("body")
    outermost = matches(tree, selectors)
    if not outermost:
        raise PageFailed(
            ErrorCode.SCRAPE_EMPTY_CONTENT,
            "Nothing on the page matches includeTags. Check the selectors against its source.",
        )
    if outermost[0] in (tree, body):
        return
    for part in outermost:
        selected.append(part)
        part.tail = "\n"
    body.getparent().replace(body, selected)


def drop_tags(tree: Tree, selectors: Sequence[str]) -> None:
    """Take out of the body what a selector matches. The text around it stays."""
    if not selectors:
        return
    body = tree.find(".//body")
    for part in matches(tree, selectors):
        if part in (tree, body):
            body.clear()
        else:
            part.tag = _EXCLUDED
    etree.strip_elements(body, _EXCLUDED, with_tail=False)
