"""How do a page and what came of it travel between the worker and the process that distills?

Frames over a pipe: four bytes of length, most significant first, then the payload. A request is two
frames (a JSON head, the body as it is), an answer one (JSON). Both ends are the same release.

The head: `{"page", "cpu_seconds", "distill": {...}|null, "extract": {...}|null, "suggest": bool}`.
The answer: `{"distilled", "extracted", "suggested"}`, null where nothing was ordered, or the page's
failure `{"code", "message"}`. What `extract`, `extracted` and `suggested` hold is JSON that means
something to those who order and to those who do, and nothing here.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import IO, Any

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink, PageMetadata
from batchbell.domain.page_options import DistillOptions

READY = b""
_LENGTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOrder:
    """What is to be made of one page."""

    distill: DistillOptions | None = None
    extract: Mapping[str, Any] | None = None
    suggest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """What was made of it; None for what was not ordered."""

    distilled: DistilledPage | None = None
    extracted: Any = None
    suggested: Any = None


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
        "extract": order.extract,
        "suggest": order.suggest,
    }
    return json.dumps(head).encode(), page.body


def read_request(head: bytes, body: bytes) -> tuple[FetchedPage, PageOrder, int]:
    """The page, what is to be made of it, and its `cpu_seconds`."""
    fields = json.loads(head)
    distill = fields["distill"]
    order = PageOrder(
        distill=None if distill is None else DistillOptions.from_body(distill),
        extract=fields["extract"],
        suggest=fields["suggest"],
    )
    return FetchedPage(body=body, **fields["page"]), order, fields["cpu_seconds"]


def answer_frame(outcome: PageAnswer | PageFailed) -> bytes:
    """What came of a page, good or bad."""
    if isinstance(outcome, PageFailed):
        return json.dumps({"code": outcome.code, "message": outcome.message}).encode()
    return json.dumps(asdict(outcome)).encode()


def read_answer(frame: bytes) -> PageAnswer:
    """What was made of the page; raises the PageFailed that was answered instead."""
    fields = json.loads(frame)
    if "code" in fields:
        raise PageFailed(ErrorCode(fields["code"]), fields["message"])
    distilled = fields["distilled"]
    return PageAnswer(
        distilled=None if distilled is None else _distilled(distilled),
        extracted=fields["extracted"],
        suggested=fields["suggested"],
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


def _read(stream: IO[bytes], count: int) -> bytes:
    payload = stream.read(count)
    if len(payload) < count:
        raise EOFError
    return payload
