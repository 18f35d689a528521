"""What does a request to the Pages API ask for?"""

import json
import re
from collections.abc import Callable, Mapping

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.pages_api import DistillBatchRequest
from batchbell.domain.batch import Webhook
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey, fingerprint_of, pages_key
from batchbell.ports import Keys
from batchbell.runtime.json_body import json_body
from batchbell.runtime.observability import logger
from batchbell.runtime.settings import Settings
from batchbell.runtime.validation import invalid, validated
from batchbell.usecases.authenticate import authenticate
from batchbell.usecases.load_contents import DEFAULT_PAGE_SIZE
from batchbell.usecases.read_spec import PagesSpec
from batchbell.usecases.submit_pages import PagesSubmission

MAX_PAGE_SIZE = 100
MAX_PAGE = 999_999
MAX_INDEX = 999_999
IDEMPOTENCY_KEY_CHARACTERS = 255
URL_CHARACTERS = 4_096
"""Kept of a URL: enough to still be too long, and little enough for every answer to hold a page."""
_JOB_ID = re.compile(r"batch_[0-9a-f]{32}")


def tenant_of(event: APIGatewayProxyEvent, keys: Keys, now: int) -> str:
    """Whose request this is. Raises `CallerError` 401."""
    logger().append_keys(request=event.request_context.request_id)
    tenant = authenticate(keys, event.headers.get("Authorization"), now).tenant
    logger().append_keys(tenant=tenant)
    return tenant


def job_key(tenant: str, job_id: str) -> BatchKey:
    """The batch that a path names. Raises `CallerError` 404 for what no job id looks like."""
    if _JOB_ID.fullmatch(job_id) is None:
        raise CallerError(ErrorCode.JOB_NOT_FOUND, "There is no job with this id. Check the id.")
    logger().append_keys(job=job_id)
    return pages_key(tenant, job_id)


def distill_submission(
    event: APIGatewayProxyEvent, tenant: str, settings: Settings, random_hex: Callable[[int], str]
) -> PagesSubmission:
    """The batch that a request submits. Raises `CallerError`: 400 or 413."""
    key = _idempotency_key(event)
    body = json_body(event)
    request = validated(DistillBatchRequest, body)
    _require_size(len(request.urls), settings.number("MAX_BATCH_URLS"))
    urls = tuple(url[:URL_CHARACTERS] for url in request.urls)
    hook = request.webhook
    return PagesSubmission(
        tenant=tenant,
        kind="distill",
        fingerprint=fingerprint_of(body),
        spec=PagesSpec(urls, request.timeout, request.asked_formats),
        retention_ms=settings.retention_ms,
        idempotency_key=key or random_hex(32),
        webhook=Webhook(hook.url, hook.secret) if hook else None,
        metadata=None if request.metadata is None else json.dumps(request.metadata),
    )


def window_of(event: APIGatewayProxyEvent) -> range | None:
    """The rows asked for; None: all. Raises `CallerError` 400."""
    query = event.query_string_parameters
    if "page" not in query and "pageSize" not in query:
        return None
    page = _whole(query, "page", 0, range(MAX_PAGE + 1))
    size = _whole(query, "pageSize", DEFAULT_PAGE_SIZE, range(1, MAX_PAGE_SIZE + 1))
    return range(page * size, (page + 1) * size)


def purge_asked(event: APIGatewayProxyEvent) -> bool:
    """Whether a DELETE asks to erase. Raises `CallerError` 400."""
    value = event.query_string_parameters.get("purge", "false")
    if value not in ("true", "false"):
        raise invalid({"purge": "must be true or false"})
    return value == "true"


def index_of(text: str) -> int:
    """A row's index from the path. Raises `CallerError` 400."""
    return _whole({"index": text}, "index", 0, range(MAX_INDEX + 1))


def _require_size(size: int, most: int) -> None:
    if size == 0:
        raise invalid({"urls": "must hold at least one URL"})
    if size > most:
        message = f"A batch holds at most {most} URLs, this has {size}. Split it."
        raise CallerError(ErrorCode.BATCH_SIZE_EXCEEDED, message, {"urls": f"at most {most}"})


def _idempotency_key(event: APIGatewayProxyEvent) -> str | None:
    key = event.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= IDEMPOTENCY_KEY_CHARACTERS:
        hint = f"must be 1 to {IDEMPOTENCY_KEY_CHARACTERS} characters"
        raise invalid({"Idempotency-Key": hint})
    return key


def _whole(query: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    text = query.get(name)
    if text is None:
        return default
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    if value not in allowed:
        hint = f"must be a whole number from {allowed.start} to {allowed.stop - 1}"
        raise invalid({name: hint})
    return value
