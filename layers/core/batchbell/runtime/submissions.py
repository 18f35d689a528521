"""Which batch does a request to the Pages API submit?

Apart from `pages_requests`: only here is a body validated, by a library that the other functions of
the API do not load.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.pages_api import (
    DistillBatchRequest,
    DistillRequest,
    ExtractBatchRequest,
    ExtractRequest,
)
from batchbell.domain.batch import Webhook
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import fingerprint_of
from batchbell.domain.job_kind import JobKind
from batchbell.runtime.entrance import Allowed
from batchbell.runtime.idempotency import idempotency_key
from batchbell.runtime.invalid import invalid
from batchbell.runtime.json_body import json_body
from batchbell.runtime.page_tasks import Pages, task_of
from batchbell.runtime.settings import Settings
from batchbell.runtime.validation import validated
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.submit_pages import PagesSubmission

URL_CHARACTERS = 4_096
"""Kept of a URL: enough to still be too long, and little enough for every answer to hold a page."""


def batch_submission(
    event: APIGatewayProxyEvent,
    allowed: Allowed,
    kind: JobKind,
    settings: Settings,
    random_hex: Callable[[int], str],
) -> PagesSubmission:
    """The batch that a request submits. Raises `CallerError`: 400 or 413."""
    key, body = idempotency_key(event), json_body(event)
    request = _batch_request(kind, body)
    _require_size(len(request.urls), settings.number("MAX_BATCH_URLS"))
    task = _task(request, allowed, with_metadata=False)
    hook = request.webhook
    return replace(
        _submission(allowed, kind, settings, body, key or random_hex(32), request.urls, task),
        webhook=Webhook(hook.url, hook.secret) if hook else None,
        metadata=None if request.metadata is None else json.dumps(request.metadata),
    )


def async_submission(
    event: APIGatewayProxyEvent,
    allowed: Allowed,
    kind: JobKind,
    settings: Settings,
    random_hex: Callable[[int], str],
) -> PagesSubmission:
    """The job of one URL that a request submits. Raises `CallerError`: 400 or 413."""
    key, body = idempotency_key(event), json_body(event)
    request = _page_request(kind, body)
    task = _task(request, allowed, with_metadata=True)
    return _submission(allowed, kind, settings, body, key or random_hex(32), [request.url], task)


def _task(request: Pages, allowed: Allowed, *, with_metadata: bool) -> PageTask:
    return task_of(
        request,
        obey_robots=allowed.obeys_robots,
        with_metadata=with_metadata,
        cache_seconds=allowed.cache_seconds,
    )


def _submission(
    allowed: Allowed,
    kind: JobKind,
    settings: Settings,
    body: Mapping[str, Any],
    key: str,
    urls: Sequence[str],
    task: PageTask,
) -> PagesSubmission:
    """What every submission has."""
    return PagesSubmission(
        tenant=allowed.tenant,
        kind=kind,
        fingerprint=fingerprint_of(body),
        spec=PagesSpec(tuple(url[:URL_CHARACTERS] for url in urls), task),
        retention_ms=settings.retention_ms,
        idempotency_key=key,
    )


def _batch_request(
    kind: JobKind, body: Mapping[str, Any]
) -> ExtractBatchRequest | DistillBatchRequest:
    if kind.extracts:
        return validated(ExtractBatchRequest, body)
    return validated(DistillBatchRequest, body)


def _page_request(kind: JobKind, body: Mapping[str, Any]) -> ExtractRequest | DistillRequest:
    return validated(ExtractRequest, body) if kind.extracts else validated(DistillRequest, body)


def _require_size(size: int, most: int) -> None:
    if size == 0:
        raise invalid({"urls": "must hold at least one URL"})
    if size > most:
        message = f"A batch holds at most {most} URLs, this has {size}. Split it."
        raise CallerError(ErrorCode.BATCH_SIZE_EXCEEDED, message, {"urls": f"at most {most}"})
