"""How is a receiver tried out while its caller waits?

The route of the Documents API that goes outside.
"""

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response

from batchbell.contracts.documents_answers import trial_object
from batchbell.domain.allowance import CallClass
from batchbell.ports import Poster, Store
from batchbell.runtime.documents_http import done, new_documents_api
from batchbell.runtime.documents_requests import batch_key
from batchbell.runtime.entrance import tenant_of
from batchbell.runtime.http import DOCUMENTS_ROOT as ROOT
from batchbell.runtime.settings import Settings
from batchbell.usecases.enter import Door
from batchbell.usecases.try_webhook import send_test


def routes(store: Store, door: Door, poster: Poster, settings: Settings) -> APIGatewayRestResolver:
    """The route on the given ports."""
    api = new_documents_api()

    @api.post(f"{ROOT}/batches/<batch_name>/webhook/test")
    def try_receiver(batch_name: str) -> Response[str]:
        now = store.now()
        key = batch_key(tenant_of(api, door, CallClass.WRITES, now), batch_name)
        request = api.current_event.request_context.request_id
        trial = send_test(store, poster, key, request, now + settings.convert_ms)
        told = trial_object(
            trial.webhook_id, delivered=trial.delivered, status=trial.status, reason=trial.reason
        )
        return done(api, told)

    return api
