"""Which answers of a site, and which calls without one, fail a page, and how?

Source: the table "Error codes" of the Pages API contract; 404 and 410 share a code and are told
apart by the message.
"""

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.target import target_forbidden
from batchbell.domain.webhook_answer import Unanswered

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def failure_of_status(status: int, retry_after_ms: int | None) -> PageFailed | None:
    """None for 2xx; redirects that are followed must not come here."""
    if 200 <= status < 300:
        return None
    if status in (429, 503):
        return _told_to_wait(status, retry_after_ms)
    if status >= 500:
        return PageFailed(
            ErrorCode.SCRAPE_SITE_ERROR,
            f"The site answered with an error of its own (HTTP {status}). Try again later.",
            retryable=True,
        )
    code, message = _REFUSALS.get(
        status,
        (
            ErrorCode.SCRAPE_SITE_ERROR,
            f"The site refused the request (HTTP {status}). Check that the URL opens in a browser.",
        ),
    )
    return PageFailed(code, message)


def failure_of_call(reason: Unanswered) -> PageFailed:
    """The site gave no answer at all."""
    if reason is Unanswered.FORBIDDEN:
        return target_forbidden()
    code, retryable, message = _SILENCES[reason]
    return PageFailed(code, message, retryable=retryable)


def _told_to_wait(status: int, retry_after_ms: int | None) -> PageFailed:
    code, message = _WAITS[status]
    return PageFailed(code, message, retryable=True, retry_after_ms=retry_after_ms)


_WAITS = {
    429: (
        ErrorCode.SCRAPE_TARGET_RATE_LIMITED,
        "The site limits how often it may be asked (HTTP 429). Submit fewer of its pages at once.",
    ),
    503: (
        ErrorCode.SCRAPE_SITE_ERROR,
        "The site is not available at the moment (HTTP 503). Try again later.",
    ),
}
_REFUSALS = {
    401: (
        ErrorCode.SCRAPE_TARGET_FORBIDDEN,
        "The page asks for a login (HTTP 401). Submit one that anybody can read.",
    ),
    403: (
        ErrorCode.SCRAPE_TARGET_FORBIDDEN,
        "The site refuses to show this page to us (HTTP 403).",
    ),
    404: (
        ErrorCode.SCRAPE_TARGET_NOT_FOUND,
        "There is no page at this URL (HTTP 404). Check its spelling.",
    ),
    410: (
        ErrorCode.SCRAPE_TARGET_NOT_FOUND,
        "The page was removed for good (HTTP 410). Take this URL off your list.",
    ),
}
_SILENCES = {
    Unanswered.TIMEOUT: (
        ErrorCode.SCRAPE_TIMEOUT,
        True,
        "The site took too long to answer. Try again later or with a longer timeout.",
    ),
    Unanswered.REFUSED: (
        ErrorCode.SCRAPE_SITE_ERROR,
        False,
        "The site accepts no connections. Check that the URL opens in a browser.",
    ),
    Unanswered.CONNECTION: (
        ErrorCode.SCRAPE_SITE_ERROR,
        True,
        "The connection to the site broke. Try again later.",
    ),
    Unanswered.DNS: (
        ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR,
        False,
        "The site's name is not known. Check the spelling of the host in the URL.",
    ),
    Unanswered.TLS: (
        ErrorCode.SCRAPE_SSL_ERROR,
        False,
        "No secure connection to the site is possible: its certificate or encryption is not valid.",
    ),
}
