"""What does an operation of the API answer, in success and in failure?"""

from collections.abc import Sequence

from batchbell.domain.codes import ErrorCode
from tools.openapi_schemas import Schema, enveloped, failure, ref

RATE = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
SUBMIT = (
    ErrorCode.INVALID_PARAMETER,
    ErrorCode.MALFORMED_REQUEST_BODY,
    ErrorCode.REQUEST_TOO_LARGE,
)
"""How what is sent may be wrong."""
CREATE = (*SUBMIT, ErrorCode.IDEMPOTENCY_CONFLICT, ErrorCode.JOB_EXPIRED)
"""The same where a job is made."""
READ = (ErrorCode.INVALID_PARAMETER, ErrorCode.JOB_NOT_FOUND, ErrorCode.JOB_EXPIRED)
"""How a job may not be there."""
PAGE = (
    ErrorCode.INVALID_URL,
    ErrorCode.REQUEST_TIMEOUT,
    ErrorCode.SCRAPE_TIMEOUT,
    ErrorCode.SCRAPE_SSL_ERROR,
    ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR,
    ErrorCode.SCRAPE_SITE_ERROR,
    ErrorCode.SCRAPE_EMPTY_CONTENT,
    ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
    ErrorCode.SCRAPE_TARGET_FORBIDDEN,
    ErrorCode.SCRAPE_TARGET_NOT_FOUND,
    ErrorCode.SCRAPE_UNSUPPORTED_FILE,
    ErrorCode.SCRAPE_TARGET_RATE_LIMITED,
    ErrorCode.DISTILL_FAILED,
)
"""How a page may fail that a caller waits for."""
MODEL = (
    ErrorCode.AI_EXTRACTION_FAILED,
    ErrorCode.AI_SERVICE_UNAVAILABLE,
    ErrorCode.AI_TIMEOUT,
)
"""How a language model may fail."""
_ANY = (
    *(code for code in ErrorCode if code.status == 401),
    ErrorCode.RATE_LIMIT_EXCEEDED,
    ErrorCode.INTERNAL_ERROR,
    ErrorCode.UPSTREAM_TIMEOUT,
)
"""How any operation may fail."""
_OF_GATEWAY_TOO = {429: "RATE_LIMIT_EXCEEDED", 504: "UPSTREAM_TIMEOUT"}
"""Answered by the gateway too: of the same shape, without our headers."""


def success(
    schema: str,
    description: str,
    *,
    headers: Sequence[str] = (),
    beside: dict[str, Schema] | None = None,
) -> Schema:
    """The answer 200. `headers`: those it may have besides. `beside`: what is not in `data`."""
    return {
        "200": {
            "description": description,
            "headers": named("X-Request-Id", *RATE, *headers),
            "content": {"application/json": {"schema": enveloped(ref(schema), **(beside or {}))}},
        }
    }


def failures(*codes: ErrorCode) -> Schema:
    """The errors of an operation, those that any may answer included, by status."""
    by_status: dict[int, list[str]] = {}
    for code in (*_ANY, *codes):
        by_status.setdefault(code.status, []).append(code.value)
    return {str(status): _failure(status, by_status[status]) for status in sorted(by_status)}


def named(*headers: str) -> Schema:
    """References to headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


def _failure(status: int, codes: Sequence[str]) -> Schema:
    return {
        "description": _description(status, codes),
        "headers": _headers(status),
        "content": {"application/json": {"schema": failure(status, codes)}},
    }


def _description(status: int, codes: Sequence[str]) -> str:
    listed = " or ".join(f"`{code}`" for code in codes)
    if status not in _OF_GATEWAY_TOO:
        return listed
    own = f"`{_OF_GATEWAY_TOO[status]}`"
    if status == 504:
        return f"{listed}. {own} is the gateway's, without our headers."
    return f"{listed}. The gateway's own {own}, when it gets too many calls, has only Retry-After."


def _headers(status: int) -> Schema:
    """Those that the gateway leaves out of its own answers are not required."""
    if status == 401:
        return named("X-Request-Id")
    own = _OPTIONAL_REQUEST_ID if status in _OF_GATEWAY_TOO else named("X-Request-Id")
    wait = named("Retry-After") if status == 429 else {}
    return {**own, **named(*RATE), **wait}


_OPTIONAL_REQUEST_ID: Schema = {
    "X-Request-Id": {
        "description": "Names this answer in the logs.",
        "schema": {"type": "string"},
    }
}
