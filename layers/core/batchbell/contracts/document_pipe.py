"""How do a document and what came of it travel between the worker and the process that reads it?

Frames as in `contracts.distill_pipe`. A request is two (a JSON head, the document as it is), an
answer one (JSON). The head: `{"fields": [{"name", "description"}], "limits": {...},
"cpu_seconds"}`. The answer: `{"rows", "pages", "evidence"}`, or the failure
`{"reason", "message"}`.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Evidence, Field
from batchbell.domain.errors import DocumentFailed

OUT_OF_MEMORY = 71
"""The exit code of a process that had no more memory."""


def request_frames(
    data: bytes, fields: Sequence[Field], limits: DocumentLimits, cpu_seconds: int
) -> tuple[bytes, bytes]:
    """`cpu_seconds`: how much processor time the document may use."""
    head = {
        "fields": [asdict(field) for field in fields],
        "limits": asdict(limits),
        "cpu_seconds": cpu_seconds,
    }
    return json.dumps(head).encode(), data


def read_request(head: bytes) -> tuple[tuple[Field, ...], DocumentLimits, int]:
    """The fields, the limits, and `cpu_seconds`."""
    given = json.loads(head)
    fields = tuple(Field(**field) for field in given["fields"])
    return fields, DocumentLimits(**given["limits"]), given["cpu_seconds"]


def answer_frame(outcome: DocumentRead | DocumentFailed) -> bytes:
    """What came of a document, good or bad."""
    if isinstance(outcome, DocumentFailed):
        return json.dumps({"reason": outcome.reason, "message": outcome.message}).encode()
    body = {
        "rows": [dict(row) for row in outcome.rows],
        "pages": outcome.pages,
        "evidence": [asdict(evidence) for evidence in outcome.evidence],
    }
    return json.dumps(body).encode()


def read_answer(frame: bytes) -> DocumentRead:
    """What was read of the document; raises the DocumentFailed that was answered instead."""
    given = told(frame)
    return DocumentRead(
        rows=tuple(given["rows"]),
        pages=given["pages"],
        evidence=tuple(_evidence(**evidence) for evidence in given["evidence"]),
    )


def told(frame: bytes) -> dict[str, Any]:
    """An answer that is JSON; raises the DocumentFailed that was answered instead."""
    given: dict[str, Any] = json.loads(frame)
    if "reason" in given:
        raise DocumentFailed(DocumentReason(given["reason"]), given["message"])
    return given


def _evidence(page: int, box: Sequence[float], confidence: float) -> Evidence:
    left, top, right, bottom = box
    return Evidence(page, (left, top, right, bottom), confidence)
