"""Which operations does the Documents API have?"""

from typing import Any

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.export import ExportFormat
from batchbell.runtime.documents_requests import DEFAULT_BATCHES, MOST_BATCHES
from batchbell.runtime.http import DOCUMENTS_ROOT
from batchbell.usecases.read_documents import MOST_AT_ONCE
from tools.openapi_components import parameter
from tools.openapi_documents_answers import BATCH, DOCUMENT, SENT, answered, refused, results
from tools.openapi_schemas import Schema, ref
from tools.openapi_waiting import request_body

_DOCUMENT_ID = {"$ref": "#/components/parameters/documentId"}
_BATCH_NAME = {"$ref": "#/components/parameters/batchName"}
_IDEMPOTENCY_KEY = {"$ref": "#/components/parameters/idempotencyKey"}
_BATCH = "DocumentBatchObject"
_DOCUMENTS, _WEBHOOKS = "documents", "webhooks"
_CURSOR = parameter(
    "query", "cursor", {"type": "string"}, "Goes on: the `next_cursor` of the answer before."
)
_EVIDENCE = parameter(
    "query",
    "evidence",
    {"type": "boolean", "default": False},
    "Also tell where each row was found.",
)


def document_paths() -> dict[str, Any]:
    """Every path with its methods."""
    batches = f"{DOCUMENTS_ROOT}/batches"
    batch = f"{batches}/{{batch_name}}"
    return {
        f"{DOCUMENTS_ROOT}/documents": {"post": _upload()},
        f"{DOCUMENTS_ROOT}/documents/{{id}}": {"get": _read(), "delete": _cancel()},
        batches: {"get": _list()},
        batch: {"get": _read_batch(), "delete": _delete_batch()},
        f"{batch}/process": {"post": _process()},
        f"{batch}/results": {"get": _read_results()},
        f"{batch}/webhook": {"put": _register(), "get": _read_webhook(), "delete": _unregister()},
        f"{batch}/webhook/test": {"post": _test()},
    }


def _operation(name: str, summary: str, responses: Schema, **rest: Any) -> Schema:
    return {
        "operationId": name,
        "tags": [_DOCUMENTS],
        "summary": summary,
        **rest,
        "responses": responses,
    }


def _upload() -> Schema:
    made = answered(
        "UploadedDocumentObject",
        "The document, new or found again.",
        status=201,
        headers=["Idempotency-Replayed"],
    )
    return _operation(
        "uploadDocument",
        "Upload a document, or ask where a larger one is to be sent",
        {
            **made,
            **refused(
                *SENT,
                DocumentsCode.UNSUPPORTED_FILE_TYPE,
                DocumentsCode.CONFLICT,
                DocumentsCode.EXPIRED,
            ),
        },
        description="Uploading does not process: that is `process`. As multipart the file is in the"
        " request; as JSON it is only announced, and its bytes go to `upload.url`.",
        parameters=[_IDEMPOTENCY_KEY],
        requestBody={
            "required": True,
            "content": {
                "multipart/form-data": {"schema": ref("UploadParts")},
                "application/json": {"schema": ref("UploadLinkRequest")},
            },
        },
    )


def _read() -> Schema:
    return _operation(
        "readDocument",
        "Read a document with its line items",
        {
            **answered("DocumentObject", "The document as it is now."),
            **refused(DocumentsCode.INVALID_REQUEST, *DOCUMENT),
        },
        description="One that has failed is an answer 200 with the status `failed`.",
        parameters=[_DOCUMENT_ID, _EVIDENCE],
    )


def _cancel() -> Schema:
    return _operation(
        "cancelDocument",
        "Cancel a queued document",
        {
            **answered("DocumentObject", "It is canceled; again, this is the same answer."),
            **refused(*DOCUMENT, DocumentsCode.CONFLICT),
        },
        parameters=[_DOCUMENT_ID],
    )


