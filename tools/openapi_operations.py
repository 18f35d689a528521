"""Which operations does the API have, and what does each answer?"""

from collections.abc import Sequence
from typing import Any

from batchbell.domain.codes import ErrorCode
from batchbell.runtime.pages_requests import MAX_INDEX, MAX_PAGE, MAX_PAGE_SIZE
from batchbell.runtime.submissions import IDEMPOTENCY_KEY_CHARACTERS
from batchbell.usecases.load_contents import DEFAULT_PAGE_SIZE
from tools.openapi_schemas import Schema, enveloped, failure, ref

_KEY_CODES = tuple(code.value for code in ErrorCode if code.status == 401)
_RATE = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_JOB_PATH = "/openapi/v1/batch/distill/{id}"


def paths() -> dict[str, Any]:
    """Every path with its methods."""
    return {
        "/openapi/v1/batch/distill": {"post": _submit()},
        _JOB_PATH: {"get": _read(), "delete": _delete()},
        f"{_JOB_PATH}/results/{{index}}": {"get": _read_row()},
    }


def webhooks() -> dict[str, Any]:
    """What a receiver is sent."""
    return {"batch.completed": {"post": _completed()}}


def components() -> dict[str, Any]:
    """What operations refer to, schemas aside."""
    return {
        "securitySchemes": {
            "key": {
                "type": "http",
                "scheme": "bearer",
                "bearerFormat": "bb_ and 32 hexadecimal digits",
                "description": "Authorization: Bearer <key>",
            }
        },
        "headers": {
            "X-Request-Id": {
                "required": True,
                "description": "Names this answer in the logs.",
                "schema": {"type": "string"},
            },
            **_rate_headers(),
            "Idempotency-Replayed": {
                "description": "There when the job had been made before.",
                "schema": {"const": "true"},
            },
        },
        "parameters": {"id": _job_id()},
    }


def _submit() -> Schema:
    limit = IDEMPOTENCY_KEY_CHARACTERS
    key = _parameter(
        "header",
        "Idempotency-Key",
        {"type": "string", "minLength": 1, "maxLength": limit},
        "Your name for this submission. Sent again with the same body, it finds the same job.",
    )
    replayed = {"Idempotency-Replayed": {"$ref": "#/components/headers/Idempotency-Replayed"}}
    return {
        "operationId": "submitDistillBatch",
        "summary": "Submit URLs; they are distilled in the background",
        "parameters": [key],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("DistillBatchRequest")}},
        },
        "responses": {
            "200": _success("JobObject", "The job, new or found again.", replayed),
            **_failures(
                ErrorCode.INVALID_PARAMETER,
                ErrorCode.BATCH_SIZE_EXCEEDED,
                ErrorCode.MALFORMED_REQUEST_BODY,
                ErrorCode.IDEMPOTENCY_CONFLICT,
                ErrorCode.JOB_EXPIRED,
                ErrorCode.REQUEST_TOO_LARGE,
            ),
        },
    }


def _read() -> Schema:
    page = {"type": "integer", "minimum": 0, "maximum": MAX_PAGE, "default": 0}
    size = {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_PAGE_SIZE,
        "default": DEFAULT_PAGE_SIZE,
    }
    return {
        "operationId": "readDistillBatch",
        "summary": "Read a job and its rows, finished or not",
        "description": "Without `page` and `pageSize` every row is answered.",
        "parameters": [
            {"$ref": "#/components/parameters/id"},
            _parameter("query", "page", page, "Which page of rows, from 0."),
            _parameter("query", "pageSize", size, "Rows on a page."),
        ],
        "responses": {
            "200": _success("JobWithResults", "The job as it is now."),
            **_failures(
                ErrorCode.INVALID_PARAMETER, ErrorCode.JOB_NOT_FOUND, ErrorCode.JOB_EXPIRED
            ),
        },
    }


def _read_row() -> Schema:
    index = {"type": "integer", "minimum": 0, "maximum": MAX_INDEX}
    return {
        "operationId": "readDistillRow",
        "summary": "Read one row with its content",
        "parameters": [
            {"$ref": "#/components/parameters/id"},
            {**_parameter("path", "index", index, "The row's index."), "required": True},
        ],
        "responses": {
            "200": _success("RowObject", "The row as it is now."),
            **_failures(
                ErrorCode.INVALID_PARAMETER, ErrorCode.JOB_NOT_FOUND, ErrorCode.JOB_EXPIRED
            ),
        },
    }


