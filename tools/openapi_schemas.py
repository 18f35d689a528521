"""How do bodies of the API look as JSON Schema?"""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from batchbell.contracts.answer_models import (
    AsyncDistillObject,
    AsyncExtractObject,
    BatchCompleted,
    EndedJobObject,
    ExtractedRowObject,
    JobObject,
    JobWithExtractedResults,
    JobWithResults,
    RowObject,
)
from batchbell.contracts.content_models import (
    DistilledPage,
    ExtractedPage,
    PageMetadataObject,
    SuggestedFields,
)
from batchbell.contracts.document_models import (
    DocumentBatchList,
    DocumentBatchObject,
    DocumentBatchResults,
    DocumentObject,
    DocumentsCanceled,
    DocumentsCompleted,
    DocumentWebhookObject,
    ExportLinkObject,
    RegisteredWebhookObject,
    UploadedDocumentObject,
    UploadLinkObject,
    WebhookTest,
    WebhookTestObject,
)
from batchbell.contracts.documents_api import (
    ProcessRequest,
    UploadLinkRequest,
    UploadParts,
    WebhookRegistration,
)
from batchbell.contracts.pages_api import (
    DistillBatchRequest,
    DistillRequest,
    ExtractBatchRequest,
    ExtractRequest,
    SuggestRequest,
)
from batchbell.runtime.documents_multipart import MOST_FILE_BYTES
from tools.openapi_row_schema import row_schema

Schema = dict[str, Any]

REQUESTS: tuple[type[BaseModel], ...] = (
    DistillRequest,
    DistillBatchRequest,
    ExtractRequest,
    ExtractBatchRequest,
    SuggestRequest,
    UploadParts,
    UploadLinkRequest,
    ProcessRequest,
    WebhookRegistration,
)
ANSWERS: tuple[type[BaseModel], ...] = (
    JobObject,
    JobWithResults,
    JobWithExtractedResults,
    RowObject,
    ExtractedRowObject,
    EndedJobObject,
    AsyncDistillObject,
    AsyncExtractObject,
    PageMetadataObject,
    DistilledPage,
    ExtractedPage,
    SuggestedFields,
    BatchCompleted,
    DocumentObject,
    UploadedDocumentObject,
    UploadLinkObject,
    DocumentBatchObject,
    DocumentBatchList,
    DocumentBatchResults,
    ExportLinkObject,
    RegisteredWebhookObject,
    DocumentWebhookObject,
    WebhookTestObject,
    DocumentsCompleted,
    DocumentsCanceled,
    WebhookTest,
)


def schemas() -> dict[str, Schema]:
    """Every named schema."""
    requests = _generated([(model, "validation") for model in REQUESTS])
    answers = _generated([(model, "serialization") for model in ANSWERS])
    _name_row_schemas(requests)
    _name_file(requests)
    for schema in answers.values():
        _leave_out_nulls(schema)
    named = {**requests, **answers}
    for schema in named.values():
        _drop_titles(schema)
    return dict(sorted({**named, "RowSchema": row_schema()}.items()))


def ref(name: str) -> Schema:
    """A reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def enveloped(data: Schema, **beside: Schema) -> Schema:
    """The envelope of a success. `beside`: what is not in `data`, but next to it."""
    properties = {"success": {"const": True}, "data": data, **beside}
    return {"type": "object", "properties": properties, "required": list(properties)}


def failure(status: int, codes: Sequence[str]) -> Schema:
    """The envelope of an error."""
    error = {
        "type": "object",
        "properties": {
            "code": {"type": "string", "enum": list(codes)},
            "status": {"const": status},
            "message": {"type": "string", "description": "For people: what to do."},
            "details": {
                "type": ["object", "null"],
                "additionalProperties": {"type": "string"},
                "description": "What is wrong with which field.",
            },
        },
        "required": ["code", "status", "message", "details"],
    }
    return {
        "type": "object",
        "properties": {"success": {"const": False}, "error": error},
        "required": ["success", "error"],
    }


def _generated(models: Sequence[tuple[type[BaseModel], JsonSchemaMode]]) -> dict[str, Schema]:
    _, generated = models_json_schema(models, ref_template="#/components/schemas/{model}")
    definitions: dict[str, Schema] = generated["$defs"]
    return definitions


def _name_row_schemas(requests: dict[str, Schema]) -> None:
    """Their shapes are read by hand (`extract_schema`), so no model tells them. One page may do
    without.
    """
    one, many = requests[ExtractRequest.__name__], requests[ExtractBatchRequest.__name__]
    one["properties"]["schema"] |= {"anyOf": [ref("RowSchema"), {"type": "null"}]}
    many["properties"]["schema"] |= ref("RowSchema")
    del many["properties"]["schema"]["default"]
    many["required"].append("schema")


def _name_file(requests: dict[str, Schema]) -> None:
    """The part that is no field: its bytes are read by hand (`documents_multipart`)."""
    parts = requests[UploadParts.__name__]
    file = {
        "type": "string",
        "contentMediaType": "application/octet-stream",
        "description": f"A PDF, PNG, JPEG, TIFF or WEBP file of 1 to {MOST_FILE_BYTES:,} bytes. Its"
        " type is read from the bytes; what the part declares is not looked at.",
    }
    parts["properties"] = {"file": file, **parts["properties"]}
    parts["required"] = ["file"]


def _leave_out_nulls(schema: Schema) -> None:
    """What may be missing from an answer is never null there (contract, "Fields of distill"),
    unless its type says so in so many words.
    """
    for name, field in schema.get("properties", {}).items():
        if name not in schema.get("required", ()) and "default" in field:
            del field["default"]
            kept = [option for option in field.pop("anyOf", ()) if option != {"type": "null"}]
            field.update(*kept)


def _drop_titles(schema: Schema) -> None:
    """The generator repeats every name as a title."""
    schema.pop("title", None)
    for field in schema.get("properties", {}).values():
        field.pop("title", None)
