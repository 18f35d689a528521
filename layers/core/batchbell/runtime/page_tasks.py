"""What does a request want of a page?"""

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.contracts.pages_api import (
    DistillBatchRequest,
    DistillRequest,
    ExtractBatchRequest,
    ExtractRequest,
    SuggestRequest,
)
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.page_options import Asked, DistillOptions, FetchOptions
from batchbell.domain.schema import Schema
from batchbell.usecases.page_task import PageTask

Rows = ExtractRequest | ExtractBatchRequest
Pages = DistillRequest | DistillBatchRequest | SuggestRequest | Rows


def task_of(
    request: Pages, *, obey_robots: bool, with_metadata: bool, cache_seconds: int
) -> PageTask:
    """Raises `CallerError` 400. `with_metadata`: whether the answer always tells them."""
    formats = request.asked_formats | ({"metadata"} if with_metadata else frozenset())
    rows = request if isinstance(request, ExtractRequest | ExtractBatchRequest) else None
    return PageTask(
        timeout_ms=request.timeout,
        fetch=FetchOptions(
            country=request.country_code,
            headers=tuple((request.headers or {}).items()),
            obey_robots=obey_robots,
        ),
        distill=DistillOptions(
            formats=formats,
            include_tags=tuple(request.include_tags or ()),
            exclude_tags=tuple(request.exclude_tags or ()),
        ),
        readings=Asked(summary=request.summary, question=request.question, query=request.query),
        extracts=rows is not None,
        schema=_schema(rows) if rows is not None else None,
        explains=rows is not None and rows.explain,
        refresh=request.force_refresh,
        cache_seconds=cache_seconds,
    )


def _schema(request: Rows) -> Schema | None:
    """A batch must have one; of a single page, without one, what the page offers is wanted."""
    if request.prompt is not None:
        raise _prompt_sent(request)
    if request.shape is not None:
        return schema_of_request(request.shape)
    if isinstance(request, ExtractBatchRequest):
        raise CallerError(
            ErrorCode.SCHEMA_OR_PROMPT_REQUIRED,
            "Send the schema of the rows that you want.",
            {"schema": "is required"},
        )
    return None


def _prompt_sent(request: Rows) -> CallerError:
    if request.shape is not None:
        return CallerError(
            ErrorCode.SCHEMA_AND_PROMPT_EXCLUSIVE,
            "Send a schema or a prompt, not both.",
            {"prompt": "leave it out"},
        )
    return CallerError(
        ErrorCode.INVALID_PARAMETER,
        "Correct these fields and send it again: prompt.",
        {"prompt": "prompts are not available; send a schema, whose fields may have instructions"},
    )