def _list() -> Schema:
    limit = {"type": "integer", "minimum": 1, "maximum": MOST_BATCHES, "default": DEFAULT_BATCHES}
    return _operation(
        "listDocumentBatches",
        "List your batches of documents, newest first",
        {
            **answered("DocumentBatchList", "Batches; those that have expired are left out."),
            **refused(DocumentsCode.INVALID_REQUEST),
        },
        parameters=[parameter("query", "limit", limit, "Batches at most."), _CURSOR],
    )


def _read_batch() -> Schema:
    return _operation(
        "readDocumentBatch",
        "Read a batch's status and counts",
        {**answered(_BATCH, "The batch as it is now."), **refused(*BATCH)},
        parameters=[_BATCH_NAME],
    )


def _delete_batch() -> Schema:
    purge = {"type": "boolean", "default": False}
    return _operation(
        "deleteDocumentBatch",
        "Cancel what is queued and take no more, or erase a finished batch",
        {
            **answered(_BATCH, "It is done; again, this is the same answer."),
            **refused(DocumentsCode.INVALID_REQUEST, *BATCH, DocumentsCode.CONFLICT),
        },
        description="What is being processed finishes, and everything stays readable. A batch that"
        " was erased answers 410.",
        parameters=[
            _BATCH_NAME,
            parameter("query", "purge", purge, "Erase what a finished batch holds, at once."),
        ],
    )


def _process() -> Schema:
    return _operation(
        "processDocumentBatch",
        "Process the documents that were not yet",
        {
            **answered(_BATCH, "The batch as it is now.", status=202),
            **refused(*SENT, *BATCH, DocumentsCode.INSUFFICIENT_CREDITS),
        },
        description="A document that succeeds costs 1 credit. Without a body, every column that is"
        " found. With nothing to do, or on a deleted batch, nothing changes.",
        parameters=[_BATCH_NAME],
        requestBody={"content": {"application/json": {"schema": ref("ProcessRequest")}}},
    )


def _read_results() -> Schema:
    limit = {"type": "integer", "minimum": 1, "maximum": MOST_AT_ONCE}
    formats = {"type": "string", "enum": ["json", *(f.value for f in ExportFormat)]}
    return _operation(
        "readDocumentResults",
        "Read a batch with its documents and their line items, finished or not",
        {
            **results(),
            **refused(DocumentsCode.INVALID_REQUEST, *BATCH, DocumentsCode.FILE_TOO_LARGE),
        },
        description="Without `limit`, as many documents as fit into one answer.",
        parameters=[
            _BATCH_NAME,
            parameter("query", "limit", limit, "Documents at most."),
            _CURSOR,
            _EVIDENCE,
            parameter(
                "query",
                "format",
                {**formats, "default": "json"},
                "Anything but json: a file of all rows.",
            ),
        ],
    )


def _register() -> Schema:
    return _operation(
        "registerDocumentWebhook",
        "Be told when the batch is done, also if it is already",
        {
            **answered("RegisteredWebhookObject", "It is registered, with its secret."),
            **refused(*SENT, *BATCH),
        },
        tags=[_WEBHOOKS],
        parameters=[_BATCH_NAME],
        requestBody=request_body("WebhookRegistration"),
    )


def _read_webhook() -> Schema:
    return _operation(
        "readDocumentWebhook",
        "Read who is told, and what came of it",
        {**answered("DocumentWebhookObject", "Without the secret."), **refused(*BATCH)},
        tags=[_WEBHOOKS],
        parameters=[_BATCH_NAME],
    )


def _unregister() -> Schema:
    return _operation(
        "unregisterDocumentWebhook",
        "Be told no more",
        {**answered("DocumentWebhookObject", "Nobody is told."), **refused(*BATCH)},
        tags=[_WEBHOOKS],
        parameters=[_BATCH_NAME],
    )


def _test() -> Schema:
    return _operation(
        "testDocumentWebhook",
        "Send a test to the batch's webhook, and wait for what it answers",
        {
            **answered("WebhookTestObject", "What came of it."),
            **refused(*BATCH, DocumentsCode.CONFLICT),
        },
        tags=[_WEBHOOKS],
        parameters=[_BATCH_NAME],
    )
