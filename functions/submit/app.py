"""Takes submissions: triggered by the API's POST routes."""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.pages_answers import job_object
from batchbell.domain.allowance import CallClass
from batchbell.domain.tally import Counts
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.settings import Settings
from batchbell.runtime.submissions import distill_submission
from batchbell.usecases.enter import Door
from batchbell.usecases.read_job import read_job
from batchbell.usecases.submit_pages import submit_pages

_REPLAYED = {"Idempotency-Replayed": "true"}


def routes(store: Store, door: Door, settings: Settings) -> APIGatewayRestResolver:
    """The routes of this function on the given ports."""
    api = new_api()

    @api.post("/openapi/v1/batch/distill")
    def submit_distill_batch() -> Response[str]:
        tenant = tenant_of(api, door, CallClass.WRITES, store.now())
        submission = distill_submission(api.current_event, tenant, settings, wiring.random_hex)
        submitted = submit_pages(store, submission)
        if not submitted.replayed:
            return success(api, job_object(submitted.batch, Counts(), store.limits.large_batch))
        view = read_job(store, submitted.batch.key, submission.kind, range(0))
        return success(
            api, job_object(view.batch, view.counts, store.limits.large_batch), _REPLAYED
        )

    return api


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door(), wiring.settings())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    return _routes().resolve(event, context)
