"""Which shapes do answers and webhooks about documents have, for the document that describes them?

Source: Documents API contract, "Endpoints" and "Webhook". No function loads this: answers are built
as plain dicts in `documents_answers` and `document_events`, and tests hold each against its model.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from batchbell.contracts.content_models import Time
from batchbell.contracts.document_words import PROCESSING_ERROR, DocumentStatus, WebhookState
from batchbell.domain.codes import DocumentReason
from batchbell.domain.event import BATCH_CANCELED, BATCH_COMPLETED, WEBHOOK_TEST
from batchbell.domain.webhook_answer import Unanswered

Share = Annotated[float, Field(ge=0, le=1)]
Anything = Annotated[Any, WithJsonSchema({})]


class DocumentsModel(BaseModel):
    """A shape of the Documents API, spelt inside as outside."""

    model_config = ConfigDict(hide_input_in_errors=True)


class EvidenceObject(DocumentsModel):
    """Where a row was found."""

    page: int = Field(description="From 1.")
    box: Annotated[list[Share], WithJsonSchema({"type": "array", "items": {"type": "number"}})] = (
        Field(description="Left, top, right and bottom as shares of the page, from the upper left.")
    )
    confidence: Share


class DocumentErrorObject(DocumentsModel):
    """Why nothing came of a document."""

    code: Annotated[str, WithJsonSchema({"const": PROCESSING_ERROR})]
    reason: DocumentReason
    message: str


class DocumentObject(DocumentsModel):
    """A document. What does not apply to its status is absent, but for the three times."""

    id: str
    batch_name: str
    filename: str
    status: DocumentStatus
    created_at: Time = Field(description="When it was uploaded.")
    started_at: Time | None = Field(description="When a worker took it.")
    completed_at: Time | None = Field(description="When it succeeded, failed or was canceled.")
    pages: int | None = Field(None, description="When it has succeeded.")
    line_items: list[dict[str, str | None]] | None = Field(
        None, description="When it has succeeded: its rows, values as printed."
    )
    evidence: list[EvidenceObject | None] | None = Field(
        None, description="With ?evidence=true: where each row was found, in the same order."
    )
    metadata: Anything = Field(None, description="Your own, if you gave any.")
    error: DocumentErrorObject | None = Field(None, description="When it has failed.")


class UploadLinkObject(DocumentsModel):
    """Where the bytes are to be sent: a POST of these fields as a form, with the file as its last
    part, `file`.
    """

    url: str
    fields: dict[str, str]
    expires_at: Time = Field(description="A document whose bytes have not come by then fails.")


class UploadedDocumentObject(DocumentObject):
    """A document that was uploaded, or announced."""

    upload: UploadLinkObject | None = Field(
        None, description="When it was announced, and has not ended."
    )


class DocumentBatchObject(DocumentsModel):
    """A batch of documents. Everything in it is of one look: all of it agrees."""

    batch_name: str
    status: DocumentStatus
    all_done: bool = Field(description="Whether every document has ended.")
    generation: int = Field(description="How often it has been opened: an upload reopens it.")
    expires_at: Time = Field(description="From then on the batch answers 410.")
    total: int = Field(description="Every uploaded document.")
    queued: int
    processing: int
    succeeded: int
    failed: int
    canceled: int
    created_at: Time
    started_at: Time | None
    completed_at: Time | None = Field(description="Null until every document has ended.")


class DocumentBatchList(DocumentsModel):
    """Batches, newest first."""

    batches: list[DocumentBatchObject]
    next_cursor: str | None = Field(None, description="There when the list goes on.")


class DocumentBatchResults(DocumentBatchObject):
    """A batch with its documents, in the order of their upload."""

    documents: list[DocumentObject]
    next_cursor: str | None = Field(
        None, description="There when not all documents are in this answer."
    )


class ExportLinkObject(DocumentsModel):
    """Where a file of rows can be fetched, without a key."""

    url: str
    expires_at: Time


class RegisteredWebhookObject(DocumentsModel):
    """A receiver that was registered. The secret is not shown again."""

    batch_name: str
    url: str
    secret: str


class LastEventObject(DocumentsModel):
    """The newest event of a batch."""

    id: str = Field(description="The header webhook-id of each of its deliveries.")
    type: Literal["batch.completed", "batch.canceled"]
    generation: int
    state: WebhookState


class DocumentWebhookObject(DocumentsModel):
    """A batch's receiver, and what came of its newest event."""

    batch_name: str
    url: str | None = Field(description="Null: none is registered.")
    last_event: LastEventObject | None = Field(
        None, description="There once the batch has been done."
    )


class WebhookTestObject(DocumentsModel):
    """What came of a test."""

    webhook_id: str
    delivered: bool = Field(description="Whether the receiver answered with a 2xx.")
    response_status: int | None = Field(None, description="What it answered.")
    reason: Unanswered | None = Field(None, description="Why it did not answer.")


class DoneData(DocumentsModel):
    """The batch as it was when it was done."""

    batch_name: str
    generation: int
    status: Literal[DocumentStatus.SUCCEEDED, DocumentStatus.FAILED, DocumentStatus.CANCELED]
    all_done: Literal[True]
    total: int
    succeeded: int
    failed: int
    canceled: int
    created_at: Time
    started_at: Time | None
    completed_at: Time
    results_url: str = Field(description="Where the results are read, with a key.")


class DocumentsCompleted(DocumentsModel):
    """Every document of a batch has ended, and not all were canceled."""

    type: Annotated[str, WithJsonSchema({"const": BATCH_COMPLETED})]
    timestamp: Time
    data: DoneData


class DocumentsCanceled(DocumentsModel):
    """Every document of a batch was canceled."""

    type: Annotated[str, WithJsonSchema({"const": BATCH_CANCELED})]
    timestamp: Time
    data: DoneData


class TestData(DocumentsModel):
    """Whose webhook is tested."""

    batch_name: str


class WebhookTest(DocumentsModel):
    """A test, which means nothing."""

    type: Annotated[str, WithJsonSchema({"const": WEBHOOK_TEST})]
    timestamp: Time
    data: TestData
