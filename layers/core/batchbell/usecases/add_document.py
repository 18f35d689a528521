"""How does an upload become a document of a batch?

The bytes first, then one transaction: item, look-up record, tally and batch. A crash before it
leaves bytes that nobody can see and that expire; after it nothing is owed, for an upload asks for
no work. A batch that has closed is opened again, in its next generation.

Source: Documents API contract, "Rules".
"""

from dataclasses import dataclass, field, replace

from batchbell.domain.batch import GROWS_MS, Batch, BatchState
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.document import Document
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.identifiers import BatchKey, chunk_count, item_key, uploaded_file
from batchbell.domain.item import Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase
from batchbell.ports import Store
from batchbell.usecases.documents_desk import Desk

_ROUNDS = 60
"""One of those who add at once is first, each time: as many may be in front, and more."""
_LINK_LEFT_MS = 1_000
"""A link is signed for whole seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A validated upload. Times are milliseconds."""

    batch: BatchKey
    document_id: str
    filename: str
    fingerprint: str
    retention_ms: int
    most_documents: int
    api: str
    """Under which address the caller reached the API."""
    content: bytes | None = field(default=None, repr=False)
    """None: they come by a link."""
    bytes_until: int | None = None
    metadata: str | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """The document that the upload made, or found again, and its item as it was then."""

    document: Document
    item: Item
    replayed: bool


def add_document(store: Store, desk: Desk, upload: Upload) -> Added:
    """Add a document, or find the one that the same upload added before.

    Raises `CallerError`: 409 for a batch that is full, deleted or too old, or an Idempotency-Key
    that was used for something else; 410 for one that has expired or was erased.
    """
    for attempt in range(_ROUNDS):
        existing = desk.documents.read(upload.batch.tenant, upload.document_id)
        if existing is not None:
            return _replay(store, desk, upload, existing)
        seen = store.batches.read(upload.batch)
        _require_open_door(store, upload, seen)
        if attempt == 0 and upload.content is not None:
            file = uploaded_file(upload.document_id, upload.fingerprint)
            desk.files.put(upload.batch.tenant, file, upload.content)
        added = _add(store, upload, seen)
        if added is not None:
            return added
        desk.pause(attempt + 1)
    raise Unavailable("too many documents are being added to this batch at once")


def _add(store: Store, upload: Upload, seen: Batch | None) -> Added | None:
    """None: another was faster."""
    now = store.now()
    grown = _grown(store, upload, seen, now)
    item = Item(
        key=item_key(upload.batch, grown.total - 1),
        state=ItemState.UPLOADED,
        generation=grown.generation,
        document=upload.document_id,
        created_at=now,
    )
    document = Document(
        tenant=upload.batch.tenant,
        id=upload.document_id,
        item=item.key,
        filename=upload.filename,
        created_at=now,
        fingerprint=upload.fingerprint,
        metadata=upload.metadata,
        bytes_until=upload.bytes_until,
    )
    done = store.batches.add(seen, grown, item, document)
    return Added(document, item, replayed=False) if done else None


def _grown(store: Store, upload: Upload, seen: Batch | None, now: int) -> Batch:
    """The batch with one document more."""
    next_look = now + store.limits.lease_of(JobKind.DOCUMENTS)
    expires_at = now + upload.retention_ms
    if seen is None:
        return _new_batch(upload, now, expires_at, next_look)
    total = seen.total + 1
    grown = seen.evolve(
        total=total,
        chunks=chunk_count(total),
        closed_chunks=seen.closed_chunks - {chunk_count(total) - 1},
        expires_at=max(seen.expires_at, expires_at),
        next_look=next_look,
    )
    return grown if seen.open else _reopened(grown)


def _new_batch(upload: Upload, now: int, expires_at: int, next_look: int) -> Batch:
    return Batch(
        key=upload.batch,
        kind=JobKind.DOCUMENTS,
        total=1,
        chunks=1,
        spec="",
        created_at=now,
        expires_at=expires_at,
        dispatch=Dispatch(Phase.SENT, 0, now),
        next_look=next_look,
        api=upload.api,
    )


def _reopened(batch: Batch) -> Batch:
    """Its start stays: a time that was told is not taken back."""
    return batch.evolve(
        state=BatchState.OPEN,
        outcome=None,
        counts=None,
        completed_at=None,
        generation=batch.generation + 1,
    )


def _require_open_door(store: Store, upload: Upload, seen: Batch | None) -> None:
    if seen is None:
        return
    now = store.now()
    if seen.gone(now):
        raise CallerError(
            DocumentsCode.EXPIRED,
            "This batch has expired or was erased. Upload under another batch_name.",
        )
    for closed_door, why in (
        (seen.fence is not None, "was deleted"),
        (seen.total >= upload.most_documents, f"holds {upload.most_documents:,} documents"),
        (now >= seen.created_at + GROWS_MS, "is 30 days old"),
    ):
        if closed_door:
            raise CallerError(
                DocumentsCode.CONFLICT,
                f"This batch {why} and takes no more. Upload under another batch_name.",
            )


def _replay(store: Store, desk: Desk, upload: Upload, existing: Document) -> Added:
    if existing.fingerprint != upload.fingerprint:
        raise CallerError(
            DocumentsCode.CONFLICT,
            "This Idempotency-Key was used for another upload. Take a new key for a new document.",
        )
    batch = store.batches.read(existing.item.batch)
    item = store.items.read(existing.item)
    found = batch is not None and not batch.gone(store.now())
    if not found or item is None or item.document != existing.id:  # or its name is another's by now
        raise CallerError(
            DocumentsCode.EXPIRED,
            "The document of this Idempotency-Key has expired. Take a new key to upload again.",
        )
    document = existing if item.state.terminal else _prolonged(store, desk, upload, existing)
    return Added(document, item, replayed=True)


def _prolonged(store: Store, desk: Desk, upload: Upload, existing: Document) -> Document:
    """With a link that has not ended, for as long as which the worker looks for its bytes."""
    ends, until = existing.bytes_until, upload.bytes_until
    if ends is None or until is None or ends >= store.now() + _LINK_LEFT_MS:
        return existing
    desk.documents.prolong(existing, until)
    return replace(existing, bytes_until=until)
