"""Does a batch's receiver take what it is sent?

One event that means nothing, sent at once, for a caller who waits for what comes of it. Nothing of
it is kept: it counts neither as a delivery nor for leaving an address alone.

Source: Documents API contract, `POST /batches/{batch_name}/webhook/test`.
"""

from dataclasses import dataclass

from batchbell.contracts.document_events import signed_headers, trial_body
from batchbell.domain.batch import Webhook
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.event import WEBHOOK_TEST
from batchbell.domain.identifiers import BatchKey, event_id_for
from batchbell.domain.job_kind import JobKind
from batchbell.domain.webhook_answer import Unanswered, WebhookUnanswered, is_taken
from batchbell.ports import Poster, Store
from batchbell.usecases.find_batch import find_batch


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What came of it: the receiver's status, or why there was none."""

    webhook_id: str
    status: int | None = None
    reason: Unanswered | None = None

    @property
    def delivered(self) -> bool:
        """Whether the receiver took it."""
        return is_taken(self.status)


def send_test(
    store: Store, poster: Poster, key: BatchKey, request_id: str, answer_by: int
) -> Trial:
    """Send it once, signed as every other. `request_id` tells it from other tests; `answer_by`
    (epoch ms): when the caller must have an answer.

    Raises `CallerError`: 409 when the batch has no receiver; 404, 410.
    """
    webhook = find_batch(store, key, JobKind.DOCUMENTS).webhook
    if webhook is None:
        raise CallerError(
            DocumentsCode.CONFLICT,
            "This batch has no webhook. Register one by PUT, then test it.",
        )
    event_id = event_id_for(key, 0, f"{WEBHOOK_TEST}#{request_id}")
    return _sent(store, poster, key, webhook, event_id, answer_by)


def _sent(
    store: Store, poster: Poster, key: BatchKey, webhook: Webhook, event_id: str, answer_by: int
) -> Trial:
    now = store.now()
    timeout_ms = min(store.limits.webhook_timeout_ms, answer_by - now)
    if timeout_ms <= 0:
        raise Unavailable("no time is left to send a test")
    body = trial_body(key, now).encode()
    headers = signed_headers(event_id, webhook, now, body)
    try:
        answer = poster.post(webhook.url, headers=headers, body=body, timeout_ms=timeout_ms)
    except WebhookUnanswered as unanswered:
        return Trial(webhook_id=event_id, reason=unanswered.reason)
    return Trial(webhook_id=event_id, status=answer.status)
