"""Do the gateway's own answers have the shape of ours?"""

import json
from typing import Any

import pytest

from batchbell.domain.export import ExportFormat
from tests.template.facts import resources

[API] = resources("AWS::Serverless::Api").values()
MEDIA = API["BinaryMediaTypes"]
ANSWERS: dict[str, dict[str, Any]] = API["GatewayResponses"]


def test_the_gateway_changes_no_byte_of_an_upload_and_of_a_workbook() -> None:
    """What else comes in and goes out is text, which has more room as such."""
    binary = {media.replace("~1", "/") for media in MEDIA}
    assert binary == {"multipart/form-data", ExportFormat.XLSX.content_type}


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_an_answer_of_the_gateway_is_an_error_as_ours_are(kind: str) -> None:
    body = json.loads(ANSWERS[kind]["ResponseTemplates"]["application/json"])
    assert body.keys() == {"success", "error"}
    assert body["success"] is False
    assert body["error"].keys() == {"code", "status", "message", "details"}
    assert body["error"]["status"] == ANSWERS[kind]["StatusCode"]
    assert body["error"]["details"] is None


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("MISSING_AUTHENTICATION_TOKEN", 404, "JOB_NOT_FOUND"),
        ("RESOURCE_NOT_FOUND", 404, "JOB_NOT_FOUND"),
        ("REQUEST_TOO_LARGE", 413, "REQUEST_TOO_LARGE"),
        ("THROTTLED", 429, "RATE_LIMIT_EXCEEDED"),
        ("INTEGRATION_TIMEOUT", 504, "UPSTREAM_TIMEOUT"),
        ("DEFAULT_4XX", 400, "INVALID_PARAMETER"),
        ("DEFAULT_5XX", 500, "INTERNAL_ERROR"),
    ],
)
def test_a_caller_is_told_what_happened(kind: str, status: int, code: str) -> None:
    error = json.loads(ANSWERS[kind]["ResponseTemplates"]["application/json"])["error"]
    assert (error["status"], error["code"]) == (status, code)


def test_a_caller_who_was_too_fast_is_told_when_to_come_back() -> None:
    assert "Retry-After" in ANSWERS["THROTTLED"]["ResponseParameters"]["Headers"]
