"""How do a page and what came of it travel between the worker and the process that distills?

Frames over a pipe: four bytes of length, most significant first, then the payload. A request is two
frames (a JSON head, the body as it is), an answer one (JSON). Both ends are the same release.
"""

import json
from dataclasses import asdict
from typing import IO

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage, PageMetadata

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


def request_frames(page: FetchedPage, cpu_seconds: int) -> tuple[bytes, bytes]:
    """`cpu_seconds`: how much processor time the page may use."""
    head = {
        "url": page.url,
        "status": page.status,
        "content_type": page.content_type,
        "cpu_seconds": cpu_seconds,
    }
    return json.dumps(head).encode(), page.body


def page_of_request(head: bytes, body: bytes) -> tuple[FetchedPage, int]:
    """The page and its `cpu_seconds`."""
    fields = json.loads(head)
    cpu_seconds = int(fields.pop("cpu_seconds"))
    return FetchedPage(body=body, **fields), cpu_seconds


def answer_frame(outcome: DistilledPage | PageFailed) -> bytes:
    """What came of a page, good or bad."""
    if isinstance(outcome, PageFailed):
        return json.dumps({"code": outcome.code, "message": outcome.message}).encode()
    return json.dumps(asdict(outcome)).encode()


def page_of_answer(frame: bytes) -> DistilledPage:
    """The distilled page; raises the PageFailed that was answered instead."""
    fields = json.loads(frame)
    if "code" in fields:
        raise PageFailed(ErrorCode(fields["code"]), fields["message"])
    return DistilledPage(fields["markdown"], PageMetadata(**fields["metadata"]))


def _read(stream: IO[bytes], count: int) -> bytes:
    payload = stream.read(count)
    if len(payload) < count:
        raise EOFError
    return payload
