"""How does a request come in: whose is it, and what do its answers say about its rate?

Source: Pages API contract, "Auth and envelope" and "Limits".
"""

from dataclasses import dataclass

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver

from batchbell.domain.allowance import CallClass, RateWindow
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import ComeAgain
from batchbell.runtime.http import say_in_answer
from batchbell.runtime.observability import logger
from batchbell.usecases.enter import Door, enter


@dataclass(frozen=True, slots=True)
class Allowed:
    """Who makes a request, and what of the tenant's allowance the request is about."""

    tenant: str
    obeys_robots: bool = True
    cache_seconds: int = 0


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
        raise _too_often(entry.window, call_class, now)
    return entry.tenant


def allowed_of(api: APIGatewayRestResolver, door: Door, now: int) -> Allowed:
    """Who wants something done. Raises `CallerError`: 401, 429."""
    tenant = tenant_of(api, door, CallClass.WRITES, now)
    allowance = door.allowances.read(tenant)
    return Allowed(tenant, bool(allowance.robots), allowance.cache_seconds)


def _headers(window: RateWindow) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(window.limit),
        "X-RateLimit-Remaining": str(window.remaining),
        "X-RateLimit-Reset": str(window.ends_at // 1000),
    }


def _too_often(window: RateWindow, call_class: CallClass, now: int) -> ComeAgain:
    wait_ms = window.ends_at - now
    return ComeAgain(
        ErrorCode.RATE_LIMIT_EXCEEDED,
        f"This key may make {window.limit} calls ({call_class.value}) a minute. Wait"
        f" {-(-wait_ms // 1000)} s.",
        wait_ms,
    )
