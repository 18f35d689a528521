"""Which rows does a page hold for a schema?

Evidence first (data in the page, then what it shows), then mapping, then types: docs/extract.md.
No step does I/O, and nothing is made up: what is not found is null and named in `missing`.
"""

from batchbell.domain.extracted import Extracted
from batchbell.domain.page import FetchedPage
from batchbell.domain.schema import Schema
from batchbell.engines.extract.document import Document, document_of
from batchbell.engines.extract.nested import with_nested
from batchbell.engines.extract.record import Row, record_of_page
from batchbell.engines.extract.records import records_of


def extract(page: FetchedPage, schema: Schema) -> Extracted:
    """One row; where the schema wants rows every record of the page, none when there is nothing.

    Raises PageFailed: SCRAPE_UNSUPPORTED_FILE, SCRAPE_EMPTY_CONTENT, SCRAPE_CONTENT_TOO_LARGE.
    """
    document = document_of(page)
    rows = _records(document, schema) if schema.rows else [_record(document, schema)]
    values = tuple(row for row, _ in rows)
    missing = tuple(n for n in schema.names if all(row[n] is None for row in values))
    return Extracted(values, missing, tuple(known for _, known in rows))


def _record(document: Document, schema: Schema) -> Row:
    return with_nested(document, schema.fields, record_of_page(document, schema.fields))


def _records(document: Document, schema: Schema) -> list[Row]:
    """A page that lists nothing may be one record itself."""
    listed = records_of(document, schema.fields)
    whole = [] if listed else [_record(document, schema)]
    return listed or [row for row in whole if row[1]]
