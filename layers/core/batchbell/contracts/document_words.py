"""Which words does the Documents API answer with?

The only place where they are chosen. The five states are a closed promise (docs/documents-api.md):
inside, a state may be added; here, never a sixth.
"""

from enum import StrEnum

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.codes import DocumentReason, DocumentsCode, ErrorCode
from batchbell.domain.event import Event, Verdict
from batchbell.domain.item import Item, ItemState


class DocumentStatus(StrEnum):
    """The states of a document, and of a batch of documents."""

    QUEUED = "queued"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELED = "canceled"


class WebhookState(StrEnum):
    """What came of a batch's newest event."""

    OWED = "owed"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    REFUSED = "refused"
    NO_RECEIVER = "no_receiver"


PROCESSING_ERROR = "processing_error"
"""The code of a document that failed; its reason says why."""

_ITEMS = {
    ItemState.UPLOADED: DocumentStatus.QUEUED,
    ItemState.QUEUED: DocumentStatus.QUEUED,
    ItemState.PROCESSING: DocumentStatus.PROCESSING,
    ItemState.SUCCEEDED: DocumentStatus.SUCCEEDED,
    ItemState.FAILED: DocumentStatus.FAILED,
    ItemState.CANCELED: DocumentStatus.CANCELED,
}
_OUTCOMES = {
    Outcome.COMPLETED: DocumentStatus.SUCCEEDED,
    Outcome.FAILED: DocumentStatus.FAILED,
    Outcome.CANCELED: DocumentStatus.CANCELED,
}
_VERDICTS = {
    Verdict.OWED: WebhookState.OWED,
    Verdict.DELIVERED: WebhookState.DELIVERED,
    Verdict.EXHAUSTED: WebhookState.EXHAUSTED,
    Verdict.REFUSED: WebhookState.REFUSED,
    Verdict.NO_RECEIVER: WebhookState.NO_RECEIVER,
}
_CODES = {
    400: DocumentsCode.INVALID_REQUEST,
    401: DocumentsCode.UNAUTHORIZED,
    402: DocumentsCode.INSUFFICIENT_CREDITS,
    404: DocumentsCode.BATCH_NOT_FOUND,
    409: DocumentsCode.CONFLICT,
    410: DocumentsCode.EXPIRED,
    413: DocumentsCode.FILE_TOO_LARGE,
    429: DocumentsCode.RATE_LIMITED,
}
"""The code for what is refused with one of the Pages API, by status."""


def document_status(item: Item) -> DocumentStatus:
    """The word for a document."""
    return _ITEMS[item.state]


def batch_status(batch: Batch) -> DocumentStatus:
    """The word for a batch of documents (contract, "States and times")."""
    if batch.outcome is not None:
        return _OUTCOMES[batch.outcome]
    return DocumentStatus.QUEUED if batch.started_at is None else DocumentStatus.PROCESSING


def webhook_state(event: Event) -> WebhookState:
    """The word for what came of an event."""
    return _VERDICTS[event.verdict]


def outer_code(code: ErrorCode | DocumentsCode) -> DocumentsCode:
    """The code that an error is answered with."""
    if isinstance(code, DocumentsCode):
        return code
    return _CODES.get(code.status, DocumentsCode.INTERNAL_ERROR)


def outer_reason(code: ErrorCode | DocumentReason) -> DocumentReason:
    """Why a document failed; what is not about documents is the engine's."""
    return code if isinstance(code, DocumentReason) else DocumentReason.ENGINE_ERROR
