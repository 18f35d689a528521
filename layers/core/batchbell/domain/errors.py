"""Which errors can Batchbell raise?

BatchbellError
├── CallerError         answered to the caller: a code, a message that says what to do, details
│   └── ComeAgain       a 429, with the time after which the call may be repeated
├── PageFailed          one URL could not become a page: the row's code, and whether to try again
├── DocumentFailed      no line items came of one document: its reason
├── WebhookUnanswered   an attempt to deliver a webhook got no HTTP answer (domain/webhook_answer)
├── SpecMissing         a batch's input list cannot be read back
├── Unavailable         a table, queue or store did not take the call; it may have happened
└── SettingsInvalid     the deployment's configuration is not usable
"""

from collections.abc import Mapping

from batchbell.domain.codes import DocumentReason, DocumentsCode, ErrorCode


class BatchbellError(Exception):
    """The root of every error that Batchbell raises on purpose."""


class CallerError(BatchbellError):
    """An answer other than success: `code` decides the HTTP status, `message` says what to do."""

    def __init__(
        self,
        code: ErrorCode | DocumentsCode,
        message: str,
        details: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = dict(details) if details else None


class ComeAgain(CallerError):
    """A 429 that says after how many milliseconds the call may be repeated."""

    def __init__(self, code: ErrorCode, message: str, wait_ms: int) -> None:
        super().__init__(code, message)
        self.wait_ms = wait_ms


class PageFailed(BatchbellError):
    """One URL could not be fetched or distilled.

    `retryable`: another attempt may succeed (timeouts, resets, 429, 5xx). `retry_after_ms`: the
    site's own wish for the next attempt, in milliseconds from now. `message` never names an address
    that was dialled or any other internal.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        retryable: bool = False,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after_ms = retry_after_ms


class DocumentFailed(BatchbellError):
    """No line items came of one document, and none would at another attempt."""

    def __init__(self, reason: DocumentReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class SpecMissing(BatchbellError):
    """The input list of a batch is gone or cannot be decoded; reading it again does not help."""


class Unavailable(BatchbellError):
    """A table, queue or store was throttled, timed out or refused; the caller may come again.

    A write that ends so may or may not have happened: whoever repeats it relies on its condition.
    """


class SettingsInvalid(BatchbellError):
    """An environment variable is missing or not a value of its type."""
