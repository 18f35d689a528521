"""What does a reader get of a batch of documents?

Source: Documents API contract, `GET /batches/{batch_name}` and its results.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from batchbell.domain.document import Document
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.answer_size import ANSWER_BYTES, quoted_bytes
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.read_document import DocumentView, require_whole
from batchbell.usecases.read_job import JobView, read_job

_BATCH_BYTES = 10_000
_BARE_BYTES = 1_000
"""A document's words, numbers, times and error, without what its caller said of it."""
MOST_AT_ONCE = 1_000
"""Documents of one answer without a limit: as many as a batch holds by default."""


@dataclass(frozen=True, slots=True)
class DocumentsView:
    """A batch and documents of it, in upload order. `next_index`: where the next answer goes on, or
    None: these are the last.
    """

    job: JobView
    documents: Sequence[DocumentView]
    next_index: int | None


def read_batch(store: Store, key: BatchKey) -> JobView:
    """The batch and its counts. Raises `CallerError`: 404, 410."""
    return read_job(store, key, JobKind.DOCUMENTS, range(0))


def read_documents(
    store: Store, desk: Desk, key: BatchKey, start: int, limit: int | None
) -> DocumentsView:
    """The batch with its documents from `start` on (index), at most `limit`, as many as one answer
    holds. Raises `CallerError`: 404, 410.
    """
    most = MOST_AT_ONCE if limit is None else limit
    job = read_job(store, key, JobKind.DOCUMENTS, range(start, start + most))
    documents = _documents(desk, key, job.rows)
    shown = _fitting(job.rows, documents)
    contents = store.results.get([item for item in shown if item.result is not None])
    views = [DocumentView(documents[item.key], item, contents.get(item.key, {})) for item in shown]
    require_whole(store, views)
    following = start + len(shown)
    return DocumentsView(job, views, following if following < job.batch.total else None)


def _documents(desk: Desk, key: BatchKey, rows: Mapping[int, Item]) -> Mapping[ItemKey, Document]:
    ids = [item.document for item in rows.values() if item.document is not None]
    found = desk.documents.read_many(key.tenant, ids)
    return {document.item: document for document in found.values()}


def _fitting(rows: Mapping[int, Item], documents: Mapping[ItemKey, Document]) -> list[Item]:
    """The first documents that one answer holds, with what was found in them: at least one."""
    shown: list[Item] = []
    left = ANSWER_BYTES - _BATCH_BYTES
    for index in sorted(rows):
        item = rows[index]
        left -= _weight(item, documents.get(item.key))
        if item.key not in documents or (shown and left < 0):
            break
        shown.append(item)
    return shown


def _weight(item: Item, document: Document | None) -> int:
    """Bytes inside an answer."""
    told = "" if document is None else document.filename + (document.metadata or "")
    content = 0 if item.result is None else item.result.weight
    return _BARE_BYTES + quoted_bytes(told) + content
