"""Takes submissions and documents: triggered by the API's POST and PUT routes that answer at once
with what is to come.

Both APIs validate bodies, and an invocation is about one of them: what only one needs is loaded at
its first request.
"""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.async_answers import async_object
from batchbell.contracts.pages_answers import job_object
from batchbell.domain.job_kind import PAGE_JOBS, JobKind
from batchbell.domain.tally import Counts
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import allowed_of
from batchbell.runtime.http import ROOT, asks_for_documents, new_api, success
from batchbell.runtime.idempotency import REPLAYED
from batchbell.runtime.observability import observed
from batchbell.runtime.settings import Settings
from batchbell.usecases.enter import Door
from batchbell.usecases.read_job import read_job
from batchbell.usecases.read_rows import read_row
from batchbell.usecases.submit_pages import PagesSubmission, submit_pages


def routes(store: Store, door: Door, settings: Settings) -> APIGatewayRestResolver:
    """The routes of the Pages API on the given ports."""
    from batchbell.runtime.submissions import async_submission, batch_submission

    ways = {True: (batch_submission, _batch), False: (async_submission, _async)}
    api = new_api()

    def submit(kind: JobKind) -> Response[str]:
        submission_of, answer = ways[kind.takes_slot]
        allowed = allowed_of(api, door, store.now())
        submission = submission_of(api.current_event, allowed, kind, settings, wiring.random_hex)
        job, headers = answer(store, submission)
        return success(api, job, headers)

    for kind in PAGE_JOBS:
        api.post(f"{ROOT}/{kind.route}")(lambda kind=kind: submit(kind))
    return api


def _batch(store: Store, submission: PagesSubmission) -> tuple[dict[str, Any], dict[str, str]]:
    """The job, new or found again, and what its answer says of that."""
    submitted = submit_pages(store, submission)
    if not submitted.replayed:
        return job_object(submitted.batch, Counts(), store.limits.large_batch), {}
    view = read_job(store, submitted.batch.key, submission.kind, range(0))
    return job_object(view.batch, view.counts, store.limits.large_batch), REPLAYED


def _async(store: Store, submission: PagesSubmission) -> tuple[dict[str, Any], dict[str, str]]:
    """The same of a job of one URL."""
    submitted = submit_pages(store, submission)
    if not submitted.replayed:
        return async_object(submitted.batch, submission.spec.urls[0], None, {}), {}
    row = read_row(store, submitted.batch.key, submission.kind, 0)
    return async_object(row.batch, row.url, row.item, row.content), REPLAYED


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door(), wiring.settings())


@cache
def _documents() -> APIGatewayRestResolver:
    from batchbell.runtime import documents_submit

    return documents_submit.routes(
        wiring.store(),
        wiring.door(),
        wiring.desk(),
        wiring.deliveries(),
        wiring.settings(),
        wiring.random_hex,
    )


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    api = _documents() if asks_for_documents(event) else _routes()
    return api.resolve(event, context)
