"""Takes submissions: triggered by the API's POST routes that answer with a job."""

from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.async_answers import async_object
from batchbell.contracts.pages_answers import job_object
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts
from batchbell.ports import Store
from batchbell.runtime import wiring
from batchbell.runtime.entrance import allowed_of
from batchbell.runtime.http import ROOT, new_api, success
from batchbell.runtime.observability import observed
from batchbell.runtime.settings import Settings
from batchbell.runtime.submissions import async_submission, batch_submission
from batchbell.usecases.enter import Door
from batchbell.usecases.read_job import read_job
from batchbell.usecases.read_rows import read_row
from batchbell.usecases.submit_pages import PagesSubmission, submit_pages

_REPLAYED = {"Idempotency-Replayed": "true"}


def routes(store: Store, door: Door, settings: Settings) -> APIGatewayRestResolver:
    """The routes of this function on the given ports."""
    api = new_api()

    def submit(kind: JobKind) -> Response[str]:
        submission_of, answer = _WAYS[kind.takes_slot]
        allowed = allowed_of(api, door, store.now())
        submission = submission_of(api.current_event, allowed, kind, settings, wiring.random_hex)
        job, headers = answer(store, submission)
        return success(api, job, headers)

    for kind in JobKind:
        api.post(f"{ROOT}/{kind.route}")(lambda kind=kind: submit(kind))
    return api


def _batch(store: Store, submission: PagesSubmission) -> tuple[dict[str, Any], dict[str, str]]:
    """The job, new or found again, and what its answer says of that."""
    submitted = submit_pages(store, submission)
    if not submitted.replayed:
        return job_object(submitted.batch, Counts(), store.limits.large_batch), {}
    view = read_job(store, submitted.batch.key, submission.kind, range(0))
    return job_object(view.batch, view.counts, store.limits.large_batch), _REPLAYED


def _async(store: Store, submission: PagesSubmission) -> tuple[dict[str, Any], dict[str, str]]:
    """The same of a job of one URL."""
    submitted = submit_pages(store, submission)
    if not submitted.replayed:
        return async_object(submitted.batch, submission.spec.urls[0], None, {}), {}
    row = read_row(store, submitted.batch.key, submission.kind, 0)
    return async_object(row.batch, row.url, row.item, row.content), _REPLAYED


_WAYS = {True: (batch_submission, _batch), False: (async_submission, _async)}
"""How a request is read and answered: a batch, or a job of one URL."""


@cache
def _routes() -> APIGatewayRestResolver:
    return routes(wiring.store(), wiring.door(), wiring.settings())


@observed
def lambda_handler(event: dict[str, Any], context: Any) -> Any:
    """Lambda's entry."""
    return _routes().resolve(event, context)
