"""How does an event reach its receiver?"""

from tests.model.calls import Calls
from tests.model.endings import AGAIN, Ending
from tests.model.ports import batches, deliveries, events
from tests.model.ports.batches import due_seen
from tests.model.records import DELIVERED, EXHAUSTED, OWED, UNDER_WAY, UNSUCCESSFUL, WAITING
from tests.model.setting import Setting
from tests.model.usecases.leave_due import leave_due


def notify(m: Setting, generation: int) -> Calls[Ending]:
    """Deliver an event once, if that is due."""
    verdict = yield from events.read(generation)
    batch = yield from batches.read(due_seen)
    if verdict == OWED:
        done = yield from _serve(m, generation, webhook=batch.webhook)
        if not done:
            return AGAIN
    if not batch.purged or m.breaks("notifier-lets-erased-go"):
        yield from leave_due(m, batch)
    return None


def _serve(m: Setting, generation: int, *, webhook: bool) -> Calls[bool]:
    """-> whether the event has its verdict."""
    if not webhook:
        return (yield from events.record_no_receiver(generation))
    attempts = yield from deliveries.attempts(generation)
    verdict = _decided(attempts)
    if verdict is not None:
        yield from events.record_verdict(generation, verdict)
        return True
    if not is_due(attempts):
        return False
    if len(attempts) >= len(m.receiver):
        yield from events.record_verdict(generation, EXHAUSTED)
        return True
    return (yield from _dial(m, generation, len(attempts) + 1))


def _dial(m: Setting, generation: int, number: int) -> Calls[bool]:
    """Claimed before anything is sent, so attempts are counted here and not by the queue."""
    yield from deliveries.may_dial()
    claimed = yield from deliveries.claim(generation, number)
    if not claimed:
        return False
    taken = yield from deliveries.post(generation, number)
    outcome = _outcome(m, number, taken=taken)
    yield from deliveries.finish(generation, number, outcome)
    yield from deliveries.report_dial()
    return (yield from _conclude(generation, outcome))


def _conclude(generation: int, outcome: str) -> Calls[bool]:
    """The verdict, if this attempt decides."""
    verdict = _decided((outcome,))
    if verdict is None:
        return False
    yield from events.record_verdict(generation, verdict)
    return True


def _outcome(m: Setting, number: int, *, taken: bool) -> str:
    if taken:
        return DELIVERED
    return WAITING if number < len(m.receiver) else UNSUCCESSFUL


def _decided(attempts: tuple[str, ...]) -> str | None:
    """The verdict of the first attempt that decides."""
    for outcome in attempts:
        if outcome == DELIVERED:
            return DELIVERED
        if outcome == UNSUCCESSFUL:
            return EXHAUSTED
    return None


def is_due(attempts: tuple[str, ...]) -> bool:
    """Whether the attempt after these may begin."""
    return not attempts or attempts[-1] not in (UNDER_WAY, WAITING)
