"""Where on a page is an element: with the main thing, or with others beside it?"""

from batchbell.engines.extract.names import word_set, words_of
from batchbell.engines.tree import Tree

_BESIDE_TAGS = frozenset(("nav", "footer", "aside"))
_BESIDE = word_set(
    "related recommend recommended recommendation recommendations carousel similar upsell crosssell"
    " sponsored recently recent footer sidebar widget minicart breadcrumb breadcrumbs navbar"
    " comments comment menu suggestions suggested bestsellers accessories bundle bundles nav"
    " advert promo compare alternatives relacionados similares ahnliche verwandte similaires"
)


def beside(element: Tree) -> bool:
    """Whether it lies in navigation, footer, or a list of other things."""
    if element.tag in _BESIDE_TAGS:
        return True
    return any(
        above.tag in _BESIDE_TAGS or not _BESIDE.isdisjoint(tokens_of(above))
        for above in (element, *element.iterancestors())
        if above.tag not in ("body", "html")
    )


def hidden(element: Tree) -> bool:
    """Whether it, or an element around it, says itself that it is not shown."""
    return any(hides(above) for above in (element, *element.iterancestors()))


def hides(element: Tree) -> bool:
    """Whether an element says of itself that it is not shown."""
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style) and "display:none" in style.replace(" ", "").lower()


def tokens_of(element: Tree) -> tuple[str, ...]:
    """The words of its class and id."""
    named = f"{element.get('class') or ''} {element.get('id') or ''}"
    return words_of(named) if named != " " else ()
