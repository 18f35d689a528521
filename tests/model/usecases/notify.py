"""How does an event reach its receiver?"""

from tests.model.calls import Calls
from tests.model.endings import AGAIN, Ending
from tests.model.ports import batches, deliveries, events
from tests.model.ports.batches import due_seen
from tests.model.ports.events import EventSeen
from tests.model.records import (
    DELIVERED,
    EXHAUSTED,
    OWED,
    UNDER_WAY,
    UNSUCCESSFUL,
    WAITING,
    Delivery,
)
from tests.model.setting import Setting
from tests.model.usecases.leave_due import leave_due

Attempts = tuple[Delivery | None, ...]
"""By number; None: it never began."""


def notify(m: Setting, generation: int) -> Calls[Ending]:
    """Deliver an event once, if that is due."""
    event = yield from events.read(generation)
    batch = yield from batches.read(due_seen)
    if event is None:
        return None
    if event.verdict == OWED:
        done = yield from _serve(m, generation, event, batch.webhook)
        if not done:
            return AGAIN
    if not batch.purged or m.breaks("notifier-lets-erased-go"):
        yield from leave_due(m, batch)
    return None


def _serve(m: Setting, generation: int, event: EventSeen, receiver: str | None) -> Calls[bool]:
    """-> whether the event has its verdict."""
    if receiver is None:
        return (yield from events.record_no_receiver(generation))
    every = yield from deliveries.attempts(generation)
    decisive = _decisive(m, every, event.attempts_before, receiver)
    if decisive is not None:
        yield from _conclude(generation, event, decisive)
        return True
    attempts = counting(every, event.attempts_before)
    if not is_due(attempts):
        return False
    if len(attempts) >= len(m.receiver):
        yield from events.record_verdict(generation, event, EXHAUSTED, None)
        return True
    return (yield from _dial(m, generation, event, receiver, len(attempts) + 1))


def _dial(m: Setting, generation: int, event: EventSeen, receiver: str, turn: int) -> Calls[bool]:
    """Claimed before anything is sent, so attempts are counted here and not by the queue. `turn`:
    which attempt it is since the event was owed.
    """
    number = event.attempts_before + turn
    yield from deliveries.may_dial()
    claimed = yield from deliveries.claim(generation, number, receiver)
    if not claimed:
        return False
    taken = yield from deliveries.post(generation, turn, receiver)
    outcome = _outcome(m, turn, taken=taken)
    yield from deliveries.finish(generation, number, receiver, outcome)
    yield from deliveries.report_dial()
    return (yield from _conclude(generation, event, Delivery(outcome, receiver)))


def _conclude(generation: int, event: EventSeen, ended: Delivery) -> Calls[bool]:
    """The verdict, if this attempt decides."""
    if ended.state == DELIVERED:
        yield from events.record_verdict(generation, event, DELIVERED, ended.receiver)
    elif ended.state == UNSUCCESSFUL:
        yield from events.record_verdict(generation, event, EXHAUSTED, None)
    return ended.state in (DELIVERED, UNSUCCESSFUL)


def _outcome(m: Setting, turn: int, *, taken: bool) -> str:
    if taken:
        return DELIVERED
    return WAITING if turn < len(m.receiver) else UNSUCCESSFUL


def _decisive(m: Setting, every: Attempts, before: int, receiver: str) -> Delivery | None:
    """The first attempt that decides: this receiver took the event, or has said its last word since
    it was owed. Another one's answer is not its own.
    """
    for number, attempt in enumerate(every, 1):
        if attempt and (attempt.receiver == receiver or m.breaks("another-decides")):
            if attempt.state == DELIVERED:
                return attempt
            if attempt.state == UNSUCCESSFUL and number > before:
                return attempt
    return None


def counting(every: Attempts, before: int) -> tuple[Delivery, ...]:
    """Those since the event was owed last, first to last."""
    return tuple(attempt for attempt in every[before:] if attempt)


def is_due(attempts: tuple[Delivery, ...]) -> bool:
    """Whether the attempt after these may begin."""
    return not attempts or attempts[-1].state not in (UNDER_WAY, WAITING)
