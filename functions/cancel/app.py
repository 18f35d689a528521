"""Cancels a job, or erases a finished one: triggered by the API's DELETE routes."""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.words import job_status
from batchbell.domain.allowance import CallClass
from batchbell.domain.job_kind import BATCHES, JobKind
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import ROOT, new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.pages_requests import job_key, purge_asked
from batchbell.usecases.cancel import cancel
from batchbell.usecases.enter import Door
from batchbell.usecases.purge import purge


def routes(store: Store, door: Door) -> APIGatewayRestResolver:
    """The routes of this function on the given ports."""
    api = new_api()

    def delete_batch(kind: JobKind, job_id: str) -> Response[str]:
        key = job_key(tenant_of(api, door, CallClass.WRITES, store.now()), job_id)
        end = purge if purge_asked(api.current_event) else cancel
        batch = end(store, key, kind)
        return success(api, {"id": job_id, "status": job_status(batch, store.limits.large_batch)})

    for kind in BATCHES:
        path = f"{ROOT}/{kind.route}/<job_id>"
        api.delete(path)(lambda job_id, kind=kind: delete_batch(kind, job_id))
    return api


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    return _routes().resolve(event, context)
