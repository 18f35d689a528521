"""What do the nested fields of a schema hold: objects, and arrays of objects?"""

from collections.abc import Iterator

from batchbell.domain.extracted import Provenance
from batchbell.domain.schema import Field, FieldType
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.graph import Graph, Node, Value
from batchbell.engines.extract.mapping import find
from batchbell.engines.extract.meaning import concept_of
from batchbell.engines.extract.pieces import Evidence, Wish
from batchbell.engines.extract.record import (
    Fields,
    Row,
    meant_by,
    record_of_page,
    record_of_thing,
    subjects_of,
)
from batchbell.engines.extract.records import records_of
from batchbell.engines.extract.subject import paths_of

_NESTED = frozenset((FieldType.RECORD, FieldType.RECORDS))
_MAX_DEPTH = 3


def with_nested(page: Document, fields: Fields, row: Row, depth: int = 0) -> Row:
    """The row with its nested fields looked for as well: in what things say, then on the page."""
    values, known = dict(row[0]), dict(row[1])
    subjects = subjects_of(page, meant_by(fields))
    for field in fields if depth < _MAX_DEPTH else ():
        if field.type in _NESTED:
            rows = _rows_for(page, field, list(_values(field, subjects)), depth)
            if rows:
                whole = [inner for inner, _ in rows]
                values[field.name] = whole if field.type is FieldType.RECORDS else whole[0]
                known[field.name] = _least(rows)
    return values, known


def _values(
    field: Field, subjects: tuple[tuple[Graph, Node], ...]
) -> Iterator[tuple[Graph, Value]]:
    """What the things asked about have under the field's name or meaning; `reviews`: `review`."""
    concept = concept_of(field)
    for graph, node in subjects:
        names = (field.name, field.name.removesuffix("s"))
        for path in dict.fromkeys(p for name in names for p in paths_of(name, concept, node)):
            for value in graph.at(node, path):
                yield graph, value


def _rows_for(
    page: Document, field: Field, values: list[tuple[Graph, Value]], depth: int
) -> list[Row]:
    things = [(graph, value) for graph, value in values if isinstance(value, Node)]
    rows = [record_of_thing(page, field.fields, graph, node) for graph, node in things]
    rows = [row for row in rows if row[1]] or _named_only(page, field, values)
    if rows:
        return rows
    if field.type is FieldType.RECORDS:
        return records_of(page, field.fields)
    if concept_of(field) is not None:
        return []  # the page itself is not its author, its seller, its address
    row = with_nested(page, field.fields, record_of_page(page, field.fields), depth + 1)
    return [row] if row[1] else []


def _named_only(page: Document, field: Field, values: list[tuple[Graph, Value]]) -> list[Row]:
    """Where the page has a mere text, it is the name of the thing."""
    naming = next((f for f in field.fields if (c := concept_of(f)) and c.key == "title"), None)
    rows: list[Row] = []
    for graph, value in values if naming else ():
        if naming and isinstance(value, str):
            evidence = Evidence([value], "json-ld", 0.8, graph)
            found = find(Wish(naming, concept_of(naming), ()), page, [evidence])
            if found:
                row = dict.fromkeys((one.name for one in field.fields), None)
                rows.append(({**row, naming.name: found.value}, {naming.name: found.provenance}))
    return rows


def _least(rows: list[Row]) -> Provenance:
    """Where the least certain of its values comes from."""
    known = [one for _, provenance in rows for one in provenance.values()]
    return min(known, key=lambda one: one.confidence)
