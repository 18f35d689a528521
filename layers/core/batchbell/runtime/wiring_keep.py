"""Where are pages kept for the next who wants them?

With clients of their own, made at the first call: this may fail, but not take long.
"""

from functools import cache

from batchbell.adapters.batch_records import BatchRecords
from batchbell.adapters.kept_pages import KeptPageStore
from batchbell.adapters.objects import Bucket
from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.results import ResultStore
from batchbell.adapters.sessions import Patience, late_dynamodb_client, s3_client
from batchbell.adapters.table import Table
from batchbell.runtime import wiring
from batchbell.runtime.counted_cache import CountedKeptPages

_PATIENCE = Patience(connect_seconds=1, read_seconds=1, attempts=1)
"""One try: what it saves is a fetch, which takes about as long. Two such calls, at most 4 s, are
what keeping a page takes (`KEEP_MS`).
"""


@cache
def kept_pages() -> CountedKeptPages:
    """Pages that were kept, counted."""
    settings = wiring.settings()
    bucket = Bucket(s3_client(_PATIENCE), settings.text("CONTENT_BUCKET"))
    client = late_dynamodb_client(_PATIENCE)
    table = Table(client, settings.text("RESULT_TABLE"))
    batches = BatchRecords(Table(client, settings.text("BATCH_TABLE")))
    results = ResultStore(table, bucket, ThreadedEach(1))
    return CountedKeptPages(KeptPageStore(table, bucket, batches, results))
