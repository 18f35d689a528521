"""What does it mean for a page when Bedrock fails?

Decided by the error's code and class. What an operator has to do is told to the log, with the ids
that lead further and none of AWS's messages, which may quote a page.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    HTTPClientError,
    IncompleteReadError,
    ReadTimeoutError,
)
from botocore.exceptions import ConnectionError as Unconnected

from batchbell.adapters.bedrock.forms import Form
from batchbell.adapters.failures import code_of
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.retry_after import retry_after_ms

Tell = Callable[[str, Mapping[str, str]], None]
"""Takes a fixed message and its fields to the log."""

THROTTLED_MS = 10_000
"""Bedrock counts requests and tokens a minute."""
PREPARING_MS = 30_000
"""Until an item comes again whose schema is being prepared."""

_PASSING_CODES = frozenset(("ThrottlingException", "ModelNotReadyException", "ModelErrorException"))
_TO_DO = {
    "AccessDeniedException": (
        "Allow bedrock:InvokeModel on the model and its inference profile for the worker's role, "
        "and accept the model's terms in this account and region."
    ),
    "ResourceNotFoundException": (
        "Set BEDROCK_MODEL_ID to a model or inference profile of this region."
    ),
    "ValidationException": (
        "Set BEDROCK_MODEL_ID to a model or inference profile that takes structured output, and "
        "BEDROCK_STRUCTURED to the way it takes it; look the request up by its id."
    ),
}
_TO_DO_ELSE = "Give the worker credentials that may call Amazon Bedrock in this region."


@dataclass(frozen=True, slots=True)
class Call:
    """A call that may fail. `first`: this schema has not been answered yet."""

    model: str
    form: Form
    first: bool


@contextmanager
def translated(call: Call, tell: Tell) -> Iterator[None]:
    """Raises PageFailed for whatever the SDK raises."""
    try:
        yield
    except ClientError as error:
        raise _answered(call, tell, error) from error
    except ConnectTimeoutError as error:
        raise _passing() from error
    except ReadTimeoutError as error:
        raise _late(call) from error
    except (Unconnected, HTTPClientError, IncompleteReadError) as error:
        raise _passing() from error
    except BotoCoreError as error:  # no credentials, no region, no such endpoint
        raise _unusable(call, tell, type(error).__name__, "") from error


def _answered(call: Call, tell: Tell, error: ClientError) -> PageFailed:
    about: Mapping[str, Any] = error.response.get("ResponseMetadata", {})
    code, status = code_of(error), about.get("HTTPStatusCode", 0)
    if code == "ModelTimeoutException":
        return _late(call)
    if code in _PASSING_CODES or status in (408, 429) or status >= 500:
        return _passing(about.get("HTTPHeaders", {}).get("retry-after"))
    return _unusable(call, tell, code, about.get("RequestId", ""))


def _late(call: Call) -> PageFailed:
    """A schema's first use prepares it, for up to minutes, and holds for a day."""
    if not call.first:
        return PageFailed(
            ErrorCode.AI_TIMEOUT,
            "The language model did not answer in time. Allow more time.",
            retryable=True,
        )
    return PageFailed(
        ErrorCode.AI_TIMEOUT,
        "The language model is being prepared for this request, which can take minutes. Submit "
        "it again, or as a job.",
        retryable=True,
        retry_after_ms=PREPARING_MS,
    )


def _passing(header: str | None = None) -> PageFailed:
    wish = retry_after_ms(header, datetime.now(UTC))
    return PageFailed(
        ErrorCode.AI_SERVICE_UNAVAILABLE,
        "The language model is busy. Submit the page again later.",
        retryable=True,
        retry_after_ms=THROTTLED_MS if wish is None else wish,
    )


def _unusable(call: Call, tell: Tell, code: str, request_id: str) -> PageFailed:
    fields = {"error_code": code, "model": call.model, "form": call.form.name}
    to_do = _TO_DO.get(code, _TO_DO_ELSE)
    tell("language model refuses us", {**fields, "request_id": request_id, "to_do": to_do})
    if code == "ValidationException" and not call.form.ours:
        return PageFailed(
            ErrorCode.AI_EXTRACTION_FAILED,
            "The language model does not take this schema. Ask for fewer or simpler fields.",
        )
    return PageFailed(
        ErrorCode.AI_SERVICE_UNAVAILABLE,
        "The language model is not available. Whoever runs this service can see why in its log.",
    )
