"""How are a document and a batch of documents deleted, so that the answer is a fact?

Source: Documents API contract, `DELETE`: what is queued becomes canceled, what is in work finishes,
what has ended stays.
"""

from batchbell.domain.batch import Batch, Fence, FenceReason
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.advance import advance
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.fold import fold_items
from batchbell.usecases.purge import erase
from batchbell.usecases.read_document import DocumentView, find_document
from batchbell.usecases.read_job import JobView, read_job
from batchbell.usecases.settle import settle
from batchbell.usecases.settle_hand_overs import read_items


def delete_document(store: Store, desk: Desk, tenant: str, document_id: str) -> DocumentView:
    """Cancel a document that nobody has begun; again changes nothing. Raises `CallerError`: 409
    when it has begun or ended, 404, 410.
    """
    found = find_document(store, desk, tenant, document_id)
    if found.item.state is not ItemState.CANCELED:
        _cancel(store, found.item)
    item = store.items.read(found.item.key) or found.item
    if item.state is not ItemState.CANCELED:
        raise CallerError(
            DocumentsCode.CONFLICT,
            "Only a queued document can be canceled: a worker has taken this one, or it has ended."
            " A finished batch is erased with ?purge=true.",
        )
    _report(store, item)
    return find_document(store, desk, tenant, document_id)


def _cancel(store: Store, item: Item) -> None:
    """It may be the last that was open of a batch that rests: should we die here, the sweeper comes
    to close it.
    """
    now = store.now()
    store.batches.wake(item.key.batch, now + store.limits.lease_of(JobKind.DOCUMENTS))
    store.items.end_waiting(item.key, Ending(state=ItemState.CANCELED, at=now))


def _report(store: Store, item: Item) -> None:
    """The batch knows of it before the answer: it may be the last that was open."""
    key = item.key
    fold_items(store, key.batch, key.chunk, {key.position: item})
    advance(store, key.batch)


def delete_batch(store: Store, key: BatchKey) -> JobView:
    """Cancel what waits, and take no more documents; again changes nothing. Raises `CallerError`:
    404, 410.
    """
    batch = find_batch(store, key, JobKind.DOCUMENTS)
    if batch.fence is None:
        store.batches.delete(key, Fence(FenceReason.CANCEL, store.now()))
    settle(store, key)
    return read_job(store, key, JobKind.DOCUMENTS, range(0))


def purge_batch(store: Store, desk: Desk, key: BatchKey) -> Batch:
    """Erase bytes and results of a finished batch. Raises `CallerError`: 409 when it is open."""
    batch = read_job(store, key, JobKind.DOCUMENTS, range(0)).batch
    if batch.open or not store.batches.mark_purged(key, store.now()):
        raise CallerError(
            DocumentsCode.CONFLICT,
            "Documents of this batch are open. Wait until those that were handed over have ended,"
            " or delete the batch first: that cancels the others.",
        )
    erase_documents(store, desk, batch)
    return batch


def erase_documents(store: Store, desk: Desk, batch: Batch) -> int:
    """Forget what the batch's documents hold, what was asked of them and what they came to; doing
    it again changes nothing. -> how many results and files there were.
    """
    tenant, items = batch.key.tenant, read_items(store, batch)
    ids = [item.document for item in items if item.document is not None]
    documents = desk.documents.read_many(tenant, ids).values()
    files = desk.files.erase(tenant, [document.file for document in documents])
    desk.documents.erase(documents)
    for spec in sorted({item.spec for item in items if item.spec is not None}):
        store.specs.erase(batch.key, spec)
    return files + erase(store, batch)
