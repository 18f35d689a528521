"""How does a batch of documents get its receiver, early or late?

On a batch that is already done, the newest event is owed to a receiver that has not taken it:
nobody waits in silence, and registering the same one again sends nothing twice.

Source: Documents API contract, "Webhook" and `PUT /batches/{batch_name}/webhook`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.errors import Unavailable
from batchbell.domain.event import Attempt, Event, Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Deliveries, Store
from batchbell.usecases.find_batch import find_batch

ROTATION_MS = 24 * 3_600_000  # contract: the previous secret signs along for 24 h
_ROUNDS = 20
"""The batch closes, opens or gets a receiver meanwhile: this many mean that something is wrong."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What a caller registers. `secret` None: one is made, by `new_secret`."""

    url: str
    secret: str | None = field(default=None, repr=False)


def register_webhook(
    store: Store,
    deliveries: Deliveries,
    new_secret: Callable[[], str],
    key: BatchKey,
    registration: Registration,
) -> Webhook:
    """Register, or replace what is registered. -> the receiver, with its secret.

    Raises `CallerError`: 404, 410.
    """
    for _ in range(_ROUNDS):
        batch = find_batch(store, key, JobKind.DOCUMENTS)
        webhook = _replacing(batch.webhook, registration, new_secret, store.now())
        again = None if batch.open else _owed_again(store, deliveries, batch, webhook)
        if again is None and webhook == batch.webhook:
            return webhook
        if store.batches.register(batch, webhook, again):
            return webhook
    raise Unavailable("the batch keeps changing while its webhook is registered")


def unregister_webhook(store: Store, key: BatchKey) -> None:
    """No receiver any more; again changes nothing. What is owed is owed to nobody then."""
    for _ in range(_ROUNDS):
        batch = find_batch(store, key, JobKind.DOCUMENTS)
        if batch.webhook is None or store.batches.register(batch, None, None):
            return
    raise Unavailable("the batch keeps changing while its webhook is unregistered")


def read_webhook(store: Store, key: BatchKey) -> tuple[Batch, Event | None]:
    """The batch, whose `webhook` may be None, and its newest event, if it has any."""
    batch = find_batch(store, key, JobKind.DOCUMENTS)
    events = store.events.read_all(key)
    return batch, (events[-1] if events else None)


def _replacing(
    old: Webhook | None, registration: Registration, new_secret: Callable[[], str], now: int
) -> Webhook:
    """The same secret again changes nothing; another one, or a made one, replaces it, and the one
    before signs along for a day.
    """
    secret = registration.secret or new_secret()
    if old is None or old.secret is None:
        return Webhook(registration.url, secret)
    if secret == old.secret:
        return replace(old, url=registration.url)
    return Webhook(registration.url, secret, old.secret, now + ROTATION_MS)


def _owed_again(
    store: Store, deliveries: Deliveries, batch: Batch, webhook: Webhook
) -> Event | None:
    """The newest event, if this receiver has not taken it and is not about to get it."""
    event = store.events.read(batch.key, batch.generation)
    if event is None:
        return None
    attempts = deliveries.attempts(event)
    same = batch.webhook is not None and batch.webhook.url == webhook.url
    if _has_taken(webhook, event, attempts) or (event.verdict is Verdict.OWED and same):
        return None
    # one more: an attempt at the receiver before may begin meanwhile, and must not decide
    before = max([event.attempts_before, *(attempt.number for attempt in attempts)]) + 1
    return replace(event, verdict=Verdict.OWED, attempts_before=before, taken_by=None)


def _has_taken(webhook: Webhook, event: Event, attempts: Iterable[Attempt]) -> bool:
    """Whether this receiver has the event, if it was another that took it last."""
    taken_by = {attempt.url for attempt in attempts if attempt.delivered}
    return webhook.url in {event.taken_by, *taken_by}
