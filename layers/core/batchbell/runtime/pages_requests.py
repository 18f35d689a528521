"""What does a request to the Pages API ask for? (What one submits: see `submissions`.)"""

import re

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey, pages_key
from batchbell.runtime.observability import logger
from batchbell.runtime.query import whole
from batchbell.usecases.load_contents import DEFAULT_PAGE_SIZE

MAX_PAGE_SIZE = 100
MAX_PAGE = 999_999
MAX_INDEX = 999_999
_JOB_ID = re.compile(r"(batch|job)_[0-9a-f]{32}")


def job_key(tenant: str, job_id: str) -> BatchKey:
    """The batch that a path names. Raises `CallerError` 404 for what no job id looks like."""
    if _JOB_ID.fullmatch(job_id) is None:
        raise CallerError(ErrorCode.JOB_NOT_FOUND, "There is no job with this id. Check the id.")
    logger().append_keys(job=job_id)
    return pages_key(tenant, job_id)


def window_of(event: APIGatewayProxyEvent) -> range | None:
    """The rows asked for; None: all. Raises `CallerError` 400."""
    query = event.query_string_parameters
    if "page" not in query and "pageSize" not in query:
        return None
    page = whole(query, "page", 0, range(MAX_PAGE + 1))
    size = whole(query, "pageSize", DEFAULT_PAGE_SIZE, range(1, MAX_PAGE_SIZE + 1))
    return range(page * size, (page + 1) * size)


def index_of(text: str) -> int:
    """A row's index from the path. Raises `CallerError` 400."""
    return whole({"index": text}, "index", 0, range(MAX_INDEX + 1))
