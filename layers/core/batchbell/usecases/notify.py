"""How does an event reach its receiver?

An attempt is claimed in the delivery row before anything is sent, so attempts are counted there and
not by the queue. A message that comes too early, twice, or to an address that is left alone goes
back to wait.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from batchbell.contracts.webhook_events import headers_for
from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.event import Attempt, Event, Verdict
from batchbell.domain.webhook_answer import Unanswered, WebhookUnanswered
from batchbell.ports import Deliveries, Poster, Store, WebhookMessage
from batchbell.usecases.leave_due import leave_due

_MOST_PAUSES = 1_000
_LONGEST_ADDRESS = 300
"""Bytes: a host's name has at most 253, a port five."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notifying:
    """What the notifier works with. `jitter` in [0, 1).

    `pauses`: what this process knows of receivers that are left alone, by tenant and address, until
    when (epoch ms). A hint that saves reads: while a receiver hangs, its events come by in numbers.
    """

    deliveries: Deliveries
    poster: Poster
    jitter: Callable[[], float]
    pauses: dict[tuple[str, str], int] = field(default_factory=dict)


def notify(store: Store, delivery: Notifying, message: WebhookMessage) -> int | None:
    """Deliver an event once, if that is due. -> None: done with; else when to look again (epoch
    ms).
    """
    event = store.events.read(message.key, message.generation)
    batch = store.batches.read(message.key)
    if event is None or batch is None:
        return None
    again = _serve(store, delivery, batch, event) if event.verdict is Verdict.OWED else None
    if again is None and batch.purged_at is None:
        leave_due(store, batch)
    return again


def _serve(store: Store, delivery: Notifying, batch: Batch, event: Event) -> int | None:
    if batch.webhook is None:
        done = store.events.record_no_receiver(event)
        return None if done else store.now()
    paused_until = delivery.pauses.get(_receiver(batch, batch.webhook), 0)
    if paused_until > store.now():
        return _after_pause(store, delivery, paused_until)
    every = delivery.deliveries.attempts(event)
    attempts = _counting(event, every)
    for attempt in every:
        if _decides(attempt, batch.webhook) and (attempt.delivered or attempt in attempts):
            return _conclude(store, event, attempt)
    due = attempt_due(store, attempts)
    if due is not None and due > store.now():
        return due
    if len(attempts) >= store.limits.webhook_retry.max_attempts:
        store.events.record_verdict(event, Verdict.EXHAUSTED)
        return None
    number = event.attempts_before + len(attempts) + 1
    return _dial(store, delivery, batch, batch.webhook, event, number)


def counting_attempts(deliveries: Deliveries, event: Event) -> list[Attempt]:
    """Those since the event was owed last, first to last."""
    return _counting(event, deliveries.attempts(event))


def _counting(event: Event, every: list[Attempt]) -> list[Attempt]:
    return [attempt for attempt in every if attempt.number > event.attempts_before]


def _decides(attempt: Attempt, webhook: Webhook) -> bool:
    """Whether this receiver has said all there is to say: another one's answer is not its own."""
    return attempt.decisive and attempt.url in (None, webhook.url)


def attempt_due(store: Store, attempts: list[Attempt]) -> int | None:
    """When the attempt after these may begin (epoch ms), or None: at once.

    One without an outcome is given its own limit before it counts as lost.
    """
    if not attempts:
        return None
    last = attempts[-1]
    if last.finished_at is None:
        return last.claimed_at + _attempt_ms(store)
    return last.next_at


def _attempt_ms(store: Store) -> int:
    """How long an attempt may be without an outcome."""
    return store.limits.webhook_timeout_ms + store.limits.webhook_margin_ms


def _dial(
    store: Store, delivery: Notifying, batch: Batch, webhook: Webhook, event: Event, number: int
) -> int | None:
    now = store.now()
    tenant, address = _receiver(batch, webhook)
    pause = store.limits.breaker_pause_ms
    left_alone_until = delivery.deliveries.may_dial(tenant, address, now, pause)
    if left_alone_until is not None:
        _remember(delivery.pauses, (tenant, address), left_alone_until)
        return _after_pause(store, delivery, left_alone_until)
    attempt = Attempt(number=number, claimed_at=now, url=webhook.url)
    if not delivery.deliveries.claim(event, attempt, keep_until=batch.expires_at):
        return now + _attempt_ms(store)
    ended = _send(store, delivery, webhook, event, attempt)
    delivery.deliveries.finish(event, ended)
    timed_out = ended.error == Unanswered.TIMEOUT
    delivery.deliveries.report_dial(tenant, address, store.now(), pause, timed_out=timed_out)
    return _conclude(store, event, ended)


def _after_pause(store: Store, delivery: Notifying, paused_until: int) -> int:
    """When an event comes again that was turned away: events that wait for the same receiver are
    spread over as long as a pause lasts, so that all of them have come by the time that the next
    pause, which the first of them begins, is over.
    """
    return paused_until + int(delivery.jitter() * store.limits.breaker_pause_ms)


def _receiver(batch: Batch, webhook: Webhook) -> tuple[str, str]:
    return batch.key.tenant, address_of(webhook.url)


def _remember(pauses: dict[tuple[str, str], int], receiver: tuple[str, str], until: int) -> None:
    if len(pauses) >= _MOST_PAUSES:
        pauses.clear()
    pauses[receiver] = until


def _send(
    store: Store, delivery: Notifying, webhook: Webhook, event: Event, attempt: Attempt
) -> Attempt:
    """-> the attempt with what came of it."""
    body = event.body.encode()
    try:
        answer = delivery.poster.post(
            webhook.url,
            headers=headers_for(event, webhook, store.now(), body),
            body=body,
            timeout_ms=store.limits.webhook_timeout_ms,
        )
    except WebhookUnanswered as unanswered:
        return _ended(store, delivery, event, attempt, error=unanswered.reason)
    status, retry_after_ms = answer.status, answer.retry_after_ms
    return _ended(store, delivery, event, attempt, status=status, retry_after_ms=retry_after_ms)


def _ended(
    store: Store,
    delivery: Notifying,
    event: Event,
    attempt: Attempt,
    *,
    status: int | None = None,
    error: str | None = None,
    retry_after_ms: int | None = None,
) -> Attempt:
    now = store.now()
    ended = replace(attempt, finished_at=now, status=status, error=error)
    if ended.delivered or ended.refused:
        return ended
    next_at = store.limits.webhook_retry.next_attempt_at(
        attempt.number - event.attempts_before, now, retry_after_ms, delivery.jitter()
    )
    return replace(ended, next_at=next_at)


def _conclude(store: Store, event: Event, ended: Attempt) -> int | None:
    """The verdict, if this attempt decides; else when the next is due."""
    if ended.delivered:
        verdict = Verdict.DELIVERED
    elif ended.refused:
        verdict = Verdict.REFUSED
    elif ended.next_at is None:
        verdict = Verdict.EXHAUSTED
    else:
        return ended.next_at
    taken_by = ended.url if verdict is Verdict.DELIVERED else None
    store.events.record_verdict(event, verdict, taken_by)
    return None


def address_of(url: str) -> str:
    """Host and port, which the breaker leaves alone. A URL that has none stands for itself.

    What is longer than any name of a host is named by its digest: it is part of a record's key.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = f"{(parts.hostname or '').rstrip('.')}:{port}"
    except ValueError:
        address = json.dumps(url)
    if len(address.encode()) <= _LONGEST_ADDRESS:
        return address
    return "sha256:" + hashlib.sha256(address.encode()).hexdigest()
