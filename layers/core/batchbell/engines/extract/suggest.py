"""Which fields does a page offer, and what would a schema of them be?"""

import re
from typing import Any

from batchbell.domain.extracted import Suggestion
from batchbell.domain.page import FetchedPage
from batchbell.domain.schema import Field, FieldType
from batchbell.engines.extract.document import Document, document_of
from batchbell.engines.extract.offered import OF_MANY, OF_ONE
from batchbell.engines.extract.record import Fields, Row, record_of_page
from batchbell.engines.extract.records import records_of
from batchbell.engines.extract.shown import titles
from batchbell.engines.extract.single import is_about_one_thing
from batchbell.engines.extract.tables import Table, tables_of
from batchbell.engines.extract.texts import text_of

_LEAST_CONFIDENCE = 0.55
_LEAST_FULLNESS = 0.15
_LEAST_ROWS = 4
_LEAST_SHARE = 0.5
_LEAST_FIELDS = 2
_LEAST_ROWS_OF_A_TABLE = 3
_PARTICULAR = frozenset(("price", "sku", "ingredients", "salary", "start_date", "author"))
_MOST_COLUMNS = 30
_NUMERIC = re.compile(r"[^\w]{0,3}(?:[A-Z]{3} ?)?\d[\d.,\s]{0,20}[^\d]{0,4}\Z")
_SCALARS: dict[FieldType, dict[str, Any]] = {
    FieldType.TEXT: {"type": "string"},
    FieldType.NUMBER: {"type": "number"},
    FieldType.URL: {"type": "string", "format": "uri"},
    FieldType.DATE: {"type": "string", "format": "date"},
    FieldType.LIST: {"type": "array", "items": {"type": "string"}},
}


def suggest(page: FetchedPage) -> Suggestion:
    """Never without fields: title, description and address are what any page has.

    The schema is one that a caller may send back: of an object, or of an array where the page is
    a list. Raises PageFailed as `extract` does.
    """
    document = document_of(page)
    shown = next(titles(document), None)
    name = str(shown.values[0]) if shown else None
    whole = record_of_page(document, OF_ONE)
    rows = records_of(document, OF_MANY, _LEAST_FULLNESS)
    columns = _columns(document)
    if not (_is_of_one_thing(whole) and is_about_one_thing(document, OF_ONE)):
        if columns:
            return Suggestion(name, columns, _schema(columns, rows=True), _first_address(rows))
        listed = _filled(rows)
        if len(rows) >= _LEAST_ROWS and len(listed) >= _LEAST_FIELDS:
            return Suggestion(name, listed, _schema(listed, rows=True), _first_address(rows))
    fields = _certain(whole)
    return Suggestion(name, fields, _schema(fields, rows=False))


def _is_of_one_thing(row: Row) -> bool:
    """Whether data in the page describes one thing that has more than a title."""
    sources = {
        name
        for name, provenance in row[1].items()
        if provenance.source in ("json-ld", "microdata", "rdfa")
    }
    return "title" in sources and not _PARTICULAR.isdisjoint(sources)


def _certain(row: Row) -> Fields:
    known = row[1]
    found = tuple(
        field
        for field in OF_ONE
        if field.name in known and known[field.name].confidence >= _LEAST_CONFIDENCE
    )
    return found if len(found) > 1 else _ANY_PAGE


_ANY_PAGE = tuple(field for field in OF_ONE if field.name in ("title", "description", "url"))


def _filled(rows: list[Row]) -> Fields:
    """Those that half of the records have, with more than one value among them."""
    kept = []
    for field in OF_MANY:
        values = [row[field.name] for row, _ in rows if row[field.name] is not None]
        different = len(set(map(str, values))) > 1 or field.name == "availability"
        if rows and len(values) >= _LEAST_SHARE * len(rows) and different:
            kept.append(field)
    return tuple(kept)


def _columns(page: Document) -> Fields:
    """The columns of the largest table that has three rows or more."""
    tables = [one for one in tables_of(page.tree) if len(one.rows) >= _LEAST_ROWS_OF_A_TABLE]
    largest = max(tables, key=lambda one: len(one.rows), default=None)
    return _fields_of(largest) if largest else ()


def _fields_of(table: Table) -> Fields:
    fields: dict[str, Field] = {}
    for at, heading in enumerate(table.headings[:_MOST_COLUMNS]):
        texts = [text_of(row[at]) for row in table.rows[:10] if at < len(row)]
        filled = [text for text in texts if text]
        numeric = filled and all(map(_NUMERIC.match, filled))
        kind = FieldType.NUMBER if numeric else FieldType.TEXT
        name = heading.replace(" ", "_")
        if name and filled:
            fields.setdefault(name, Field(name, kind, f"column {heading}"))
    return tuple(fields.values()) if len(fields) >= _LEAST_FIELDS else ()


def _first_address(rows: list[Row]) -> str | None:
    addresses = (row.get("url") for row, _ in rows)
    return next((one for one in addresses if isinstance(one, str)), None)


def _schema(fields: Fields, *, rows: bool) -> dict[str, Any]:
    properties = {
        field.name: {**_SCALARS[field.type], "description": field.description} for field in fields
    }
    row = {"type": "object", "properties": properties}
    return {"type": "array", "items": row} if rows else row
