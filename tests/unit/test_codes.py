"""Are the codes on the wire those of the contract?"""

import pytest

from batchbell.domain.codes import ErrorCode

CONTRACT = {
    400: "INVALID_URL INVALID_SCHEMA INVALID_PARAMETER SCHEMA_OR_PROMPT_REQUIRED"
    " SCHEMA_AND_PROMPT_EXCLUSIVE BATCH_SIZE_EXCEEDED MALFORMED_REQUEST_BODY",
    401: "API_KEY_MISSING API_KEY_INVALID_FORMAT API_KEY_NOT_FOUND API_KEY_REVOKED"
    " API_KEY_DISABLED API_KEY_EXPIRED",
    402: "INSUFFICIENT_CREDITS",
    404: "JOB_NOT_FOUND",
    408: "REQUEST_TIMEOUT SCRAPE_TIMEOUT",
    409: "IDEMPOTENCY_CONFLICT JOB_ALREADY_FINISHED JOB_NOT_FINISHED",
    410: "JOB_EXPIRED",
    413: "REQUEST_TOO_LARGE",
    422: "SCRAPE_SSL_ERROR SCRAPE_DNS_RESOLUTION_ERROR SCRAPE_SITE_ERROR SCRAPE_EMPTY_CONTENT"
    " SCRAPE_CONTENT_TOO_LARGE SCRAPE_TARGET_FORBIDDEN SCRAPE_TARGET_NOT_FOUND"
    " SCRAPE_UNSUPPORTED_FILE",
    429: "RATE_LIMIT_EXCEEDED SCRAPE_TARGET_RATE_LIMITED",
    500: "INTERNAL_ERROR DISTILL_FAILED EXTRACT_FAILED AI_EXTRACTION_FAILED",
    502: "SCRAPE_SERVICE_FAILED",
    503: "AI_SERVICE_UNAVAILABLE",
    504: "UPSTREAM_TIMEOUT AI_TIMEOUT",
}
"""The table "Error codes" of the contract: HTTP status and its codes."""
STATUSES = {code: status for status, codes in CONTRACT.items() for code in codes.split()}


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_has_the_status_of_the_contract(code: ErrorCode) -> None:
    """No other word, and no code without a status."""
    assert code.status == STATUSES[code.value]


def test_every_way_a_page_can_fail_is_told_apart() -> None:
    """DNS, TLS, timeout, 401/403, 404, 410, 429, 5xx, too large, wrong type and empty page."""
    assert {code for code in STATUSES if code.startswith("SCRAPE_")} <= set(ErrorCode)
