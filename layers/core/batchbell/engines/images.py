"""Which images does a page hold?"""

import re

from batchbell.domain.page import PageImage
from batchbell.engines.decode import without_controls
from batchbell.engines.links import LONGEST_ADDRESS
from batchbell.engines.tree import Tree
from batchbell.engines.words import one_line

MAX_IMAGES = 2_000
MAX_CHARACTERS = 500_000
"""Of all addresses and descriptions together."""
_LONGEST_ALT = 1_000
_PIXELS = re.compile(r"\s*\+?(\d{1,6})(?:\.\d*)?\s*(?:px)?\s*", re.ASCII | re.IGNORECASE)


def images_of(tree: Tree) -> tuple[PageImage, ...]:
    """Every image of the prepared page, in order, each address once, as it comes first.

    Left out: images within the page itself (`data:`), addresses over 2,048 characters, and what
    comes after 2,000 images or 500,000 characters. Descriptions over 1,000 characters are cut.
    """
    found: dict[str, PageImage] = {}
    size = 0
    for image in tree.iter("img"):
        src = image.get("src")
        if src is None or len(src) > LONGEST_ADDRESS or src in found:
            continue
        alt = one_line(image.get("alt") or "", _LONGEST_ALT)
        size += len(src) + len(alt)
        if size > MAX_CHARACTERS or len(found) == MAX_IMAGES:
            break
        width, height = pixels(image.get("width")), pixels(image.get("height"))
        found[src] = PageImage(without_controls(src), alt, width, height)
    return tuple(found.values())


def pixels(value: str | None) -> int | None:
    """`640`, `640px` and `640.5` are 640; `100%` and `auto` say nothing of pixels."""
    number = _PIXELS.fullmatch(value or "")
    return int(number[1]) if number else None
