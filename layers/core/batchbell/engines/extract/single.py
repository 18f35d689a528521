"""Is a page about one thing, or does it list several?"""

from batchbell.engines.extract.document import Document
from batchbell.engines.extract.graph import Graph, Node
from batchbell.engines.extract.names import plain
from batchbell.engines.extract.record import Fields, meant_by
from batchbell.engines.extract.shown import titles
from batchbell.engines.extract.subject import describes_page, is_beside, subject_of
from batchbell.engines.extract.things import text_of_value

_FEW, _MANY = 2, 4


def is_about_one_thing(page: Document, fields: Fields) -> bool:
    """Whether its data describes something particular, and not as one of several."""
    firsts = [(graph, subject_of(graph, meant_by(fields).items())) for graph in page.graphs]
    told = [(graph, node) for graph, node in firsts if node is not None and node.types]
    return any(
        not describes_page(node) and not is_beside(node) and not is_one_of_many(page, graph, node)
        for graph, node in told
    )


def is_one_of_many(page: Document, graph: Graph, node: Node) -> bool:
    """Whether four or more such things are described, or two in a list of items.

    Not where the page is called after one of them.
    """
    alike = [one for one in graph.nodes if one.types == node.types and one.depth == node.depth]
    many = _FEW if any("ItemList" in one.types for one in graph.nodes) else _MANY
    names = {plain(text_of_value(graph, value)) for one in alike for value in graph.at(one, "name")}
    if len(names) < many:
        return False
    heading = next(titles(page), None)
    title = plain(str(heading.values[0])) if heading else ""
    return not title or not any(title in name for name in names)
