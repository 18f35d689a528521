"""Which operations are waited for, and what does each answer?"""

from typing import Any

from batchbell.domain.codes import ErrorCode
from batchbell.runtime.http import ROOT
from tools.openapi_answers import MODEL, PAGE, SUBMIT, failures, success
from tools.openapi_schemas import Schema, ref

_WAITING = (
    "The answer is in the response, or 408 `REQUEST_TIMEOUT`: then submit the same body to"
    " `/async`. A page that cannot be read is an error of the status that its code has. With no"
    " slot of the tenant free, it is 429 `RATE_LIMIT_EXCEEDED`."
)


def waiting_paths() -> dict[str, Any]:
    """Every path of a call that is waited for."""
    return {
        f"{ROOT}/distill": {"post": _distill()},
        f"{ROOT}/extract": {"post": _extract()},
        f"{ROOT}/suggest_fields": {"post": _suggest()},
    }


def request_body(schema: str) -> Schema:
    """A body that must be sent."""
    return {"required": True, "content": {"application/json": {"schema": ref(schema)}}}


def _distill() -> Schema:
    return {
        "operationId": "distill",
        "tags": ["one page"],
        "summary": "Distill one URL",
        "description": f"{_WAITING} It costs 1 credit when it succeeds.",
        "requestBody": request_body("DistillRequest"),
        "responses": {
            **success("DistilledPage", "The page."),
            **failures(*SUBMIT, *PAGE, *MODEL, ErrorCode.INSUFFICIENT_CREDITS),
        },
    }


def _extract() -> Schema:
    return {
        "operationId": "extract",
        "tags": ["one page"],
        "summary": "Extract rows from one URL",
        "description": f"{_WAITING} It costs 20 credits when it succeeds.",
        "requestBody": request_body("ExtractRequest"),
        "responses": {
            **success("ExtractedPage", "The rows.", beside={"metadata": ref("PageMetadataObject")}),
            **failures(
                *SUBMIT,
                ErrorCode.INVALID_SCHEMA,
                ErrorCode.SCHEMA_AND_PROMPT_EXCLUSIVE,
                *PAGE,
                ErrorCode.EXTRACT_FAILED,
                *MODEL,
                ErrorCode.INSUFFICIENT_CREDITS,
            ),
        },
    }


def _suggest() -> Schema:
    return {
        "operationId": "suggestFields",
        "tags": ["one page"],
        "summary": "Propose fields to extract from one URL",
        "description": f"{_WAITING} It costs nothing.",
        "requestBody": request_body("SuggestRequest"),
        "responses": {
            **success("SuggestedFields", "The fields that the page offers."),
            **failures(*SUBMIT, *PAGE, ErrorCode.EXTRACT_FAILED),
        },
    }
