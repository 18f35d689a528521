"""Which of the things that a page describes is the one that is asked for?"""

from collections.abc import Iterable

from batchbell.engines.extract.graph import Graph, Node
from batchbell.engines.extract.names import plain
from batchbell.engines.extract.vocabulary.concept import Concept

Wanted = tuple[str, Concept | None]
"""A field's name and what it means."""

_BESIDE = frozenset(
    (
        "BreadcrumbList", "ListItem", "ImageObject", "WebSite", "SearchAction", "Organization",
        "Person", "ReadAction", "EntryPoint", "Offer", "AggregateOffer", "Brand", "PostalAddress",
        "AggregateRating", "Rating", "Review", "HowToStep", "HowToSection", "Comment",
        "VideoObject", "NutritionInformation", "SiteNavigationElement", "WPHeader", "WPFooter",
        "Corporation",
    )
)  # fmt: skip
_PAGES = frozenset(
    (
        "Article", "BlogPosting", "NewsArticle", "WebPage", "TechArticle", "ItemPage", "Report",
        "CollectionPage", "ProductPage", "Blog", "CreativeWork", "QAPage", "AboutPage",
        "FAQPage", "ContactPage", "ProfilePage", "SearchResultsPage", "ItemList",
    )
)  # fmt: skip


# For being something in particular, also where it has nothing of what is wanted.
_SOMETHING = 0.01


def subject_of(graph: Graph, wanted: Iterable[Wanted]) -> Node | None:
    """The thing that has most of what is wanted; of equal ones the outermost, then the first."""
    fields = list(wanted)
    best: Node | None = None
    best_score = 0.0
    for node in graph.nodes:
        score = _score(graph, node, fields)
        if score > best_score:
            best, best_score = node, score
    return best


def pages_of(graph: Graph) -> list[Node]:
    """Things that describe the page as a whole."""
    return [node for node in graph.nodes if not node.types.isdisjoint(_PAGES)]


def describes_page(node: Node) -> bool:
    """Whether it describes the page itself and nothing more particular."""
    return bool(node.types) and node.types <= _PAGES


def is_beside(node: Node) -> bool:
    """Whether it is of a kind that describes something else: an offer, a crumb, the site."""
    return not node.types.isdisjoint(_BESIDE)


def paths_of(name: str, concept: Concept | None, node: Node) -> tuple[str, ...]:
    """Where a thing would keep a field: a property of its very name, then the usual places."""
    wanted = plain(name).replace(" ", "")
    same = tuple(key for key in node.properties if plain(key).replace(" ", "") == wanted)
    return (*same, *concept.paths) if concept else same


def _score(graph: Graph, node: Node, fields: list[Wanted]) -> float:
    score = sum(float(_has(graph, node, *field)) for field in fields)
    if not node.types.isdisjoint(_BESIDE):
        score *= 0.4 if score * 2 >= len(fields) else 0.0
    elif not node.types.isdisjoint(_PAGES):
        score *= 0.8
    elif node.types:
        score += _SOMETHING
    return score * 0.99**node.depth


def _has(graph: Graph, node: Node, name: str, concept: Concept | None) -> bool:
    return any(graph.at(node, path) for path in paths_of(name, concept, node))
