"""Which records does a page list: rows of a table, described things, elements that are alike?"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from batchbell.domain.schema import Field
from batchbell.engines.extract.document import Document
from batchbell.engines.extract.graph import Graph, Node
from batchbell.engines.extract.meaning import called
from batchbell.engines.extract.names import plain, words_of
from batchbell.engines.extract.record import (
    Fields,
    Row,
    meant_by,
    record_of_cells,
    record_of_page,
    record_of_thing,
)
from batchbell.engines.extract.repeated import MAX_RECORDS, groups_of_alike
from batchbell.engines.extract.tables import Table, tables_of
from batchbell.engines.extract.vocabulary.concept import Concept
from batchbell.engines.tree import Tree

_SAMPLE = 6
_FEW = 2
LEAST = 0.34
_MAX_KINDS = 40
T = TypeVar("T")


@dataclass(frozen=True)
class _Candidate:
    """A list that may be the wanted one: its size, how full its first rows are, how to read it."""

    count: int
    fullness: float
    rows: Callable[[], list[Row]]

    @property
    def score(self) -> float:
        """Full rows first; of equally full ones the longer list."""
        return self.fullness + min(self.count, 50) / 500


def records_of(page: Document, fields: Fields, least: float = LEAST) -> list[Row]:
    """Every record of the list that fits the fields best, in page order; at most 2,000.

    Records without any value are left out. Empty when no list has `least` (a share) of the values
    that its first records could have.
    """
    candidates = [
        *_of_tables(page, fields),
        *_of_things(page, fields),
        *_of_elements(page, fields),
    ]
    best = max(candidates, key=lambda one: one.score, default=None)
    if best is None or best.fullness < least:
        return []
    return [row for row in best.rows() if row[1]]


def _of_tables(page: Document, fields: Fields) -> Iterator[_Candidate]:
    for table in tables_of(page.tree):
        columns = _columns(table, fields)
        if columns and table.rows:
            yield _candidate(table.rows, partial(_read_row, page, columns, fields))


def _read_row(
    page: Document, columns: dict[str, int], fields: Fields, row: tuple[Tree, ...]
) -> Row:
    cells = {name: row[at] for name, at in columns.items() if at < len(row)}
    return record_of_cells(page, cells, fields)


def _columns(table: Table, fields: Fields) -> dict[str, int]:
    """Which column is a field's: of its very name, of its meaning, of its words. Each only once."""
    found: dict[str, int] = {}
    meant = meant_by(fields)
    for fits in (_same_name, _same_meaning, _same_words):
        for field in fields:
            for at, heading in enumerate(table.headings):
                free = field.name not in found and at not in found.values()
                if free and heading and fits(heading, field, meant[field.name]):
                    found[field.name] = at
    return found


def _same_name(heading: str, field: Field, _: object) -> bool:
    return heading == plain(field.name)


def _same_meaning(heading: str, _: Field, concept: Concept | None) -> bool:
    return concept is not None and heading in called(concept)


def _same_words(heading: str, field: Field, _: object) -> bool:
    ours = set(words_of(f"{field.name} {field.description}"))
    theirs = set(heading.split())
    name = set(words_of(field.name))
    return bool(theirs) and (theirs <= ours or name <= theirs)


def _of_things(page: Document, fields: Fields) -> Iterator[_Candidate]:
    for graph in page.graphs:
        for nodes in _kinds(graph):
            yield _candidate(nodes, partial(record_of_thing, page, fields, graph))


def _kinds(graph: Graph) -> list[list[Node]]:
    """Things of the same types, those of a breadcrumb left out."""
    crumbs = {
        id(entry)
        for node in graph.nodes
        if "BreadcrumbList" in node.types
        for entry in node.properties.get("itemListElement", ())
    }
    kinds: dict[frozenset[str], list[Node]] = {}
    for node in graph.nodes:
        if id(node) not in crumbs and node.properties:
            kinds.setdefault(node.types, []).append(node)
    return [nodes[:MAX_RECORDS] for nodes in kinds.values() if len(nodes) >= _FEW][:_MAX_KINDS]


def _of_elements(page: Document, fields: Fields) -> Iterator[_Candidate]:
    for group in groups_of_alike(page.tree):
        yield _candidate(group, partial(_read_element, page, fields))


def _read_element(page: Document, fields: Fields, element: Tree) -> Row:
    return record_of_page(replace(page, tree=element, part=True), fields)


def _candidate(parts: Iterable[T], read: Callable[[T], Row]) -> _Candidate:
    every = list(parts)
    sample = [read(part) for part in every[:_SAMPLE]]
    return _Candidate(len(every), _fullness(sample), lambda: [read(part) for part in every])


def _fullness(rows: list[Row]) -> float:
    """The share of the fields that have a value, less for rows that are all the same."""
    filled = sum(value is not None for row, _ in rows for value in row.values())
    wanted = sum(len(row) for row, _ in rows)
    different = len({str(row) for row, _ in rows}) / len(rows) if rows else 0.0
    return filled / wanted * different if wanted else 0.0