def _delete() -> Schema:
    purge = {"type": "boolean", "default": False}
    return {
        "operationId": "deleteDistillBatch",
        "summary": "Cancel an open job, or erase a finished one",
        "description": "Canceling again changes nothing. A job that was erased answers 410.",
        "parameters": [
            {"$ref": "#/components/parameters/id"},
            _parameter("query", "purge", purge, "Erase what a finished job holds, at once."),
        ],
        "responses": {
            "200": _success("EndedJobObject", "It is done: no URL starts any more."),
            **_failures(
                ErrorCode.INVALID_PARAMETER,
                ErrorCode.JOB_NOT_FOUND,
                ErrorCode.JOB_ALREADY_FINISHED,
                ErrorCode.JOB_NOT_FINISHED,
                ErrorCode.JOB_EXPIRED,
            ),
        },
    }


def _completed() -> Schema:
    text = {"type": "string"}
    signature = "Present with a secret: `sha256=` and the base64 of HMAC-SHA256 over timestamp,"
    headers = [
        ("X-Webhook-Event", {"const": "batch.completed"}, "The same for every outcome."),
        ("X-Webhook-Timestamp", text, "Epoch milliseconds, of this attempt."),
        ("webhook-id", text, "The same for every attempt: what you have seen, you may skip."),
        ("X-Webhook-Signature", text, f"{signature} a full stop and the raw body."),
    ]
    return {
        "operationId": "batchCompleted",
        "summary": "A job has finished: completed, failed or cancelled",
        "security": [],
        "parameters": [
            {
                **_parameter("header", name, schema, description),
                "required": name != "X-Webhook-Signature",
            }
            for name, schema, description in headers
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("BatchCompleted")}},
        },
        "responses": {
            "2XX": {"description": "Taken. It is not sent again."},
            "410": {"description": "Nobody wants it. It is not sent again."},
            "default": {"description": "Not taken, redirects included. It is sent again."},
        },
    }


def _success(schema: str, description: str, headers: Schema | None = None) -> Schema:
    return {
        "description": description,
        "headers": {**_named("X-Request-Id"), **_named(*_RATE), **(headers or {})},
        "content": {"application/json": {"schema": enveloped(ref(schema))}},
    }


def _failures(*codes: ErrorCode) -> Schema:
    """The errors of an operation, those that any may answer included, by status."""
    by_status: dict[int, list[str]] = {401: list(_KEY_CODES), 500: [ErrorCode.INTERNAL_ERROR.value]}
    for code in codes:
        by_status.setdefault(code.status, []).append(code.value)
    answers = {
        str(status): {
            "description": _listed(by_status[status]),
            "headers": _named("X-Request-Id") | ({} if status == 401 else _named(*_RATE)),
            "content": {"application/json": {"schema": failure(status, by_status[status])}},
        }
        for status in sorted(by_status)
    }
    return answers | _gateway_failures()


def _gateway_failures() -> Schema:
    """The gateway's own are of the same shape, without our headers."""
    return {
        "429": {
            "description": "`RATE_LIMIT_EXCEEDED`: too many calls. The gateway's own, when it gets"
            " too many at once, has only Retry-After.",
            "headers": {
                "Retry-After": {
                    "required": True,
                    "description": "Seconds to wait.",
                    "schema": {"type": "string", "pattern": "^[0-9]+$"},
                },
                "X-Request-Id": {
                    "description": "Names this answer in the logs.",
                    "schema": {"type": "string"},
                },
                **_named(*_RATE),
            },
            "content": {"application/json": {"schema": failure(429, ["RATE_LIMIT_EXCEEDED"])}},
        },
        "504": {
            "description": f"{_listed(['UPSTREAM_TIMEOUT'])}, answered by the gateway.",
            "content": {"application/json": {"schema": failure(504, ["UPSTREAM_TIMEOUT"])}},
        },
    }


def _rate_headers() -> Schema:
    number = {"type": "string", "pattern": "^[0-9]+$"}
    return {
        name: {
            "description": f"In every answer to a valid key: {what}.",
            "schema": number,
        }
        for name, what in zip(
            _RATE,
            ("calls that may be made in a minute", "calls left in it", "its end in Unix seconds"),
            strict=True,
        )
    }


def _named(*headers: str) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


def _job_id() -> Schema:
    schema = {"type": "string", "pattern": "^batch_[0-9a-f]{32}$"}
    return {**_parameter("path", "id", schema, "The job's id."), "required": True}


def _parameter(place: str, name: str, schema: Schema, description: str) -> Schema:
    return {"in": place, "name": name, "description": description, "schema": schema}


def _listed(codes: Sequence[str]) -> str:
    return " or ".join(f"`{code}`" for code in codes)
