"""How does a request come in: whose is it, and what do its answers say about its rate?

Source: Pages API contract, "Auth and envelope" and "Limits".
"""

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver

from batchbell.domain.allowance import CallClass, RateWindow
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.runtime.http import say_in_answer
from batchbell.runtime.observability import logger
from batchbell.usecases.enter import Door, enter


def tenant_of(api: APIGatewayRestResolver, door: Door, call_class: CallClass, now: int) -> str:
    """Whose request this is; its answer, whatever it is, tells the rate. Raises `CallerError`: 401,
    429.
    """
    event = api.current_event
    logger().append_keys(request=event.request_context.request_id)
    entry = enter(door, event.headers.get("Authorization"), call_class, now)
    logger().append_keys(tenant=entry.tenant)
    say_in_answer(api, _headers(entry.window))
    if entry.window.exceeded:
        raise _too_often(api, entry.window, call_class, now)
    return entry.tenant


def _headers(window: RateWindow) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(window.limit),
        "X-RateLimit-Remaining": str(window.remaining),
        "X-RateLimit-Reset": str(window.ends_at // 1000),
    }


def _too_often(
    api: APIGatewayRestResolver, window: RateWindow, call_class: CallClass, now: int
) -> CallerError:
    seconds = -(-(window.ends_at - now) // 1000)
    say_in_answer(api, {"Retry-After": str(seconds)})
    return CallerError(
        ErrorCode.RATE_LIMIT_EXCEEDED,
        f"This key may make {window.limit} calls ({call_class.value}) a minute. Wait {seconds} s.",
    )
