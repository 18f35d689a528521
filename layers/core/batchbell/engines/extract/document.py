"""What is known of a page once it is read: its tree, its things, its lines, its labels?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_kind import PageKind, kind_of, not_a_page
from batchbell.engines.decode import decode_page
from batchbell.engines.extract.flow import Line, lines_of_page
from batchbell.engines.extract.graph import Graph, graph_of
from batchbell.engines.extract.json_ld import things_of_json_ld
from batchbell.engines.extract.labelled import Pair, labelled_values
from batchbell.engines.extract.marked_up import MICRODATA, RDFA, things_of_markup
from batchbell.engines.extract.meta_tags import meta_of
from batchbell.engines.extract.named import elements_by_name
from batchbell.engines.gate import passed
from batchbell.engines.tree import Tree, absolute, parsed


@dataclass(frozen=True)
class Document:
    """A page, each kind of evidence gathered when it is first asked for, and once."""

    tree: Tree
    url: str
    base: str
    part: bool = False
    """Whether this is a record of a list on the page, and nothing above it counts."""

    @cached_property
    def graphs(self) -> tuple[Graph, ...]:
        """JSON-LD, microdata, RDFa: each apart, the most certain first."""
        readings: tuple[Callable[[], Graph], ...] = (
            lambda: graph_of(things_of_json_ld(self.tree)),
            lambda: graph_of(things_of_markup(self.tree, MICRODATA)),
            lambda: graph_of(things_of_markup(self.tree, RDFA)),
        )
        return tuple(graph for graph in (read() for read in readings) if graph.nodes)

    @cached_property
    def meta(self) -> dict[str, list[str]]:
        """What the head says, by lower-case name."""
        return meta_of(self.tree)

    @cached_property
    def lines(self) -> list[Line]:
        """What the page shows, navigation and footer left out."""
        return lines_of_page(self.tree)

    @cached_property
    def pairs(self) -> dict[str, list[Pair]]:
        """What is printed with a label, by plain label."""
        return labelled_values(self.tree, self.lines)

    @cached_property
    def elements(self) -> dict[str, list[Tree]]:
        """Elements by what their class, id or test id is called."""
        return elements_by_name(self.tree)

    @property
    def language(self) -> str:
        """As declared, or an empty string."""
        declared = self.meta.get("<language>") or self.meta.get("og:locale") or [""]
        return declared[0].replace("_", "-")

    def address(self, written: str) -> str | None:
        """Absolute; None for what is no address of the web."""
        found = absolute(self.base, written) if written.strip() else None
        return found if found and found.startswith(("http://", "https://")) else None


def document_of(page: FetchedPage) -> Document:
    """The page, read.

    Raises PageFailed: SCRAPE_UNSUPPORTED_FILE, SCRAPE_EMPTY_CONTENT, SCRAPE_CONTENT_TOO_LARGE.
    """
    if kind_of(page.content_type, page.body) is PageKind.OTHER:
        raise not_a_page()
    tree = parsed(passed(decode_page(page.body, page.content_type)))
    if tree is None:
        raise PageFailed(
            ErrorCode.SCRAPE_EMPTY_CONTENT,
            "The page holds no text. It may need a browser to fill it.",
        )
    declared = tree.find(".//base[@href]")
    base = None if declared is None else absolute(page.url, declared.get("href"))
    return Document(tree, page.url, base or page.url)
