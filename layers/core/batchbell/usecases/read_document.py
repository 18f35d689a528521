"""Which document does a caller mean, and what has become of it?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.document import Document
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.identifiers import DOCUMENT_ID_PREFIX
from batchbell.domain.item import Item
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.find_batch import find_batch, is_plausible
from batchbell.usecases.read_job import read_job


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document, its item as it may be shown, and its content where it has one."""

    document: Document
    item: Item
    content: Mapping[str, Any]


def find_document(store: Store, desk: Desk, tenant: str, document_id: str) -> DocumentView:
    """The tenant's document. What it shows agrees with every answer about its batch. Raises
    `CallerError`: 404 for what never was, 410 for what has expired or was erased.
    """
    plausible = document_id.startswith(DOCUMENT_ID_PREFIX) and is_plausible(document_id)
    document = desk.documents.read(tenant, document_id) if plausible else None
    if document is None:
        raise _unknown()
    index = document.item.index
    try:
        view = read_job(store, document.item.batch, JobKind.DOCUMENTS, range(index, index + 1))
    except CallerError as error:
        if error.code is DocumentsCode.BATCH_NOT_FOUND:  # forgotten, its documents with it
            raise _unknown() from error
        raise
    item = view.rows.get(index)
    if index >= view.batch.total or (item is not None and item.document != document.id):
        raise _unknown()  # its batch is forgotten, and another one has its name
    if item is None:
        raise Unavailable("the batch does not show its document yet")
    contents = store.results.get([item]) if item.result is not None else {}
    found = DocumentView(document, item, contents.get(item.key, {}))
    require_whole(store, [found])
    return found


def require_whole(store: Store, views: Iterable[DocumentView]) -> None:
    """That nothing was erased while it was read. Raises `CallerError` 410."""
    for view in views:
        lacks_content = view.item.result is not None and not view.content
        if lacks_content or view.document.erased:
            find_batch(store, view.item.key.batch, JobKind.DOCUMENTS)
            raise Unavailable("what belongs to a document cannot be read")


def _unknown() -> CallerError:
    return CallerError(
        DocumentsCode.DOCUMENT_NOT_FOUND, "There is no document with this id. Check the id."
    )
