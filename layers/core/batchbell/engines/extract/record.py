"""What does one record hold: a page, an element of a list, a described thing, a table's row?"""

from collections.abc import Iterable, Mapping

from batchbell.domain.extracted import Provenance
from batchbell.domain.schema import Field, FieldType
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.evidence import described, evidence_for
from batchbell.engines.extract.graph import Graph, Node
from batchbell.engines.extract.lists import list_evidence
from batchbell.engines.extract.mapping import Found, find
from batchbell.engines.extract.meaning import concept_of
from batchbell.engines.extract.pieces import Evidence, Wish
from batchbell.engines.extract.subject import subject_of
from batchbell.engines.extract.texts import lines_of
from batchbell.engines.extract.vocabulary.concept import Concept
from batchbell.engines.tree import Tree

Row = tuple[dict[str, object], dict[str, Provenance]]
Fields = tuple[Field, ...]


def meant_by(fields: Fields) -> dict[str, Concept | None]:
    """What each field means."""
    return {field.name: concept_of(field) for field in fields}


def record_of_page(page: Document, fields: Fields) -> Row:
    """The page, or the part of one, read as a record. Nested fields are not looked for."""
    meant = meant_by(fields)
    subjects = subjects_of(page, meant)
    return _row(fields, {f.name: _found(f, meant[f.name], subjects, page) for f in fields})


def record_of_thing(page: Document, fields: Fields, graph: Graph, node: Node) -> Row:
    """What a described thing itself says."""
    meant = meant_by(fields)
    found = {}
    for field in fields:
        wish = Wish(field, meant[field.name], ((graph, node),))
        found[field.name] = find(wish, page, described(wish))
    return _row(fields, found)


def record_of_cells(page: Document, cells: Mapping[str, Tree], fields: Fields) -> Row:
    """A table's row, each field with its cell."""
    meant = meant_by(fields)
    found = {}
    for field in fields:
        cell = cells.get(field.name)
        wish = Wish(field, meant[field.name], ())
        found[field.name] = None if cell is None else find(wish, page, _of_cell(cell, field))
    return _row(fields, found)


def subjects_of(
    page: Document, meant: Mapping[str, Concept | None]
) -> tuple[tuple[Graph, Node], ...]:
    """The thing of each graph that the fields ask about."""
    chosen = ((graph, subject_of(graph, meant.items())) for graph in page.graphs)
    return tuple((graph, node) for graph, node in chosen if node is not None)


def _found(
    field: Field,
    concept: Concept | None,
    subjects: tuple[tuple[Graph, Node], ...],
    page: Document,
) -> Found | None:
    if field.type in (FieldType.RECORD, FieldType.RECORDS):
        return None
    wish = Wish(field, concept, subjects)
    places = list_evidence if field.type is FieldType.LIST else evidence_for
    return find(wish, page, places(wish, page))


def _of_cell(cell: Tree, field: Field) -> Iterable[Evidence]:
    link = next(cell.iter("a"), None)
    if field.type is FieldType.URL and link is not None:
        yield Evidence([link.get("href") or ""], "column", 0.8)
    lines = lines_of(cell)
    yield Evidence(
        list(lines) if field.type is FieldType.LIST else [" ".join(lines)], "column", 0.8
    )


def _row(fields: Fields, found: Mapping[str, Found | None]) -> Row:
    values = {name: one.value if one else None for name, one in found.items()}
    known = {name: one.provenance for name, one in found.items() if one}
    return {field.name: values[field.name] for field in fields}, known
