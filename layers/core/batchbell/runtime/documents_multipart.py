"""Which parts does the body of an upload have?

Source: RFC 7578; file names also as RFC 5987 and RFC 2231 spell them. Number and sizes of parts are
limited, and a part's own content type is not looked at.
"""

import base64
import binascii
import re
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import unquote

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent
from multipart import (
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.runtime.invalid import invalid

MOST_FILE_BYTES = 4_000_000
"""A function is handed at most 6 MB, in which bytes are written as base64."""
_BESIDE_BYTES = 65_536
"""For boundaries, headers and the other parts."""
_MOST_PARTS = 16
_BOUNDARY_CHARACTERS = 70  # RFC 2046
_EXTENDED_NAME = re.compile(r"filename\*\s*=\s*\"?([\w.+-]+)'[^']*'([^;\"\s]*)", re.IGNORECASE)
_CONTINUED_NAME = re.compile(r"filename\*0", re.IGNORECASE)
_NO_CHARSET = (LookupError, ValueError)
"""Python knows none of that name, or it is no charset of text: idna, undefined."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part. `filename`: as its sender spelt it, if it has one."""

    name: str
    filename: str | None
    content: bytes = field(repr=False)


def is_multipart(event: APIGatewayProxyEvent) -> bool:
    """Whether a request's body comes in parts."""
    kind, _ = parse_options_header(_content_type(event))
    return bool(kind == "multipart/form-data")


def parts_of(event: APIGatewayProxyEvent) -> list[Part]:
    """The parts of a request's body. Raises `CallerError`: 400, 413."""
    boundary = parse_options_header(_content_type(event))[1].get("boundary", "")
    if not 1 <= len(boundary) <= _BOUNDARY_CHARACTERS or not boundary.isascii():
        raise invalid({"Content-Type": "must name the boundary between the parts"})
    return _parsed(boundary, _body(event))


def too_large_here() -> CallerError:
    """How a file is refused that needs the other way."""
    return CallerError(
        DocumentsCode.FILE_TOO_LARGE,
        f"A file sent like this has at most {MOST_FILE_BYTES:,} bytes. Ask for an upload link: POST"
        ' {"filename": "..."} as application/json to the same address, and send the bytes there.',
    )


def _content_type(event: APIGatewayProxyEvent) -> str:
    return event.headers.get("Content-Type") or ""


def _body(event: APIGatewayProxyEvent) -> bytes:
    body, most = event.body or "", MOST_FILE_BYTES + _BESIDE_BYTES
    if len(body) > most * 4 // 3 + 4:
        raise too_large_here()
    try:
        encoded = event.is_base64_encoded is True
        raw = base64.b64decode(body) if encoded else body.encode("utf-8", "surrogatepass")
    except binascii.Error as error:
        raise _malformed() from error
    if len(raw) > most:
        raise too_large_here()
    return raw


def _parsed(boundary: str, body: bytes) -> list[Part]:
    """Headers are read byte by byte, as Latin-1: an odd name must not refuse its file."""
    parser = PushMultipartParser(
        boundary, max_segment_count=_MOST_PARTS, header_charset="latin-1", strict=True
    )
    parts: list[Part] = []
    chunks: list[bytes] = []
    try:
        with parser:
            for event in parser.parse(body or b"\r\n"):
                if isinstance(event, MultipartSegment):
                    segment, chunks = event, []
                elif event is None:
                    parts.append(_part(segment, b"".join(chunks)))
                else:
                    chunks.append(bytes(event))
    except MultipartError as error:
        raise _malformed() from error
    return parts


def _part(segment: MultipartSegment, content: bytes) -> Part:
    return Part(_text(segment.name or ""), _filename(segment), content)


def _filename(segment: MultipartSegment) -> str | None:
    """Of two spellings the extended one: it says in which characters it is written."""
    disposition = str(segment.header("Content-Disposition", ""))
    extended = _EXTENDED_NAME.search(disposition)
    if extended is not None:
        return _unquoted(extended[2], extended[1])
    continued = _continued(disposition) if _CONTINUED_NAME.search(disposition) else None
    if continued is not None or segment.filename is None:
        return continued
    return _text(segment.filename)


def _unquoted(value: str, charset: str) -> str:
    try:
        return unquote(value, encoding=charset, errors="replace")
    except _NO_CHARSET:
        return unquote(value, errors="replace")


def _continued(disposition: str) -> str | None:
    """None: its pieces do not make a name."""
    message = Message()
    message["Content-Disposition"] = disposition
    try:
        return message.get_filename()
    except (*_NO_CHARSET, TypeError):  # pieces with a number and without cannot be put in order
        return None


def _text(latin: str) -> str:
    """What was read byte by byte, as the UTF-8 that it is."""
    return latin.encode("latin-1", "replace").decode("utf-8", "replace")


def _malformed() -> CallerError:
    return CallerError(
        ErrorCode.MALFORMED_REQUEST_BODY,
        "The body must be multipart/form-data (RFC 7578) of few parts, with the boundary that the"
        " header Content-Type names.",
    )
