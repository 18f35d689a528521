"""Which error codes exist on the wire, and what does each mean for a caller and for a retry?

Source: the table "Error codes" of the Pages API contract (docs/pages-api.md), the rules and codes
of the Documents API contract (docs/documents-api.md). The sets are closed.
"""

from enum import StrEnum


class ErrorCode(StrEnum):
    """A machine-readable code of an answer or of a failed row."""

    INVALID_URL = "INVALID_URL"
    INVALID_SCHEMA = "INVALID_SCHEMA"
    INVALID_PARAMETER = "INVALID_PARAMETER"
    SCHEMA_OR_PROMPT_REQUIRED = "SCHEMA_OR_PROMPT_REQUIRED"
    SCHEMA_AND_PROMPT_EXCLUSIVE = "SCHEMA_AND_PROMPT_EXCLUSIVE"
    BATCH_SIZE_EXCEEDED = "BATCH_SIZE_EXCEEDED"
    MALFORMED_REQUEST_BODY = "MALFORMED_REQUEST_BODY"
    API_KEY_MISSING = "API_KEY_MISSING"
    API_KEY_INVALID_FORMAT = "API_KEY_INVALID_FORMAT"
    API_KEY_NOT_FOUND = "API_KEY_NOT_FOUND"
    API_KEY_REVOKED = "API_KEY_REVOKED"
    API_KEY_DISABLED = "API_KEY_DISABLED"
    API_KEY_EXPIRED = "API_KEY_EXPIRED"
    INSUFFICIENT_CREDITS = "INSUFFICIENT_CREDITS"
    JOB_NOT_FOUND = "JOB_NOT_FOUND"
    IDEMPOTENCY_CONFLICT = "IDEMPOTENCY_CONFLICT"
    JOB_ALREADY_FINISHED = "JOB_ALREADY_FINISHED"
    JOB_NOT_FINISHED = "JOB_NOT_FINISHED"
    JOB_EXPIRED = "JOB_EXPIRED"
    REQUEST_TOO_LARGE = "REQUEST_TOO_LARGE"
    REQUEST_TIMEOUT = "REQUEST_TIMEOUT"
    SCRAPE_TIMEOUT = "SCRAPE_TIMEOUT"
    SCRAPE_SSL_ERROR = "SCRAPE_SSL_ERROR"
    SCRAPE_DNS_RESOLUTION_ERROR = "SCRAPE_DNS_RESOLUTION_ERROR"
    SCRAPE_SITE_ERROR = "SCRAPE_SITE_ERROR"
    SCRAPE_EMPTY_CONTENT = "SCRAPE_EMPTY_CONTENT"
    SCRAPE_CONTENT_TOO_LARGE = "SCRAPE_CONTENT_TOO_LARGE"
    SCRAPE_TARGET_FORBIDDEN = "SCRAPE_TARGET_FORBIDDEN"
    SCRAPE_TARGET_NOT_FOUND = "SCRAPE_TARGET_NOT_FOUND"
    SCRAPE_UNSUPPORTED_FILE = "SCRAPE_UNSUPPORTED_FILE"
    RATE_LIMIT_EXCEEDED = "RATE_LIMIT_EXCEEDED"
    SCRAPE_TARGET_RATE_LIMITED = "SCRAPE_TARGET_RATE_LIMITED"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    DISTILL_FAILED = "DISTILL_FAILED"
    EXTRACT_FAILED = "EXTRACT_FAILED"
    AI_EXTRACTION_FAILED = "AI_EXTRACTION_FAILED"
    SCRAPE_SERVICE_FAILED = "SCRAPE_SERVICE_FAILED"
    AI_SERVICE_UNAVAILABLE = "AI_SERVICE_UNAVAILABLE"
    UPSTREAM_TIMEOUT = "UPSTREAM_TIMEOUT"
    AI_TIMEOUT = "AI_TIMEOUT"

    @property
    def status(self) -> int:
        """The HTTP status of an answer that carries this code."""
        return _STATUS[self]


class DocumentsCode(StrEnum):
    """A code of an answer of the Documents API."""

    INVALID_REQUEST = "invalid_request"
    UNAUTHORIZED = "unauthorized"
    INSUFFICIENT_CREDITS = "insufficient_credits"
    BATCH_NOT_FOUND = "batch_not_found"
    DOCUMENT_NOT_FOUND = "document_not_found"
    CONFLICT = "conflict"
    EXPIRED = "expired"
    FILE_TOO_LARGE = "file_too_large"
    UNSUPPORTED_FILE_TYPE = "unsupported_file_type"
    RATE_LIMITED = "rate_limited"
    INTERNAL_ERROR = "internal_error"

    @property
    def status(self) -> int:
        """The HTTP status of an answer that carries this code."""
        return _DOCUMENTS_STATUS[self]


