"""Which operations does the API have, and what does each answer?"""

from typing import Any

from batchbell.domain.codes import ErrorCode
from batchbell.domain.job_kind import JobKind
from batchbell.runtime.http import ROOT
from batchbell.runtime.pages_requests import MAX_INDEX, MAX_PAGE, MAX_PAGE_SIZE
from batchbell.usecases.load_contents import DEFAULT_PAGE_SIZE
from tools.openapi_answers import CREATE, READ, failures, success
from tools.openapi_components import parameter, required
from tools.openapi_schemas import Schema
from tools.openapi_waiting import request_body, waiting_paths

_BATCH_ID = {"$ref": "#/components/parameters/batchId"}
_ASYNC_ID = {"$ref": "#/components/parameters/asyncId"}
_IDEMPOTENCY_KEY = {"$ref": "#/components/parameters/idempotencyKey"}
_BATCHES = ((JobKind.DISTILL, "Distill"), (JobKind.EXTRACT, "Extract"))
_JOBS = ((JobKind.ASYNC_DISTILL, "Distill"), (JobKind.ASYNC_EXTRACT, "Extract"))
_ROWS = {"Distill": "RowObject", "Extract": "ExtractedRowObject"}
_JOBS_WITH_ROWS = {"Distill": "JobWithResults", "Extract": "JobWithExtractedResults"}
_CREDITS = {
    "Distill": "Each page that succeeds costs 1 credit.",
    "Extract": "Each page that succeeds costs 20 credits.",
}
_SCHEMA_CODES = {
    "Distill": (),
    "Extract": (ErrorCode.INVALID_SCHEMA, ErrorCode.SCHEMA_AND_PROMPT_EXCLUSIVE),
}


def paths() -> dict[str, Any]:
    """Every path with its methods."""
    found: dict[str, Any] = {}
    for kind, verb in _BATCHES:
        path = f"{ROOT}/{kind.route}"
        found[path] = {"post": _submit_batch(verb)}
        found[f"{path}/{{id}}"] = {"get": _read_batch(verb), "delete": _delete_batch(verb)}
        found[f"{path}/{{id}}/results/{{index}}"] = {"get": _read_row(verb)}
    for kind, verb in _JOBS:
        path = f"{ROOT}/{kind.route}"
        found[path] = {"post": _submit_async(verb)}
        found[f"{path}/{{id}}"] = {"get": _read_async(verb)}
    return {**found, **waiting_paths()}


def _submit_batch(verb: str) -> Schema:
    required_schema = (ErrorCode.SCHEMA_OR_PROMPT_REQUIRED,) if verb == "Extract" else ()
    return {
        "operationId": f"submit{verb}Batch",
        "tags": ["batches"],
        "summary": f"Submit URLs; they are {verb.lower()}ed in the background",
        "description": _CREDITS[verb],
        "parameters": [_IDEMPOTENCY_KEY],
        "requestBody": request_body(f"{verb}BatchRequest"),
        "responses": {
            **success(
                "JobObject", "The job, new or found again.", headers=["Idempotency-Replayed"]
            ),
            **failures(
                *CREATE,
                *_SCHEMA_CODES[verb],
                *required_schema,
                ErrorCode.BATCH_SIZE_EXCEEDED,
                ErrorCode.INSUFFICIENT_CREDITS,
            ),
        },
    }


def _read_batch(verb: str) -> Schema:
    page = {"type": "integer", "minimum": 0, "maximum": MAX_PAGE, "default": 0}
    size = {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_PAGE_SIZE,
        "default": DEFAULT_PAGE_SIZE,
    }
    return {
        "operationId": f"read{verb}Batch",
        "tags": ["batches"],
        "summary": "Read a job and its rows, finished or not",
        "description": "Without `page` and `pageSize` every row is answered.",
        "parameters": [
            _BATCH_ID,
            parameter("query", "page", page, "Which page of rows, from 0."),
            parameter("query", "pageSize", size, "Rows on a page."),
        ],
        "responses": {
            **success(_JOBS_WITH_ROWS[verb], "The job as it is now."),
            **failures(*READ),
        },
    }


def _read_row(verb: str) -> Schema:
    index = {"type": "integer", "minimum": 0, "maximum": MAX_INDEX}
    return {
        "operationId": f"read{verb}Row",
        "tags": ["batches"],
        "summary": "Read one row with its content",
        "parameters": [_BATCH_ID, required("path", "index", index, "The row's index.")],
        "responses": {**success(_ROWS[verb], "The row as it is now."), **failures(*READ)},
    }


def _delete_batch(verb: str) -> Schema:
    purge = {"type": "boolean", "default": False}
    return {
        "operationId": f"delete{verb}Batch",
        "tags": ["batches"],
        "summary": "Cancel an open job, or erase a finished one",
        "description": "Canceling again changes nothing. A job that was erased answers 410.",
        "parameters": [
            _BATCH_ID,
            parameter("query", "purge", purge, "Erase what a finished job holds, at once."),
        ],
        "responses": {
            **success("EndedJobObject", "It is done: no URL starts any more."),
            **failures(*READ, ErrorCode.JOB_ALREADY_FINISHED, ErrorCode.JOB_NOT_FINISHED),
        },
    }


def _submit_async(verb: str) -> Schema:
    return {
        "operationId": f"submit{verb}Job",
        "tags": ["jobs of one URL"],
        "summary": f"Submit one URL; it is {verb.lower()}ed in the background",
        "description": _CREDITS[verb],
        "parameters": [_IDEMPOTENCY_KEY],
        "requestBody": request_body(f"{verb}Request"),
        "responses": {
            **success(
                f"Async{verb}Object",
                "The job, new or found again.",
                headers=["Idempotency-Replayed"],
            ),
            **failures(*CREATE, *_SCHEMA_CODES[verb], ErrorCode.INSUFFICIENT_CREDITS),
        },
    }


def _read_async(verb: str) -> Schema:
    return {
        "operationId": f"read{verb}Job",
        "tags": ["jobs of one URL"],
        "summary": "Read a job of one URL, finished or not",
        "description": "A page that could not be read is an answer 200 with the status `failed`.",
        "parameters": [_ASYNC_ID],
        "responses": {
            **success(f"Async{verb}Object", "The job as it is now."),
            **failures(ErrorCode.JOB_NOT_FOUND, ErrorCode.JOB_EXPIRED),
        },
    }
