"""Which JSON object does a request's body hold?"""

import base64
import binascii
import json
import math
from typing import Any

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError

MAX_BODY_BYTES = 5_000_000
MAX_DEPTH = 100
"""Lists and objects within each other: what can be read must also be storable and answerable."""


def json_body(event: APIGatewayProxyEvent) -> dict[str, Any]:
    """The body of a request.

    Raises `CallerError`: 413 over 5 MB; 400 when it is no JSON object in UTF-8, or too deep.
    """
    return _object(_text(event.body or "", encoded=event.is_base64_encoded is True))


def json_body_if_any(event: APIGatewayProxyEvent) -> dict[str, Any]:
    """The same; an empty body says as much as an empty object."""
    text = _text(event.body or "", encoded=event.is_base64_encoded is True)
    return _object(text) if text.strip() else {}


def json_value(text: str) -> Any:
    """What JSON says, and only what JSON can say again: Python's parser would also take NaN, and
    1e999 as infinity. Raises ValueError.
    """
    try:
        return json.loads(text, parse_constant=_refused, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("it is nested too deep to be read") from error


def is_shallow(body: dict[str, Any]) -> bool:
    """Whether lists and objects are at most `MAX_DEPTH` deep within each other."""
    level: list[Any] = [body]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _members(outer)]
        if not level:
            return True
    return False


def _object(text: str) -> dict[str, Any]:
    try:
        body = json_value(text)
    except ValueError as error:
        raise _malformed("The body must be JSON.") from error
    if not isinstance(body, dict):
        raise _malformed("The body must be a JSON object.")
    if not is_shallow(body):
        raise _malformed(f"The body must not nest lists and objects more than {MAX_DEPTH} deep.")
    return body


def _text(body: str, *, encoded: bool) -> str:
    try:
        raw = base64.b64decode(body) if encoded else body.encode("utf-8", "surrogatepass")
        _require_size(len(raw))
        return raw.decode() if encoded else body
    except (binascii.Error, UnicodeDecodeError) as error:
        raise _malformed("The body must be JSON in UTF-8.") from error


def _require_size(size: int) -> None:
    if size > MAX_BODY_BYTES:
        raise CallerError(
            ErrorCode.REQUEST_TOO_LARGE, "The body is over 5 MB. Split it into several batches."
        )


def _refused(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _members(outer: Any) -> list[Any]:
    values = outer.values() if isinstance(outer, dict) else outer
    return [value for value in values if isinstance(value, dict | list)]


def _malformed(message: str) -> CallerError:
    return CallerError(ErrorCode.MALFORMED_REQUEST_BODY, message)
