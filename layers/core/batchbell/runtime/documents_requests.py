"""What does a request to the Documents API ask for? (What one uploads: see `documents_uploads`.)"""

import base64
import binascii
from urllib.parse import unquote

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.documents_answers import CONTENT, EVIDENCE
from batchbell.domain.batch_name import is_batch_name
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.domain.export import ExportFormat
from batchbell.domain.identifiers import BatchKey, documents_key
from batchbell.runtime.invalid import invalid
from batchbell.runtime.observability import logger
from batchbell.runtime.query import whole, yes_or_no
from batchbell.usecases.read_documents import MOST_AT_ONCE

DEFAULT_BATCHES = 20
MOST_BATCHES = 100
_AS_ANSWER = "json"
_CURSOR_CHARACTERS = 400
_LAST_INDEX = 999_999


def batch_key(tenant: str, text: str) -> BatchKey:
    """The batch that a path names, escaped or not. Raises `CallerError` 404 for what is no name."""
    name = unquote(text)
    if not is_batch_name(name):
        raise CallerError(DocumentsCode.BATCH_NOT_FOUND, "No batch can have this name. Check it.")
    logger().append_keys(batch=name)
    return documents_key(tenant, name)


def document_id_of(text: str) -> str:
    """The document that a path names, whether there is one or not."""
    document_id = unquote(text)
    logger().append_keys(document=document_id)
    return document_id


def told_of(event: APIGatewayProxyEvent) -> tuple[str, ...]:
    """What is to be told of documents that succeeded. Raises `CallerError` 400."""
    return EVIDENCE if yes_or_no(event.query_string_parameters, "evidence") else CONTENT


def format_of(event: APIGatewayProxyEvent) -> ExportFormat | None:
    """As which file all rows are asked for; None: as an answer. Raises `CallerError` 400."""
    text = event.query_string_parameters.get("format", _AS_ANSWER)
    if text == _AS_ANSWER:
        return None
    if text not in list(ExportFormat):
        formats = ", ".join((_AS_ANSWER, *ExportFormat))
        raise invalid({"format": f"must be one of {formats}"})
    return ExportFormat(text)


def documents_window(event: APIGatewayProxyEvent) -> tuple[int, int | None]:
    """From which index on, and how many documents at most. Raises `CallerError` 400."""
    query = event.query_string_parameters
    limit = whole(query, "limit", 0, range(1, MOST_AT_ONCE + 1)) if "limit" in query else None
    place = _place(event)
    if place is None:
        return 0, limit
    if not (place.isascii() and place.isdecimal()) or int(place[:10]) > _LAST_INDEX:
        raise _no_cursor()
    return int(place), limit


def batches_window(event: APIGatewayProxyEvent) -> tuple[str | None, int]:
    """From which place of the list on, and how many batches at most. Raises `CallerError` 400."""
    query = event.query_string_parameters
    limit = whole(query, "limit", DEFAULT_BATCHES, range(1, MOST_BATCHES + 1))
    return _place(event), limit


def cursor_of(place: str) -> str:
    """A place as callers get it, and give it back: nothing that they could count on."""
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def _place(event: APIGatewayProxyEvent) -> str | None:
    cursor = event.query_string_parameters.get("cursor")
    if cursor is None:
        return None
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        place = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        raise _no_cursor() from None
    if not place.isprintable() or not place or len(cursor) > _CURSOR_CHARACTERS:
        raise _no_cursor()
    return place


def _no_cursor() -> CallerError:
    return invalid({"cursor": "must be the next_cursor of an earlier answer"})
