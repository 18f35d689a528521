"""What does it mean for a document when Textract fails?

Decided by the error's code and class. What an operator has to do is told to the log, with the ids
that lead further and none of AWS's messages.
Source: the errors of AnalyzeExpense and AnalyzeDocument in botocore's service model.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from botocore.exceptions import BotoCoreError, ClientError

from batchbell.adapters import failures
from batchbell.adapters.failures import code_of
from batchbell.domain.codes import DocumentReason
from batchbell.domain.errors import BatchbellError, DocumentFailed, Unavailable

Tell = Callable[[str, Mapping[str, str]], None]
"""Takes a fixed message and its fields to the log."""

_REFUSED = {
    "BadDocumentException": (
        DocumentReason.CORRUPT_FILE,
        "The image is damaged or cut short. Send the original file.",
    ),
    "DocumentTooLargeException": (
        DocumentReason.TOO_LARGE,
        "The page is too large to be read. Send a smaller image of it.",
    ),
    "UnsupportedDocumentException": (
        DocumentReason.UNSUPPORTED_FILE_TYPE,
        "The image is of a kind that cannot be read. Send a PNG or JPEG file.",
    ),
}
_MISUNDERSTOOD = frozenset(("InvalidParameterException", "ValidationException"))
_TO_DO = (
    "Allow the document worker textract:AnalyzeExpense and textract:AnalyzeDocument, in a region "
    "that has both."
)
_TO_DO_MISUNDERSTOOD = "Look the request up by its id: it is not as Textract takes it."


class NotAllowed(Unavailable):
    """Textract does not serve us until somebody mends it: to ask again at once is no use."""


@contextmanager
def translated(operation: str, tell: Tell) -> Iterator[None]:
    """Raises DocumentFailed for a page that is refused for good, Unavailable for all else that the
    SDK raises.
    """
    try:
        with failures.translated():
            yield
    except ClientError as error:
        request = error.response.get("ResponseMetadata", {}).get("RequestId", "")
        raise _answered(operation, tell, code_of(error), request) from error
    except BotoCoreError as error:  # no credentials, no region
        raise _not_allowed(operation, tell, type(error).__name__, "") from error


def _answered(operation: str, tell: Tell, code: str, request: str) -> BatchbellError:
    if code in _REFUSED:
        return DocumentFailed(*_REFUSED[code])
    if code in _MISUNDERSTOOD:
        _say(operation, tell, code, request, _TO_DO_MISUNDERSTOOD)
        return DocumentFailed(
            DocumentReason.ENGINE_ERROR, "The page could not be read. Send a clearer image of it."
        )
    return _not_allowed(operation, tell, code, request)


def _not_allowed(operation: str, tell: Tell, code: str, request: str) -> NotAllowed:
    _say(operation, tell, code, request, _TO_DO)
    return NotAllowed(code)


def _say(operation: str, tell: Tell, code: str, request: str, to_do: str) -> None:
    fields = {"operation": operation, "error_code": code, "request_id": request, "to_do": to_do}
    tell("textract refuses us", fields)
