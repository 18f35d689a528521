"""How do answers of the Documents API look?

Source: Documents API contract: JSON without an envelope, errors with one of its own codes.
"""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.document_words import outer_code
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.runtime.http import DOCUMENTS_ROOT, answer, api_failing_with, base_url
from batchbell.runtime.observability import logger
from batchbell.runtime.settings import Settings

_ONE_DOCUMENT = f"{DOCUMENTS_ROOT}/documents/{{id}}"


def new_documents_api() -> APIGatewayRestResolver:
    """A resolver that answers every error as the Documents API does."""
    return api_failing_with(_failure)


def done(
    api: APIGatewayRestResolver,
    body: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response[str]:
    """An answer that is no error."""
    return answer(api, status, body, headers or {})


def own_address(api: APIGatewayRestResolver, settings: Settings) -> str:
    """Where this caller reaches the Documents API, its root included."""
    return base_url(api.current_event, settings.public_base_url, DOCUMENTS_ROOT)


def _failure(api: APIGatewayRestResolver, error: CallerError) -> Response[str]:
    code = _code(api, error)
    logger().append_keys(code=code)
    problem = {"code": code, "message": error.message, "details": error.details}
    return answer(api, code.status, {"error": problem}, {})


def _code(api: APIGatewayRestResolver, error: CallerError) -> DocumentsCode:
    """An id of characters that no route of ours has is one that no document has."""
    code = outer_code(error.code)
    of_document = api.current_event.resource == _ONE_DOCUMENT
    return DocumentsCode.DOCUMENT_NOT_FOUND if of_document and code.status == 404 else code
