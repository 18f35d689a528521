"""What does a page say about itself?"""

import trafilatura

from batchbell.domain.page import PageMetadata
from batchbell.engines.decode import without_controls
from batchbell.engines.tree import Tree, absolute

_LONGEST = 2_000
# Dates that are declared, not guessed from the text; a fixed end keeps the clock out.
_DATES = {"original_date": True, "extensive_search": False, "max_date": "2100-01-01"}
_LANGUAGE_TAGS = (
    './/meta[@http-equiv="content-language"]',
    './/meta[@property="og:locale"]',
    './/meta[@name="language"]',
)


def metadata_of(tree: Tree, url: str) -> PageMetadata:
    """Title, description and so on; `image` is absolute. Values over 2,000 characters are cut."""
    found = trafilatura.extract_metadata(tree, default_url=url, date_config=dict(_DATES))
    return PageMetadata(
        title=_cleaned(found.title),
        description=_cleaned(found.description),
        language=_cleaned(_language(tree)),
        author=_cleaned(found.author),
        published_date=_cleaned(found.date),
        image=_cleaned(absolute(url, found.image) if found.image else None),
    )


def _language(tree: Tree) -> str | None:
    """As declared, underscores turned into hyphens (`en_US` -> `en-US`)."""
    declared = tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang")
    for path in _LANGUAGE_TAGS:
        tag = None if declared else tree.find(path)
        declared = declared if tag is None else tag.get("content")
    return declared.split(",")[0].replace("_", "-") if declared else None


def _cleaned(value: str | None) -> str | None:
    text = " ".join(without_controls(value or "").split())
    return text[:_LONGEST] or None
