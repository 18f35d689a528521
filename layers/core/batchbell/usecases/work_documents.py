"""What does a worker do with the documents it was handed?

Look for the bytes, claim, read, finish; safe to repeat. A document whose bytes come by a link may
be handed over before they are there: until the link ends it is looked for again, and is not begun.

The claim is the start: a batch that is deleted while a document is in work lets it finish
(Documents API contract, `DELETE /batches/{batch_name}`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.budget import CREDITS_PER_DOCUMENT
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import Document, DocumentFields
from batchbell.domain.errors import DocumentFailed, SpecMissing, Unavailable
from batchbell.domain.item import (
    AFTER_LEASE_MS,
    Ending,
    Item,
    ItemError,
    ItemState,
    ResultRef,
)
from batchbell.ports import ItemMessage, Store
from batchbell.ports.documents import DocumentEngine
from batchbell.usecases.document_content import document_content, weigh_document
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.settle import fenced_ending
from batchbell.usecases.turn_away import Again, turned_away

LOOK_FOR_BYTES_MS = 10_000
"""Between two looks for the bytes of a document that come by a link."""

_WORKER_DIED = ItemError(
    DocumentReason.ATTEMPTS_USED_UP,
    "Every attempt at this document was cut off. Upload it again; if it recurs, leave it out.",
)
_NO_BYTES = ItemError(
    DocumentReason.UPLOAD_MISSING,
    "The file was not taken before its link expired: it was not sent, or was empty or too large for"
    " the link. Upload the document again.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWork:
    """What a worker works with. `remaining_ms`: how long the function may still run; an attempt
    with less than `least_ms` of it is not begun.
    """

    desk: Desk
    engine: DocumentEngine
    jitter: Callable[[], float]
    remaining_ms: Callable[[], int]
    least_ms: int = 10_000


def work_documents(
    store: Store, work: DocumentWork, messages: Sequence[ItemMessage]
) -> list[Again]:
    """Work on the documents, one after another. -> for each when to see it again."""
    return [_serve(store, work, message) for message in messages]


def _serve(store: Store, work: DocumentWork, message: ItemMessage) -> Again:
    """A call that is not taken costs the document a turn: its message comes again."""
    if work.remaining_ms() < work.least_ms:
        return store.now()
    try:
        return _look(store, work, message)
    except Unavailable:
        return store.now() + store.limits.throttled_ms


def _look(store: Store, work: DocumentWork, message: ItemMessage) -> Again:
    item = store.items.read(message.item)
    batch = store.batches.read(message.item.batch)
    if item is None or batch is None or item.document is None or not item.handed_over_and_open:
        return None
    if item.state is ItemState.PROCESSING and not item.lease_is_over(store.now()):
        return (item.lease_until or 0) + AFTER_LEASE_MS
    if item.state is ItemState.QUEUED and batch.fence is not None:
        store.items.end_waiting(item.key, fenced_ending(batch.fence, store.now()))
        return None
    document = work.desk.documents.read(item.key.batch.tenant, item.document)
    if document is None:
        return None
    looked_at = store.now()  # before the look: bytes that come at the last moment count
    content = work.desk.files.get(document.tenant, document.file)
    if content is None and item.state is ItemState.QUEUED:
        return _await_bytes(store, item, document, looked_at)
    # Begun before, and erased since: it fails as the empty file that it is now.
    return _claim(store, work, item, batch, content or b"")


def _await_bytes(store: Store, item: Item, document: Document, looked_at: int) -> Again:
    if document.bytes_until is not None and looked_at <= document.bytes_until:
        return looked_at + LOOK_FOR_BYTES_MS
    ending = Ending(state=ItemState.FAILED, at=store.now(), error=_NO_BYTES)
    store.items.end_waiting(item.key, ending)
    return None


def _claim(store: Store, work: DocumentWork, item: Item, batch: Batch, content: bytes) -> Again:
    now, limits = store.now(), store.limits
    lease_until = now + limits.document_lease_ms
    claim = store.items.claim_queued(item.key, now, lease_until, limits.page_retry.max_attempts)
    if not claim.mine or claim.item is None:
        return turned_away(store, claim, store.now(), _WORKER_DIED)
    return _attempt(store, work, claim.item, batch, content)


def _attempt(store: Store, work: DocumentWork, item: Item, batch: Batch, content: bytes) -> Again:
    began = item.started_at or store.now()
    try:
        if batch.started_at is None or began < batch.started_at:
            store.batches.mark_started(batch.key, began)
        made, weight = _read(store, work, item, content)
    except DocumentFailed as failed:
        _fail(store, item, ItemError(failed.reason, failed.message))
        return None
    except Unavailable:
        return _postpone(store, work, item)
    store.results.put(item, made, keep_until=batch.parts_until)
    ending = Ending(
        state=ItemState.SUCCEEDED,
        at=store.now(),
        credits=CREDITS_PER_DOCUMENT,
        result=ResultRef(item.generation, item.attempt, weight),
    )
    store.items.finish(item, ending)
    return None


def _read(
    store: Store, work: DocumentWork, item: Item, content: bytes
) -> tuple[dict[str, Any], int]:
    """The content that the engine makes of it, and what that weighs in an answer."""
    timeout_ms = min(store.limits.document_timeout_ms, work.remaining_ms() - work.least_ms)
    read = work.engine.read(content, _fields(store, item), timeout_ms=timeout_ms)
    made = document_content(read)
    return made, weigh_document(made)


def _fields(store: Store, item: Item) -> DocumentFields:
    """As they were when the document was handed over."""
    try:
        return DocumentFields.from_body(store.specs.get(item.key.batch, item.spec or ""))
    except (SpecMissing, KeyError, TypeError, ValueError) as error:
        raise DocumentFailed(
            DocumentReason.ENGINE_ERROR,
            "What was asked of this document could not be read back. Upload it again.",
        ) from error


def _fail(store: Store, item: Item, error: ItemError) -> None:
    store.items.finish(item, Ending(state=ItemState.FAILED, at=store.now(), error=error))


def _postpone(store: Store, work: DocumentWork, item: Item) -> Again:
    """An engine elsewhere did not take the document for now: again later, under the same record."""
    limits = store.limits
    now = store.now()
    again = limits.document_retry.next_attempt_at(
        item, now, limits.document_timeout_ms, None, work.jitter()
    )
    if again is not None:
        return again if store.items.postpone(item, again) else None
    error = ItemError(
        DocumentReason.ENGINE_ERROR,
        "The service that reads documents could not be reached. Upload the document again.",
    )
    _fail(store, item, error)
    return None
