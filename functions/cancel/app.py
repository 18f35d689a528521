"""Cancels jobs and documents, or erases finished ones: triggered by the API's DELETE routes."""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.words import job_status
from batchbell.domain.allowance import CallClass
from batchbell.domain.job_kind import BATCHES, JobKind
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import ROOT, asks_for_documents, new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.pages_requests import job_key
from batchbell.runtime.query import yes_or_no
from batchbell.usecases.cancel import cancel
from batchbell.usecases.enter import Door
from batchbell.usecases.purge import purge


def routes(store: Store, door: Door) -> APIGatewayRestResolver:
    """The routes of the Pages API on the given ports."""
    api = new_api()

    def delete_batch(kind: JobKind, job_id: str) -> Response[str]:
        key = job_key(tenant_of(api, door, CallClass.WRITES, store.now()), job_id)
        query = api.current_event.query_string_parameters
        end = purge if yes_or_no(query, "purge") else cancel
        batch = end(store, key, kind)
        return success(api, {"id": job_id, "status": job_status(batch, store.limits.large_batch)})

    for kind in BATCHES:
        path = f"{ROOT}/{kind.route}/<job_id>"
        api.delete(path)(lambda job_id, kind=kind: delete_batch(kind, job_id))
    return api


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door())


@cache
def _documents() -> APIGatewayRestResolver:
    from batchbell.runtime import documents_cancel

    return documents_cancel.routes(wiring.store(), wiring.door(), wiring.desk())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    api = _documents() if asks_for_documents(event) else _routes()
    return api.resolve(event, context)
