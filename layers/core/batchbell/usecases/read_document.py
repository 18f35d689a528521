"""Which document does a caller mean, and what has become of it?"""

from collections.abc import Mapping
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
from batchbell.usecases.read_job import read_job

_LONGEST_ID = 256


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
    plausible = document_id.isascii() and document_id.startswith(DOCUMENT_ID_PREFIX)
    known = plausible and len(document_id) <= _LONGEST_ID
    document = desk.documents.read(tenant, document_id) if known else None
    if document is None:
        raise _unknown()
    index = document.item.index
    try:
        view = read_job(store, document.item.batch, JobKind.DOCUMENTS, range(index, index + 1))
    except CallerError as error:
        if (
            error.code is DocumentsCode.BATCH_NOT_FOUND
        ):  # it is forgotten, and its documents with it
            raise _unknown() from error
        raise
    item = view.rows.get(index)
    if item is None:
        raise Unavailable("the batch does not show its document yet")
    contents = store.results.get([item]) if item.result is not None else {}
    return DocumentView(document, item, contents.get(item.key, {}))


def _unknown() -> CallerError:
    return CallerError(
        DocumentsCode.DOCUMENT_NOT_FOUND, "There is no document with this id. Check the id."
    )
