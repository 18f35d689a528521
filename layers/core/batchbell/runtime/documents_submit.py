"""How are documents uploaded, handed over to the workers, and given a receiver?

The routes of the Documents API that POST and PUT, but for the test of a webhook.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.contracts.documents_answers import (
    batch_object,
    document_object,
    registered_object,
    upload_object,
)
from batchbell.contracts.documents_api import ProcessRequest, WebhookRegistration
from batchbell.domain.allowance import CallClass
from batchbell.domain.document import DocumentFields, Field
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.standard_webhooks import SECRET_BYTES, secret_of
from batchbell.ports import Deliveries, Store
from batchbell.runtime.documents_http import done, new_documents_api, own_address
from batchbell.runtime.documents_requests import batch_key
from batchbell.runtime.documents_uploads import Terms, upload_of
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import DOCUMENTS_ROOT as ROOT
from batchbell.runtime.idempotency import REPLAYED
from batchbell.runtime.json_body import json_body, json_body_if_any
from batchbell.runtime.settings import DocumentAllowance, Settings
from batchbell.runtime.validation import validated
from batchbell.usecases.add_document import Added, add_document
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.enter import Door
from batchbell.usecases.hand_over import hand_over
from batchbell.usecases.read_document import DocumentView, find_document
from batchbell.usecases.read_documents import read_batch
from batchbell.usecases.register_webhook import Registration, register_webhook


def routes(
    store: Store,
    door: Door,
    desk: Desk,
    deliveries: Deliveries,
    settings: Settings,
    random_hex: Callable[[int], str],
) -> APIGatewayRestResolver:
    """The routes on the given ports."""
    api = new_documents_api()

    def tenant() -> str:
        return tenant_of(api, door, CallClass.WRITES, store.now())

    @api.post(f"{ROOT}/documents")
    def upload() -> Response[str]:
        terms = Terms(tenant(), own_address(api, settings), store.now(), settings, random_hex)
        added = add_document(store, desk, upload_of(api.current_event, terms))
        answer = _document(store, desk, added, settings.document_allowance)
        return done(api, answer, 201, REPLAYED if added.replayed else {})

    @api.post(f"{ROOT}/batches/<batch_name>/process")
    def process(batch_name: str) -> Response[str]:
        key = batch_key(tenant(), batch_name)
        hand_over(store, desk, key, _fields(api.current_event))
        return done(api, _batch(store, key), 202)

    @api.put(f"{ROOT}/batches/<batch_name>/webhook")
    def register(batch_name: str) -> Response[str]:
        key = batch_key(tenant(), batch_name)
        given = _registration(api.current_event)
        webhook = register_webhook(store, deliveries, partial(_new_secret, random_hex), key, given)
        return done(api, registered_object(key.batch_name, webhook))

    return api


def _document(
    store: Store, desk: Desk, added: Added, allowance: DocumentAllowance
) -> dict[str, Any]:
    """The document, and where its bytes are to be sent, if they are and may."""
    document, view = added.document, DocumentView(added.document, added.item, {})
    if added.replayed:
        view = find_document(store, desk, document.tenant, document.id)
    answer = document_object(view.document, view.item, view.content)
    bytes_until = document.bytes_until
    if bytes_until is None or view.item.state.terminal:
        return answer
    link = desk.files.link(document.tenant, document.file, allowance.most_bytes, bytes_until)
    return {**answer, "upload": upload_object(link)}


def _batch(store: Store, key: BatchKey) -> dict[str, Any]:
    view = read_batch(store, key)
    return batch_object(view.batch, view.counts, view.processing)


def _registration(event: APIGatewayProxyEvent) -> Registration:
    asked = validated(WebhookRegistration, json_body(event))
    return Registration(asked.url, asked.secret)


def _fields(event: APIGatewayProxyEvent) -> DocumentFields:
    """No body, no fields and an empty list are the same: every column that is found."""
    asked = validated(ProcessRequest, json_body_if_any(event))
    if not asked.fields:
        return DocumentFields()
    return DocumentFields(tuple(Field(one.name, one.description or "") for one in asked.fields))


def _new_secret(random_hex: Callable[[int], str]) -> str:
    return secret_of(bytes.fromhex(random_hex(2 * SECRET_BYTES)))
