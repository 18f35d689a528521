"""How does a document stand in its table?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.row_keys import document_owner_of, document_row_key
from batchbell.adapters.writes import SCHEMA
from batchbell.domain.document import Document
from batchbell.domain.identifiers import BatchKey, ItemKey


def document_row(document: Document, ttl: int) -> Row:
    """The record of a document."""
    item = document.item
    return {
        **document_row_key(document.tenant, document.id).row(),
        "schema": SCHEMA,
        "batch": item.batch.batch,
        "chunk": item.chunk,
        "position": item.position,
        "filename": document.filename,
        "created_at": document.created_at,
        "fingerprint": document.fingerprint,
        "metadata": document.metadata,
        "bytes_until": document.bytes_until,
        "ttl": ttl,
    }


def document_of(row: Row) -> Document:
    """The document that a record tells of."""
    tenant, document_id = document_owner_of(row["pk"])
    return Document(
        tenant=tenant,
        id=document_id,
        item=ItemKey(BatchKey(tenant, row["batch"]), row["chunk"], row["position"]),
        filename=row["filename"],
        created_at=row["created_at"],
        fingerprint=row["fingerprint"],
        metadata=row.get("metadata"),
        bytes_until=row.get("bytes_until"),
    )
