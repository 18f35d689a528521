"""What do operations of the API refer to, schemas aside?"""

from batchbell.domain.batch_name import BATCH_NAME_PATTERN
from batchbell.domain.identifiers import ASYNC_ID_PREFIX, BATCH_ID_PREFIX, DOCUMENT_ID_PREFIX
from batchbell.runtime.idempotency import IDEMPOTENCY_KEY_CHARACTERS
from tools.openapi_answers import RATE
from tools.openapi_schemas import Schema

_NUMBER = {"type": "string", "pattern": "^[0-9]+$"}


def components() -> Schema:
    """Headers, parameters and the key."""
    return {
        "securitySchemes": {
            "key": {
                "type": "http",
                "scheme": "bearer",
                "bearerFormat": "bb_ and 32 hexadecimal digits",
                "description": "Authorization: Bearer <key>",
            }
        },
        "headers": {**_headers(), **_rate_headers()},
        "parameters": {
            "batchId": _job_id(BATCH_ID_PREFIX),
            "asyncId": _job_id(ASYNC_ID_PREFIX),
            "idempotencyKey": _idempotency_key(),
            "batchName": _batch_name(),
            "documentId": _document_id(),
        },
    }


def parameter(place: str, name: str, schema: Schema, description: str) -> Schema:
    """A parameter that may be left out."""
    return {"in": place, "name": name, "description": description, "schema": schema}


def required(place: str, name: str, schema: Schema, description: str) -> Schema:
    """A parameter that may not."""
    return {**parameter(place, name, schema, description), "required": True}


def _headers() -> Schema:
    return {
        "X-Request-Id": {
            "required": True,
            "description": "Names this answer in the logs.",
            "schema": {"type": "string"},
        },
        "Retry-After": {"required": True, "description": "Seconds to wait.", "schema": _NUMBER},
        "Location": {
            "required": True,
            "description": "Where the file can be fetched, without a key.",
            "schema": {"type": "string", "format": "uri"},
        },
        "Idempotency-Replayed": {
            "description": "There when the job, or the document, had been made before.",
            "schema": {"const": "true"},
        },
    }


def _rate_headers() -> Schema:
    meanings = ("calls that may be made in a minute", "calls left in it", "its end in Unix seconds")
    return {
        name: {"description": f"In every answer to a valid key: {meaning}.", "schema": _NUMBER}
        for name, meaning in zip(RATE, meanings, strict=True)
    }


def _job_id(prefix: str) -> Schema:
    schema = {"type": "string", "pattern": f"^{prefix}[0-9a-f]{{32}}$"}
    return required("path", "id", schema, "The job's id.")


def _batch_name() -> Schema:
    schema = {"type": "string", "pattern": f"^{BATCH_NAME_PATTERN}$"}
    return required("path", "batch_name", schema, "The batch's name.")


def _document_id() -> Schema:
    schema = {"type": "string", "pattern": f"^{DOCUMENT_ID_PREFIX}[0-9a-f]{{32}}$"}
    return required("path", "id", schema, "The document's id.")


def _idempotency_key() -> Schema:
    return parameter(
        "header",
        "Idempotency-Key",
        {"type": "string", "minLength": 1, "maxLength": IDEMPOTENCY_KEY_CHARACTERS},
        "Your name for this submission. Sent again with the same body, it finds the same job.",
    )
