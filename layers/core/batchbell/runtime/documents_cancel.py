"""How are documents, batches of them and their receivers given up?

The routes of the Documents API that DELETE.
"""

from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.documents_answers import batch_object, document_object, webhook_object
from batchbell.domain.allowance import CallClass
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Counts
from batchbell.ports import Store
from batchbell.runtime.documents_http import done, new_documents_api
from batchbell.runtime.documents_requests import batch_key, document_id_of
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import DOCUMENTS_ROOT as ROOT
from batchbell.runtime.query import yes_or_no
from batchbell.usecases.delete_documents import delete_batch, delete_document, purge_batch
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.enter import Door
from batchbell.usecases.register_webhook import read_webhook, unregister_webhook


def routes(store: Store, door: Door, desk: Desk) -> APIGatewayRestResolver:
    """The routes on the given ports."""
    api = new_documents_api()

    def tenant() -> str:
        return tenant_of(api, door, CallClass.WRITES, store.now())

    @api.delete(f"{ROOT}/documents/<document_id>")
    def cancel_document(document_id: str) -> Response[str]:
        view = delete_document(store, desk, tenant(), document_id_of(document_id))
        return done(api, document_object(view.document, view.item, view.content))

    @api.delete(f"{ROOT}/batches/<batch_name>")
    def end_batch(batch_name: str) -> Response[str]:
        key = batch_key(tenant(), batch_name)
        if yes_or_no(api.current_event.query_string_parameters, "purge"):
            return done(api, _purged(store, desk, key))
        view = delete_batch(store, key)
        return done(api, batch_object(view.batch, view.counts, view.processing))

    @api.delete(f"{ROOT}/batches/<batch_name>/webhook")
    def unregister(batch_name: str) -> Response[str]:
        key = batch_key(tenant(), batch_name)
        unregister_webhook(store, key)
        return done(api, webhook_object(*read_webhook(store, key)))

    return api


def _purged(store: Store, desk: Desk, key: BatchKey) -> dict[str, Any]:
    """The batch as it was: from now on it answers 410."""
    batch = purge_batch(store, desk, key)
    return batch_object(batch, batch.counts or Counts(), processing=0)
