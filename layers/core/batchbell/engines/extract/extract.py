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
from batchbell.engines.extract.single import is_about_one_thing

# So few entries are rather parts of a page than its list, so many are not beside the point.
_FEW, _MANY = 2, 10


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
    """A page that lists nothing, or is about one thing, may be one record itself."""
    listed = records_of(document, schema.fields)
    if len(listed) >= _MANY:
        return listed
    whole = _record(document, schema)
    fullest = max((len(known) for _, known in listed), default=0)
    single = is_about_one_thing(document, schema.fields)
    if (single and len(whole[1]) >= fullest) or (len(listed) <= _FEW and len(whole[1]) > fullest):
        listed = [whole]
    return [row for row in listed if row[1]]
