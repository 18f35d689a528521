"""How does a batch of documents get its receiver, early or late?"""

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, deliveries, events, registrations
from tests.model.ports.events import EventSeen
from tests.model.ports.registrations import Receiving, receiving_of
from tests.model.records import DELIVERED, OWED, Batch
from tests.model.setting import Setting
from tests.model.usecases.notify import Attempts


def register(m: Setting, receiver: str) -> Calls[Ending]:
    """Register, or replace who is registered."""
    while True:
        seen = yield from batches.find(_to_register)
        if seen is None:
            return Answer("gone")
        again: int | None = None
        if not seen.open:
            again = yield from _owed_again(m, seen, receiver)
        if again is None and receiver == seen.webhook:
            return Answer("registered")
        done = yield from registrations.register(seen, receiver, again)
        if done:
            break
    if m.breaks("register-then-arm") and again is not None:
        yield from registrations.arm(seen.generation, receiver, again)
    return Answer("registered")


def _owed_again(m: Setting, seen: Receiving, receiver: str) -> Calls[int | None]:
    """After how many attempts the newest event is owed to this receiver, if it has not taken it and
    is not about to get it.
    """
    event = yield from events.read(seen.generation)
    if event is None:
        return None
    attempts = yield from deliveries.attempts(seen.generation)
    if _has_taken(m, receiver, event, attempts):
        return None
    if event.verdict == OWED and seen.webhook == receiver:
        return None
    if m.breaks("attempts-go-on"):
        return event.attempts_before
    return max(event.attempts_before, len(attempts)) + (0 if m.breaks("no-attempt-between") else 1)


def _has_taken(m: Setting, receiver: str, event: EventSeen, attempts: Attempts) -> bool:
    if m.breaks("register-blindly"):
        return False
    taken_by = {one.receiver for one in attempts if one and one.state == DELIVERED}
    return receiver in {event.taken_by, *taken_by}


def _to_register(batch: Batch) -> Receiving | None:
    """None: erased."""
    return None if batch.purged else receiving_of(batch)
