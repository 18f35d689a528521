"""Which links does a page hold?"""

from itertools import islice

from batchbell.domain.page import PageLink
from batchbell.engines.decode import without_controls
from batchbell.engines.tree import Tree
from batchbell.engines.words import one_line, words_of

MAX_LINKS = 5_000
MAX_CHARACTERS = 500_000
"""Of all addresses and words together."""
LONGEST_ADDRESS = 2_048
_LONGEST_TEXT = 500


def links_of(tree: Tree) -> tuple[PageLink, ...]:
    """Every address that the prepared page links to, in order, once, with the first words for it.

    Links to pages, mail (`mailto:`) and telephones (`tel:`). Left out: addresses over 2,048
    characters, and what comes after 5,000 links or 500,000 characters. Words over 500 characters
    are cut. A link without words has those of its image, label or title.
    """
    found: dict[str, str] = {}
    size = 0
    for link in tree.iter("a"):
        href = link.get("href")
        if href is None or len(href) > LONGEST_ADDRESS or found.get(href):
            continue
        text = _text(link)
        size += len(text) + (0 if href in found else len(href))
        if size > MAX_CHARACTERS or (len(found) == MAX_LINKS and href not in found):
            break
        found[href] = text
    return tuple(PageLink(text, without_controls(href)) for href, text in found.items())


def _text(link: Tree) -> str:
    return words_of(link, _LONGEST_TEXT) or _label(link)


def _label(link: Tree) -> str:
    labels = [image.get("alt") for image in islice(link.iter("img"), 5)]
    labels += [link.get("aria-label"), link.get("title")]
    return next((one_line(label, _LONGEST_TEXT) for label in labels if label and label.strip()), "")
