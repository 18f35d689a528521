"""How are documents, batches of them and their receivers read?

The routes of the Documents API that GET.
"""

from collections.abc import Callable
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.documents_answers import batch_object, document_object, webhook_object
from batchbell.domain.allowance import CallClass
from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Store
from batchbell.ports.exports import Exports
from batchbell.runtime.documents_http import done, new_documents_api
from batchbell.runtime.documents_requests import (
    batch_key,
    batches_window,
    cursor_of,
    document_id_of,
    documents_window,
    format_of,
    told_of,
)
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import DOCUMENTS_ROOT as ROOT
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.enter import Door
from batchbell.usecases.list_batches import list_batches
from batchbell.usecases.read_document import DocumentView, find_document
from batchbell.usecases.read_documents import read_batch, read_documents
from batchbell.usecases.read_job import JobView
from batchbell.usecases.register_webhook import read_webhook


def routes(
    store: Store, door: Door, desk: Desk, exports: Callable[[], Exports]
) -> APIGatewayRestResolver:
    """The routes on the given ports. `exports`: those of files, once one is asked for."""
    api = new_documents_api()

    def tenant() -> str:
        return tenant_of(api, door, CallClass.READS, store.now())

    @api.get(f"{ROOT}/documents/<document_id>")
    def read_document(document_id: str) -> Response[str]:
        owner, told = tenant(), told_of(api.current_event)
        view = find_document(store, desk, owner, document_id_of(document_id))
        return done(api, _document(view, told))

    @api.get(f"{ROOT}/batches")
    def list_all() -> Response[str]:
        owner = tenant()
        return done(api, _list(store, owner, *batches_window(api.current_event)))

    @api.get(f"{ROOT}/batches/<batch_name>")
    def read_one(batch_name: str) -> Response[str]:
        return done(api, _batch(read_batch(store, batch_key(tenant(), batch_name))))

    _add_results(api, store, desk, exports, tenant)
    _add_receiver(api, store, tenant)
    return api


def _add_results(
    api: APIGatewayRestResolver,
    store: Store,
    desk: Desk,
    exports: Callable[[], Exports],
    tenant: Callable[[], str],
) -> None:
    @api.get(f"{ROOT}/batches/<batch_name>/results")
    def read_results(batch_name: str) -> Response[str] | Response[bytes]:
        key, file_format = batch_key(tenant(), batch_name), format_of(api.current_event)
        asked = documents_window(api.current_event), told_of(api.current_event)
        if file_format is None:
            return done(api, _results(store, desk, key, *asked))
        from batchbell.runtime.documents_files import file_answer

        return file_answer(api, store, desk, exports(), key, file_format)


def _add_receiver(api: APIGatewayRestResolver, store: Store, tenant: Callable[[], str]) -> None:
    @api.get(f"{ROOT}/batches/<batch_name>/webhook")
    def read_receiver(batch_name: str) -> Response[str]:
        return done(api, webhook_object(*read_webhook(store, batch_key(tenant(), batch_name))))


def _document(view: DocumentView, told: tuple[str, ...]) -> dict[str, Any]:
    return document_object(view.document, view.item, view.content, told)


def _batch(view: JobView) -> dict[str, Any]:
    return batch_object(view.batch, view.counts, view.processing)


def _list(store: Store, tenant: str, before: str | None, limit: int) -> dict[str, Any]:
    found = list_batches(store, tenant, before, limit)
    answer: dict[str, Any] = {"batches": [_batch(view) for view in found.batches]}
    if found.next_place is not None:
        answer["next_cursor"] = cursor_of(found.next_place)
    return answer


def _results(
    store: Store,
    desk: Desk,
    key: BatchKey,
    window: tuple[int, int | None],
    told: tuple[str, ...],
) -> dict[str, Any]:
    """A batch with documents, as many as fit."""
    read = read_documents(store, desk, key, *window)
    answer = {**_batch(read.job), "documents": [_document(view, told) for view in read.documents]}
    if read.next_index is not None:
        answer["next_cursor"] = cursor_of(str(read.next_index))
    return answer
