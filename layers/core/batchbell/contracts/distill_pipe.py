"""How do a page and what came of it travel between the worker and the process that distills?

Frames over a pipe: four bytes of length, most significant first, then the payload. A request is two
frames (a JSON head, the body as it is), an answer one (JSON). Both ends are the same release.

The head: `{"page", "cpu_seconds", "distill": {...}|null, "extract": {...}|null, "suggest": bool}`.
The answer: `{"distilled", "extracted", "suggested"}`, null where nothing was ordered, or the page's
failure `{"code", "message"}`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import IO, Any

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted, Provenance, Suggestion
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink, PageMetadata
from batchbell.domain.page_options import DistillOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.schema import schema_of_body

READY = b""
_LENGTH = 4


def write_frames(stream: IO[bytes], *payloads: bytes) -> None:
    """Write and flush. Raises OSError when the other end is gone."""
    for payload in payloads:
        stream.write(len(payload).to_bytes(_LENGTH))
        stream.write(payload)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """The next payload. Raises EOFError when the other end has closed, also in mid-frame."""
    return _read(stream, int.from_bytes(_read(stream, _LENGTH)))


def request_frames(page: FetchedPage, order: PageOrder, cpu_seconds: int) -> tuple[bytes, bytes]:
    """`cpu_seconds`: how much processor time the page may use."""
    head = {
        "page": {"url": page.url, "status": page.status, "content_type": page.content_type},
        "cpu_seconds": cpu_seconds,
        "distill": order.distill and order.distill.as_body(),
        "extract": order.extract and order.extract.as_body(),
        "suggest": order.suggest,
    }
    return json.dumps(head).encode(), page.body


def read_request(head: bytes, body: bytes) -> tuple[FetchedPage, PageOrder, int]:
    """The page, what is to be made of it, and its `cpu_seconds`."""
    fields = json.loads(head)
    distill, extract = fields["distill"], fields["extract"]
    order = PageOrder(
        distill=None if distill is None else DistillOptions.from_body(distill),
        extract=None if extract is None else schema_of_body(extract),
        suggest=fields["suggest"],
    )
    return FetchedPage(body=body, **fields["page"]), order, fields["cpu_seconds"]


def answer_frame(outcome: PageAnswer | PageFailed) -> bytes:
    """What came of a page, good or bad."""
    if isinstance(outcome, PageFailed):
        return json.dumps({"code": outcome.code, "message": outcome.message}).encode()
    body = asdict(outcome)
    if outcome.suggested is not None:
        body["suggested"]["fields"] = [field.as_body() for field in outcome.suggested.fields]
    return json.dumps(body).encode()


def read_answer(frame: bytes) -> PageAnswer:
    """What was made of the page; raises the PageFailed that was answered instead."""
    fields = json.loads(frame)
    if "code" in fields:
        raise PageFailed(ErrorCode(fields["code"]), fields["message"])
    distilled, extracted, suggested = (
        fields["distilled"],
        fields["extracted"],
        fields["suggested"],
    )
    return PageAnswer(
        distilled=None if distilled is None else _distilled(distilled),
        extracted=None if extracted is None else _extracted(extracted),
        suggested=None if suggested is None else _suggested(suggested),
    )


def _distilled(fields: Mapping[str, Any]) -> DistilledPage:
    links, images = fields["links"], fields["images"]
    return DistilledPage(
        markdown=fields["markdown"],
        metadata=PageMetadata(**fields["metadata"]),
        html=fields["html"],
        links=None if links is None else tuple(PageLink(**link) for link in links),
        images=None if images is None else tuple(PageImage(**image) for image in images),
    )


def _extracted(fields: Mapping[str, Any]) -> Extracted:
    return Extracted(
        rows=tuple(fields["rows"]),
        missing=tuple(fields["missing"]),
        provenance=tuple(
            {name: Provenance(**value) for name, value in row.items()}
            for row in fields["provenance"]
        ),
    )


def _suggested(fields: Mapping[str, Any]) -> Suggestion:
    shown = schema_of_body({"fields": fields["fields"], "rows": False})
    return Suggestion(**{**fields, "fields": shown.fields})


def _read(stream: IO[bytes], count: int) -> bytes:
    payload = stream.read(count)
    if len(payload) < count:
        raise EOFError
    return payload
