"""Which part of a page is its content, as Markdown?"""

import trafilatura

from batchbell.engines.tree import Tree

# Above this many characters of text the second opinions cost more than they find.
_LARGE = 200_000
_UNSEEN = ("script", "style", "noscript", "template", "head")


def content_of(tree: Tree, size: int, url: str) -> str:
    """Markdown, or an empty string when the page holds no text at all.

    `size`: characters of the page's text. Where the extractor finds nothing: its own plainer
    methods, then every word of the page.
    """
    return (
        _extracted(tree, size, url)
        or trafilatura.baseline(tree)[1].strip()
        or trafilatura.html2txt(tree).strip()
        or _every_word(tree)
    )


def _extracted(tree: Tree, size: int, url: str) -> str:
    markdown = trafilatura.extract(
        tree,
        url=url,
        fast=size > _LARGE,
        output_format="markdown",
        include_comments=False,
        include_links=True,
        include_images=True,
        include_tables=True,
    )
    return (markdown or "").strip()


def _every_word(tree: Tree) -> str:
    for element in list(tree.iter(*_UNSEEN)):
        element.drop_tree()
    return "\n".join(filter(None, (text.strip() for text in tree.itertext())))
