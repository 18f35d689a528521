"""Which failures of an AWS call mean that it may come again?

Decided by the error's code or status and the exception's class, never by a message.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import (
    ClientError,
    ConnectionError,  # noqa: A004  # botocore's own name
    HTTPClientError,
    IncompleteReadError,
)

from batchbell.domain.errors import Unavailable

_PASSING_CODES = frozenset(
    {
        "InternalServerError",
        "KmsThrottled",
        "LimitExceededException",
        "OverLimit",
        "PriorRequestNotComplete",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottled",
        "RequestTimeout",
        "ServiceUnavailable",
        "SlowDown",
        "Throttling",
        "ThrottlingException",
        "ThrottledException",
        "TooManyRequestsException",
        "TransactionInProgressException",
    }
)


@contextmanager
def translated() -> Iterator[None]:
    """Raises `Unavailable` for throttles, timeouts, broken connections and failures of AWS.

    Whatever else goes wrong is a fault of ours or of the deployment, and stays what it is.
    """
    try:
        yield
    except ClientError as error:
        if not _passing(error):
            raise
        raise Unavailable(code_of(error)) from error
    except (ConnectionError, HTTPClientError, IncompleteReadError) as error:
        raise Unavailable(type(error).__name__) from error


def code_of(error: ClientError) -> str:
    """The error's code, as AWS names it."""
    return str(error.response["Error"]["Code"])


def _passing(error: ClientError) -> bool:
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return code_of(error) in _PASSING_CODES or status in (408, 429) or status >= 500
