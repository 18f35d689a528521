"""Does at once what a caller waits for, of one page or of a webhook: triggered by the API's POST
routes that go outside.
"""

from functools import cache
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.page_answers import distill_answer, extract_answer, suggest_answer
from batchbell.contracts.pages_api import DistillRequest, ExtractRequest, SuggestRequest
from batchbell.ports import Store
from batchbell.ports.kept_pages import KeptPages
from batchbell.runtime import wiring, wiring_convert, wiring_keep
from batchbell.runtime.entrance import Allowed, allowed_of
from batchbell.runtime.http import ROOT, asks_for_documents, new_api, success
from batchbell.runtime.json_body import json_body
from batchbell.runtime.observability import observed
from batchbell.runtime.page_tasks import task_of
from batchbell.runtime.settings import Settings
from batchbell.runtime.validation import validated
from batchbell.usecases.convert import Conversion, convert, propose
from batchbell.usecases.enter import Door
from batchbell.usecases.keep_page import NOTHING_KEPT
from batchbell.usecases.make_page import PageTools

R = TypeVar("R", DistillRequest, ExtractRequest, SuggestRequest)


def routes(
    store: Store,
    door: Door,
    tools: PageTools,
    settings: Settings,
    kept: KeptPages = NOTHING_KEPT,
) -> APIGatewayRestResolver:
    """The routes of the Pages API on the given ports."""
    api = new_api()

    def wanted(model: type[R]) -> Conversion:
        now = store.now()
        allowed = allowed_of(api, door, now)
        return _conversion(api.current_event, allowed, model, now, settings.convert_ms)

    @api.post(f"{ROOT}/distill")
    def distill() -> Response[str]:
        conversion = wanted(DistillRequest)
        made = convert(store, tools, conversion, kept)
        return success(api, distill_answer(conversion.url, made.content))

    @api.post(f"{ROOT}/extract")
    def extract() -> Response[str]:
        conversion = wanted(ExtractRequest)
        made = convert(store, tools, conversion, kept)
        answer = extract_answer(conversion.url, made.content)
        return success(api, answer, beside={"metadata": made.metadata})

    @api.post(f"{ROOT}/suggest_fields")
    def suggest_fields() -> Response[str]:
        conversion = wanted(SuggestRequest)
        offered = propose(store, tools, conversion)
        return success(api, suggest_answer(conversion.url, offered))

    return api


def _conversion(
    event: APIGatewayProxyEvent, allowed: Allowed, model: type[R], now: int, time_ms: int
) -> Conversion:
    """What a request wants. Raises `CallerError`: 400 or 413."""
    request = validated(model, json_body(event))
    return Conversion(
        tenant=allowed.tenant,
        request_id=event.request_context.request_id,
        began_at=now,
        time_ms=time_ms,
        url=request.url,
        task=task_of(
            request,
            obey_robots=allowed.obeys_robots,
            with_metadata=True,
            cache_seconds=allowed.cache_seconds,
        ),
    )


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(
        wiring.store(),
        wiring.door(),
        wiring_convert.page_tools(),
        wiring.settings(),
        wiring_keep.kept_pages(),
    )


@cache
def _documents() -> APIGatewayRestResolver:
    from batchbell.runtime import documents_convert, wiring_work

    poster = wiring_work.webhook_poster()
    return documents_convert.routes(wiring.store(), wiring.door(), poster, wiring.settings())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    api = _documents() if asks_for_documents(event) else _routes()
    return api.resolve(event, context)
