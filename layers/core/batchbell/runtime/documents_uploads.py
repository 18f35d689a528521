"""Which document does a request upload, or announce?

Only here are multipart bodies read, by a library that nothing else loads.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.documents_api import UploadLinkRequest, UploadParts
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.document import FileType
from batchbell.domain.errors import CallerError
from batchbell.domain.file_name import base_name
from batchbell.domain.file_type import file_type, found
from batchbell.domain.identifiers import (
    batch_name_for,
    document_id_for,
    documents_key,
    fingerprint_of,
)
from batchbell.runtime.documents_multipart import (
    MOST_FILE_BYTES,
    Part,
    is_multipart,
    parts_of,
    too_large_here,
)
from batchbell.runtime.idempotency import idempotency_key
from batchbell.runtime.invalid import invalid
from batchbell.runtime.json_body import MAX_DEPTH, is_shallow, json_body, json_value
from batchbell.runtime.settings import Settings
from batchbell.runtime.validation import validated
from batchbell.usecases.add_document import Upload

_TEXT_BYTES = 16_384
"""Of a part that is no file."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What an upload depends on, the request aside."""

    tenant: str
    api: str
    now: int
    settings: Settings
    random_hex: Callable[[int], str]


def upload_of(event: APIGatewayProxyEvent, terms: Terms) -> Upload:
    """The document, with its bytes or without. Raises `CallerError`: 400, 413, 415."""
    key = idempotency_key(event) or terms.random_hex(32)
    if is_multipart(event):
        return _sent(parts_of(event), key, terms)
    return _announced(_announcement(event), key, terms)


def _announcement(event: APIGatewayProxyEvent) -> dict[str, Any]:
    """The body of a document whose bytes are to come; a body of bytes is the likelier mistake."""
    try:
        return json_body(event)
    except CallerError as error:
        if error.code is not ErrorCode.MALFORMED_REQUEST_BODY:
            raise
        raise CallerError(
            DocumentsCode.INVALID_REQUEST,
            "Send the document as multipart/form-data, in a part named file; or, to get a link for"
            f" it, JSON with its filename. {error.message}",
        ) from error


def _sent(parts: Sequence[Part], key: str, terms: Terms) -> Upload:
    file = _file(parts)
    beside = validated(UploadParts, _beside(parts))
    content = [[p.name, p.filename, hashlib.sha256(p.content).hexdigest()] for p in parts]
    return _upload(
        terms,
        key,
        beside,
        filename=file.filename,
        body=sorted(content, key=json.dumps),
        content=file.content,
    )


def _announced(body: dict[str, Any], key: str, terms: Terms) -> Upload:
    request = validated(UploadLinkRequest, body)
    most = terms.settings.document_allowance.most_bytes
    if request.size is not None and request.size > most:
        message = f"A document has at most {most:,} bytes. Split it, or make it smaller."
        raise CallerError(DocumentsCode.FILE_TOO_LARGE, message)
    if request.content_type is not None:
        _require_taken(request.content_type)
    bytes_until = terms.now + terms.settings.document_allowance.link_ms
    return _upload(
        terms, key, request, filename=request.filename, body=body, bytes_until=bytes_until
    )


def _upload(
    terms: Terms,
    key: str,
    beside: UploadParts,
    *,
    filename: str | None,
    body: Any,
    content: bytes | None = None,
    bytes_until: int | None = None,
) -> Upload:
    tenant, settings = terms.tenant, terms.settings
    name = beside.batch_name or batch_name_for(tenant, key)
    return Upload(
        batch=documents_key(tenant, name),
        document_id=document_id_for(tenant, key),
        filename=base_name(filename),
        fingerprint=fingerprint_of(body),
        retention_ms=settings.retention_ms,
        most_documents=settings.document_allowance.most_in_batch,
        api=terms.api,
        content=content,
        bytes_until=bytes_until,
        metadata=None if beside.metadata is None else json.dumps(beside.metadata),
    )


def _file(parts: Iterable[Part]) -> Part:
    files = [part for part in parts if part.name == "file"]
    if len(files) != 1:
        raise invalid({"file": "must be sent once" if files else "is required"})
    (file,) = files
    if not file.content:
        raise invalid({"file": "must not be empty"})
    if len(file.content) > MOST_FILE_BYTES:
        raise too_large_here()
    if file_type(file.content) is None:
        named = "" if file.filename else " (its part has no file name: was it meant as a path?)"
        raise _not_taken(f"this is {found(file.content)}{named}")
    return file


def _beside(parts: Iterable[Part]) -> dict[str, Any]:
    """The parts that are no file and are known, each once."""
    values: dict[str, Any] = {}
    for part in parts:
        if part.name in UploadParts.model_fields:
            if part.name in values:
                raise invalid({part.name: "must be sent once"})
            text = _text(part)
            values[part.name] = _json(part.name, text) if part.name == "metadata" else text
    return values


def _text(part: Part) -> str:
    if len(part.content) > _TEXT_BYTES:
        raise invalid({part.name: f"must be at most {_TEXT_BYTES} bytes"})
    try:
        return part.content.decode()
    except UnicodeDecodeError:
        raise invalid({part.name: "must be text in UTF-8"}) from None


def _json(name: str, text: str) -> Any:
    try:
        value = json_value(text)
    except ValueError:
        raise invalid({name: "must be JSON"}) from None
    if not is_shallow({name: value}):
        raise invalid({name: f"must not nest more than {MAX_DEPTH} deep"})
    return value


def _require_taken(content_type: str) -> None:
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in list(FileType):
        raise _not_taken("this is declared as something else")


def _not_taken(what: str) -> CallerError:
    message = f"A document is a PDF, PNG, JPEG, TIFF or WEBP file; {what}."
    return CallerError(DocumentsCode.UNSUPPORTED_FILE_TYPE, message)
