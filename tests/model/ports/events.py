"""What do calls on events do?"""

from tests.model.calls import Calls, PortCall, Step, port
from tests.model.records import DELIVERED, NO_RECEIVER, OWED
from tests.model.world import World


@port("events.read")
def read(w: World, generation: int) -> str | None:
    """The verdict of one event, or None."""
    return _verdict(w, generation)


def read_all(generations: int) -> Calls[tuple[str | None, ...]]:
    """The verdicts of events, oldest generation first; None: there is no such event."""
    verdicts: tuple[str | None, ...] = ()
    for generation in range(1, generations + 1):
        verdict = yield from _read_row(generation, more=generation < generations)
        verdicts += (verdict,)
    return verdicts


def _read_row(generation: int, *, more: bool) -> Calls[str | None]:
    def run(w: World) -> str | None:
        return _verdict(w, generation)

    return PortCall(Step("events.read_all", run, (generation,), more))


def _verdict(w: World, generation: int) -> str | None:
    event = w.event(generation)
    return event.verdict if event else None


@port("events.record_verdict")
def record_verdict(w: World, generation: int, verdict: str) -> None:
    """End what is owed; the first verdict stays."""
    _end(w, generation, verdict)


@port("events.record_no_receiver")
def record_no_receiver(w: World, generation: int) -> bool:
    """End what is owed to nobody, in one transaction with a look whether there is a receiver."""
    if w.batch.webhook and not w.setting.breaks("no-receiver-unchecked"):
        return False
    return _end(w, generation, NO_RECEIVER)


def _end(w: World, generation: int, verdict: str) -> bool:
    event = w.event(generation)
    if event is None or event.verdict != OWED:
        return False
    w.write_event(generation, event._replace(verdict=verdict))
    if verdict == DELIVERED:
        w.delivered |= {generation}
    return True
