"""What do calls do by which a batch of documents gets its receiver?"""

from typing import NamedTuple

from tests.model.calls import port
from tests.model.records import DELIVERED, OWED, Batch
from tests.model.world import Violation, World


class Receiving(NamedTuple):
    """What registering is conditional on."""

    generation: int
    open: bool
    webhook: str | None
    purged: bool


def receiving_of(batch: Batch) -> Receiving:
    """A view."""
    return Receiving(batch.generation, batch.open, batch.webhook, batch.purged is not None)


@port("batches.register")
def register(w: World, seen: Receiving, receiver: str, again: int | None) -> bool:
    """Give a batch its receiver. `again`: the newest event is owed then, once more or still, after
    so many attempts, and the batch is due.
    """
    batch, breaks = w.batch, w.setting.breaks
    if receiving_of(batch) != seen:
        return False
    due = batch.due or (again is not None and not breaks("register-not-due"))
    w.write_batch(batch._replace(webhook=receiver, due=due))
    if again is not None and not breaks("register-then-arm"):
        _owe_again(w, seen.generation, receiver, again)
    w.receiver = receiver, batch.generation
    return True


@port("events.arm")
def arm(w: World, generation: int, receiver: str, again: int) -> None:
    """A breakage's: the second half of `register`, on its own."""
    _owe_again(w, generation, receiver, again)


def _owe_again(w: World, generation: int, receiver: str, before: int) -> None:
    event = w.event(generation)
    if event is None:
        raise Violation("an event is owed again that is not there")
    if (event.verdict, event.taken_by) == (DELIVERED, receiver):
        raise Violation("an event is owed again to a receiver that has taken it")
    w.write_event(generation, event._replace(verdict=OWED, attempts_before=before, taken_by=None))
