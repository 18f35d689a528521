"""Answers what has become of a job, or of documents: triggered by the API's GET routes."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.async_answers import async_object
from batchbell.contracts.openapi import openapi_text
from batchbell.contracts.pages_answers import job_object, row_object
from batchbell.domain.allowance import CallClass
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import BATCHES, PAGE_JOBS, JobKind
from batchbell.ports import Store
from batchbell.ports.exports import Exports
from batchbell.runtime import wiring
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import ROOT, asks_for_documents, base_url, document, new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.pages_requests import index_of, job_key, window_of
from batchbell.runtime.settings import Settings
from batchbell.usecases.enter import Door
from batchbell.usecases.read_rows import read_row, read_rows


def routes(store: Store, door: Door, settings: Settings) -> APIGatewayRestResolver:
    """The routes of the Pages API on the given ports."""
    api = new_api()

    def key_of(job_id: str) -> BatchKey:
        return job_key(tenant_of(api, door, CallClass.READS, store.now()), job_id)

    def rows_address(kind: JobKind, job_id: str) -> str:
        base = base_url(api.current_event, settings.public_base_url)
        return f"{base}/{kind.route}/{job_id}/results"

    def read_batch(kind: JobKind, job_id: str) -> Response[str]:
        key, window = key_of(job_id), window_of(api.current_event)
        return success(api, _job(store, key, kind, window, rows_address(kind, job_id)))

    def read_batch_row(kind: JobKind, job_id: str, index: str) -> Response[str]:
        key, number = key_of(job_id), index_of(index)
        return success(api, _row(store, key, kind, number, rows_address(kind, job_id)))

    def read_async(kind: JobKind, job_id: str) -> Response[str]:
        return success(api, _async(store, key_of(job_id), kind))

    def read_document() -> Response[str]:
        base = base_url(api.current_event, settings.public_base_url).removesuffix(ROOT)
        return document(api, openapi_text(base))

    api.get("/openapi.json")(read_document)
    _add_reads(api, BATCHES, read_batch)
    _add_row_reads(api, read_batch_row)
    _add_reads(api, [kind for kind in PAGE_JOBS if kind not in BATCHES], read_async)
    return api


def _add_reads(
    api: APIGatewayRestResolver,
    kinds: Iterable[JobKind],
    read: Callable[[JobKind, str], Response[str]],
) -> None:
    for kind in kinds:
        path = f"{ROOT}/{kind.route}/<job_id>"
        api.get(path)(lambda job_id, kind=kind: read(kind, job_id))


def _add_row_reads(
    api: APIGatewayRestResolver, read: Callable[[JobKind, str, str], Response[str]]
) -> None:
    for kind in BATCHES:
        path = f"{ROOT}/{kind.route}/<job_id>/results/<index>"
        api.get(path)(lambda job_id, index, kind=kind: read(kind, job_id, index))


def _job(
    store: Store, key: BatchKey, kind: JobKind, window: range | None, rows: str
) -> dict[str, Any]:
    """A job with the rows of a window. `rows`: the address below which each row can be read."""
    read = read_rows(store, key, kind, window)
    items, contents = read.job.rows, read.contents
    job = job_object(read.job.batch, read.job.counts, store.limits.large_batch)
    job["results"] = [
        row_object(index, read.urls[index], items.get(index), contents.by_item, f"{rows}/{index}")
        for index in contents.window
    ]
    if contents.next_page is not None:
        job["nextPage"] = contents.next_page
    return job


def _row(store: Store, key: BatchKey, kind: JobKind, index: int, rows: str) -> dict[str, Any]:
    """One row with its content."""
    row = read_row(store, key, kind, index)
    return row_object(index, row.url, row.item, row.contents, f"{rows}/{index}")


def _async(store: Store, key: BatchKey, kind: JobKind) -> dict[str, Any]:
    """A job of one URL."""
    row = read_row(store, key, kind, 0)
    return async_object(row.batch, row.url, row.item, row.content)


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door(), wiring.settings())


@cache
def _documents() -> APIGatewayRestResolver:
    from batchbell.runtime import documents_status

    return documents_status.routes(wiring.store(), wiring.door(), wiring.desk(), _exports)


def _exports() -> Exports:
    from batchbell.runtime import wiring_exports

    return wiring_exports.exports()


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    api = _documents() if asks_for_documents(event) else _routes()
    return api.resolve(event, context)
