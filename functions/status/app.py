"""Answers what has become of a job: triggered by the API's GET routes."""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.pages_answers import job_object, row_object
from batchbell.domain.allowance import CallClass
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import base_url, new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.pages_requests import index_of, job_key, window_of
from batchbell.runtime.settings import Settings
from batchbell.usecases.enter import Door
from batchbell.usecases.read_rows import read_row, read_rows

_KIND = JobKind.DISTILL


def routes(store: Store, door: Door, settings: Settings) -> APIGatewayRestResolver:
    """The routes of this function on the given ports."""
    api = new_api()

    def key_of(job_id: str) -> BatchKey:
        return job_key(tenant_of(api, door, CallClass.READS, store.now()), job_id)

    def rows_address(job_id: str) -> str:
        base = base_url(api.current_event, settings.public_base_url)
        return f"{base}/batch/{_KIND}/{job_id}/results"

    @api.get("/openapi/v1/batch/distill/<job_id>")
    def read_distill_batch(job_id: str) -> Response[str]:
        key, window = key_of(job_id), window_of(api.current_event)
        return success(api, _job(store, key, window, rows_address(job_id)))

    @api.get("/openapi/v1/batch/distill/<job_id>/results/<index>")
    def read_distill_row(job_id: str, index: str) -> Response[str]:
        key, number = key_of(job_id), index_of(index)
        return success(api, _row(store, key, number, rows_address(job_id)))

    return api


def _job(store: Store, key: BatchKey, window: range | None, rows: str) -> dict[str, Any]:
    """A job with the rows of a window. `rows`: the address below which each row can be read."""
    read = read_rows(store, key, _KIND, window)
    items, contents = read.job.rows, read.contents
    job = job_object(read.job.batch, read.job.counts, store.limits.large_batch)
    job["results"] = [
        row_object(index, read.urls[index], items.get(index), contents.by_item, f"{rows}/{index}")
        for index in contents.window
    ]
    if contents.next_page is not None:
        job["nextPage"] = contents.next_page
    return job


def _row(store: Store, key: BatchKey, index: int, rows: str) -> dict[str, Any]:
    """One row with its content."""
    row = read_row(store, key, _KIND, index)
    return row_object(index, row.url, row.item, row.contents, f"{rows}/{index}")


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door(), wiring.settings())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    return _routes().resolve(event, context)
