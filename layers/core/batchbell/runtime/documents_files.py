"""How is a file of all rows of a batch answered?

The gateway hands out what is not text only to those who accept it, by its very type, before all
else; others get a link.

Apart from `documents_status`: what makes files is loaded only when one is asked for.
"""

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.exports.answers import file_headers, link_headers, link_object
from batchbell.domain.export import ExportFormat
from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Store
from batchbell.ports.exports import ExportLink, Exports
from batchbell.runtime.documents_http import done
from batchbell.runtime.http import own_bytes, own_text
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.export_batch import INLINE_BYTES, export


def file_answer(
    api: APIGatewayRestResolver,
    store: Store,
    desk: Desk,
    exports: Exports,
    key: BatchKey,
    format: ExportFormat,
) -> Response[str] | Response[bytes]:
    """The file, or where it can be fetched. Raises `CallerError`: 404, 410, 413."""
    handed_out = format.is_text or _accepts(api, format.content_type)
    inline_bytes = INLINE_BYTES if handed_out else 0
    exported = export(store, desk, exports, key, format, inline_bytes)
    content = exported.content
    if isinstance(content, ExportLink):
        link = link_object(content.url, content.expires_at)
        return done(api, link, 303, link_headers(content.url))
    headers = file_headers(exported.file)
    if format.is_text:
        return own_text(api, content.decode(), headers)
    return own_bytes(api, content, headers)


def _accepts(api: APIGatewayRestResolver, content_type: str) -> bool:
    accepted = api.current_event.headers.get("accept") or ""
    return accepted.split(",")[0].partition(";")[0].strip() == content_type
