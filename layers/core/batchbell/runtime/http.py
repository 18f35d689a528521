"""How do answers of the API look, and at which address does a caller reach it?

Source: Pages API contract, "Auth and envelope". One mapping turns errors into answers.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import BatchbellError, CallerError, ComeAgain
from batchbell.runtime.observability import MetricName, count, logger

ROOT = "/openapi/v1"
DOCUMENTS_ROOT = "/api/v1"
Failure = Callable[[APIGatewayRestResolver, CallerError], Response[str]]
_HEADERS = "headers"
_MAYBE_OURS = frozenset({ErrorCode.INTERNAL_ERROR, ErrorCode.DISTILL_FAILED})
"""The second: of a page that is broken, and of all pages when what converts them does not start."""
_BEGIN = r"/(?:openapi(?:/v1/|\.json$)|api/v1/)"
_ROUTE = re.compile(_BEGIN)
_ANY_PREFIX = re.compile(rf"^(?!{_BEGIN})/.+?(?={_BEGIN})")


def asks_for_documents(event: Mapping[str, Any]) -> bool:
    """Whether a request is to the Documents API, under any stage or base path."""
    route = _ROUTE.search(event["path"])
    return route is not None and route[0].startswith(DOCUMENTS_ROOT)


def new_api() -> APIGatewayRestResolver:
    """A resolver that answers every error in the envelope of the Pages API."""
    return api_failing_with(_failure)


def api_failing_with(failure: Failure) -> APIGatewayRestResolver:
    """A resolver that answers every error, under any stage or base path."""
    api = APIGatewayRestResolver(strip_prefixes=[_ANY_PREFIX])

    def answer_caller_error(error: CallerError) -> Response[str]:
        if isinstance(error, ComeAgain):
            seconds = max(-(-error.wait_ms // 1000), 1)
            say_in_answer(api, {"Retry-After": str(seconds)})
        return failure(api, error)

    def answer_own_error(error: BatchbellError) -> Response[str]:
        logger().warning("request failed", exc_info=error)
        message = "This did not work just now. Send the request again."
        return failure(api, CallerError(ErrorCode.INTERNAL_ERROR, message))

    def answer_unexpected(error: Exception) -> Response[str]:
        logger().error("request broke", exc_info=error)
        message = "Something went wrong here. Send the request again."
        return failure(api, CallerError(ErrorCode.INTERNAL_ERROR, message))

    def answer_unknown_route(_: NotFoundError) -> Response[str]:
        message = "There is no such route. Check method and path."
        return failure(api, CallerError(ErrorCode.JOB_NOT_FOUND, message))

    api.exception_handler(CallerError)(answer_caller_error)
    api.exception_handler(BatchbellError)(answer_own_error)
    api.exception_handler(Exception)(answer_unexpected)
    api.not_found(answer_unknown_route)
    return api


def say_in_answer(api: APIGatewayRestResolver, headers: Mapping[str, str]) -> None:
    """Headers for whatever the answer to the current request will be."""
    api.context[_HEADERS] = {**api.context.get(_HEADERS, {}), **headers}


def success(
    api: APIGatewayRestResolver,
    data: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
    beside: Mapping[str, Any] | None = None,
) -> Response[str]:
    """A 200 in the envelope. `beside`: what stands next to `data`."""
    return answer(api, 200, {"success": True, "data": data, **(beside or {})}, headers or {})


def document(api: APIGatewayRestResolver, text: str) -> Response[str]:
    """A 200 that is JSON of its own, without the envelope."""
    request = api.current_event.request_context.request_id
    headers = {"X-Request-Id": request}
    return Response(status_code=200, content_type="application/json", body=text, headers=headers)


def base_url(event: APIGatewayProxyEvent, public_base_url: str, root: str = ROOT) -> str:
    """The address of an API's root as this caller reaches it, or as the deployment sets it."""
    if public_base_url:
        return public_base_url + root
    context = event.request_context
    host = event.headers.get("Host") or context.domain_name or "localhost"
    before = _ROUTE.split(context.get("path") or event.path)[0]
    scheme = event.headers.get("X-Forwarded-Proto", "https")
    return f"{scheme}://{host}{before}{root}"


def answer(
    api: APIGatewayRestResolver, status: int, body: Mapping[str, Any], headers: Mapping[str, str]
) -> Response[str]:
    """In ASCII: a lone surrogate, which a caller may send, has no other form that is JSON."""
    return Response(
        status_code=status,
        content_type="application/json",
        body=json.dumps(body),
        headers={**_noted(api, status), **headers},
    )


def own_text(api: APIGatewayRestResolver, body: str, headers: Mapping[str, str]) -> Response[str]:
    """A 200 that is a file of text. `headers` say of which type."""
    return Response(status_code=200, body=body, headers={**_noted(api, 200), **headers})


def own_bytes(
    api: APIGatewayRestResolver, body: bytes, headers: Mapping[str, str]
) -> Response[bytes]:
    """A 200 that is a file. `headers` say of which type."""
    return Response(status_code=200, body=body, headers={**_noted(api, 200), **headers})


def _noted(api: APIGatewayRestResolver, status: int) -> dict[str, str]:
    """An answer goes into the log. -> the headers that every answer has."""
    event = api.current_event
    request = event.request_context.request_id
    extra = {"request": request, "route": event.get("resource"), "status": status}
    logger().info("request answered", extra=extra)
    return {"X-Request-Id": request, **api.context.get(_HEADERS, {})}


def _failure(api: APIGatewayRestResolver, error: CallerError) -> Response[str]:
    logger().append_keys(code=error.code)
    if error.code.status >= 500 and error.code not in _MAYBE_OURS:
        count(MetricName.PAGE_FAILURES_ANSWERED)
    problem = {
        "code": error.code,
        "status": error.code.status,
        "message": error.message,
        "details": error.details,
    }
    return answer(api, error.code.status, {"success": False, "error": problem}, {})
