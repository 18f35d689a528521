"""The `Documents` port on DynamoDB: where does a document's id lead?"""

from collections.abc import Iterable

from batchbell.adapters.document_row import document_of
from batchbell.adapters.row_keys import document_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import PRESENT, Update, assign
from batchbell.domain.document import Document
from batchbell.ports import Each

_FORGOTTEN = {"filename": "", "metadata": None}


class DocumentRecords:
    """See `batchbell.ports.documents.Documents`. `each`: how records are erased."""

    def __init__(self, table: Table, each: Each) -> None:
        self._table = table
        self._each = each

    def read(self, tenant: str, document_id: str) -> Document | None:
        """One record, or None."""
        row = self._table.read(document_row_key(tenant, document_id))
        return document_of(row) if row else None

    def read_many(self, tenant: str, document_ids: Iterable[str]) -> dict[str, Document]:
        """The records that are there, by id."""
        keys = [document_row_key(tenant, document_id) for document_id in document_ids]
        documents = map(document_of, self._table.read_many(keys))
        return {document.id: document for document in documents}

    def prolong(self, document: Document, until: int) -> None:
        """Its bytes may come by a link until then."""
        key = document_row_key(document.tenant, document.id)
        later = {"bytes_until": until}
        self._table.update(Update(key, assign(later), "#bytes_until < :bytes_until", later))

    def erase(self, documents: Iterable[Document]) -> None:
        """Forget what their callers said of them."""
        self._each(self._erase, documents)

    def _erase(self, document: Document) -> None:
        """Emptied, not deleted: no function may delete from the table of batches."""
        key = document_row_key(document.tenant, document.id)
        self._table.update(Update(key, assign(_FORGOTTEN), PRESENT, _FORGOTTEN))