class DocumentReason(StrEnum):
    """Why no line items came of a document (contract, "Rules")."""

    ENCRYPTED_PDF = "encrypted_pdf"
    CORRUPT_FILE = "corrupt_file"
    NO_TABLE_FOUND = "no_table_found"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_LARGE = "too_large"
    UNSUPPORTED_FILE_TYPE = "unsupported_file_type"
    UPLOAD_MISSING = "upload_missing"
    TIMEOUT = "timeout"
    ENGINE_ERROR = "engine_error"
    ATTEMPTS_USED_UP = "attempts_used_up"


_DOCUMENTS_STATUS = {
    DocumentsCode.INVALID_REQUEST: 400,
    DocumentsCode.UNAUTHORIZED: 401,
    DocumentsCode.INSUFFICIENT_CREDITS: 402,
    DocumentsCode.BATCH_NOT_FOUND: 404,
    DocumentsCode.DOCUMENT_NOT_FOUND: 404,
    DocumentsCode.CONFLICT: 409,
    DocumentsCode.EXPIRED: 410,
    DocumentsCode.FILE_TOO_LARGE: 413,
    DocumentsCode.UNSUPPORTED_FILE_TYPE: 415,
    DocumentsCode.RATE_LIMITED: 429,
    DocumentsCode.INTERNAL_ERROR: 500,
}

_STATUS: dict[ErrorCode, int] = {
    status_code: status
    for status, codes in {
        400: (
            ErrorCode.INVALID_URL,
            ErrorCode.INVALID_SCHEMA,
            ErrorCode.INVALID_PARAMETER,
            ErrorCode.SCHEMA_OR_PROMPT_REQUIRED,
            ErrorCode.SCHEMA_AND_PROMPT_EXCLUSIVE,
            ErrorCode.BATCH_SIZE_EXCEEDED,
            ErrorCode.MALFORMED_REQUEST_BODY,
        ),
        401: (
            ErrorCode.API_KEY_MISSING,
            ErrorCode.API_KEY_INVALID_FORMAT,
            ErrorCode.API_KEY_NOT_FOUND,
            ErrorCode.API_KEY_REVOKED,
            ErrorCode.API_KEY_DISABLED,
            ErrorCode.API_KEY_EXPIRED,
        ),
        402: (ErrorCode.INSUFFICIENT_CREDITS,),
        404: (ErrorCode.JOB_NOT_FOUND,),
        408: (ErrorCode.REQUEST_TIMEOUT, ErrorCode.SCRAPE_TIMEOUT),
        409: (
            ErrorCode.IDEMPOTENCY_CONFLICT,
            ErrorCode.JOB_ALREADY_FINISHED,
            ErrorCode.JOB_NOT_FINISHED,
        ),
        410: (ErrorCode.JOB_EXPIRED,),
        413: (ErrorCode.REQUEST_TOO_LARGE,),
        422: (
            ErrorCode.SCRAPE_SSL_ERROR,
            ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR,
            ErrorCode.SCRAPE_SITE_ERROR,
            ErrorCode.SCRAPE_EMPTY_CONTENT,
            ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
            ErrorCode.SCRAPE_TARGET_FORBIDDEN,
            ErrorCode.SCRAPE_TARGET_NOT_FOUND,
            ErrorCode.SCRAPE_UNSUPPORTED_FILE,
        ),
        429: (ErrorCode.RATE_LIMIT_EXCEEDED, ErrorCode.SCRAPE_TARGET_RATE_LIMITED),
        500: (
            ErrorCode.INTERNAL_ERROR,
            ErrorCode.DISTILL_FAILED,
            ErrorCode.EXTRACT_FAILED,
            ErrorCode.AI_EXTRACTION_FAILED,
        ),
        502: (ErrorCode.SCRAPE_SERVICE_FAILED,),
        503: (ErrorCode.AI_SERVICE_UNAVAILABLE,),
        504: (ErrorCode.UPSTREAM_TIMEOUT, ErrorCode.AI_TIMEOUT),
    }.items()
    for status_code in codes
}
