"""What does an operation of the Documents API answer? JSON without an envelope."""

from collections.abc import Sequence

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.export import ExportFormat
from tools.openapi_answers import RATE, named
from tools.openapi_schemas import Schema, ref

SENT = (DocumentsCode.INVALID_REQUEST, DocumentsCode.FILE_TOO_LARGE)
"""How what is sent may be wrong."""
BATCH = (DocumentsCode.BATCH_NOT_FOUND, DocumentsCode.EXPIRED)
"""How a batch may not be there."""
DOCUMENT = (DocumentsCode.DOCUMENT_NOT_FOUND, DocumentsCode.EXPIRED)
"""How a document may not be there."""
_ANY = (DocumentsCode.UNAUTHORIZED, DocumentsCode.RATE_LIMITED, DocumentsCode.INTERNAL_ERROR)
_GATEWAY = {
    429: " The gateway's own answer, when it gets too many calls, has only Retry-After.",
    500: " What the gateway answers itself, as 502 or 504 when there is no answer in time, has its"
    " own code and is to be tried again too.",
}


def answered(
    schema: str, description: str, *, status: int = 200, headers: Sequence[str] = ()
) -> Schema:
    """An answer that is no error. `headers`: those it may have besides."""
    return {
        str(status): {
            "description": description,
            "headers": named("X-Request-Id", *RATE, *headers),
            "content": {"application/json": {"schema": ref(schema)}},
        }
    }


def results() -> Schema:
    """The documents of a batch, a file of their rows, or where it is."""
    answer = answered("DocumentBatchResults", "The batch as it is now, or the file asked for.")
    types: Schema = {one.content_type.partition(";")[0]: {"schema": {}} for one in ExportFormat}
    answer["200"]["content"] |= types
    answer["200"]["headers"] |= {
        name: {"description": "Of a file.", "schema": {"type": "string"}}
        for name in ("Content-Disposition", "X-Content-Type-Options")
    }
    moved = answered(
        "ExportLinkObject", "The file is at another address.", status=303, headers=["Location"]
    )
    moved["303"]["headers"]["Cache-Control"] = {
        "description": "no-store: the link is made for this caller.",
        "schema": {"type": "string"},
    }
    return {**answer, **moved}


def refused(*codes: DocumentsCode) -> Schema:
    """The errors of an operation, those that any may answer included, by status."""
    by_status: dict[int, list[DocumentsCode]] = {}
    for code in (*_ANY, *codes):
        by_status.setdefault(code.status, []).append(code)
    return {str(status): _refusal(status, by_status[status]) for status in sorted(by_status)}


def _refusal(status: int, codes: Sequence[DocumentsCode]) -> Schema:
    listed = " or ".join(f"`{code}`" for code in codes)
    rate = {} if status == 401 else named(*RATE)
    wait = named("Retry-After") if status == 429 else {}
    return {
        "description": listed + "." + _GATEWAY.get(status, ""),
        "headers": {**named("X-Request-Id"), **rate, **wait},
        "content": {"application/json": {"schema": _error(codes)}},
    }


def _error(codes: Sequence[DocumentsCode]) -> Schema:
    error = {
        "type": "object",
        "properties": {
            "code": {"type": "string", "enum": [code.value for code in codes]},
            "message": {"type": "string", "description": "For people: what to do."},
            "details": {
                "type": ["object", "null"],
                "additionalProperties": {"type": "string"},
                "description": "What is wrong with which field.",
            },
        },
        "required": ["code", "message", "details"],
    }
    return {"type": "object", "properties": {"error": error}, "required": ["error"]}
