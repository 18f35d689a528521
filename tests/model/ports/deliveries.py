"""What do calls on deliveries do, and the one that leaves the house?

The breaker is not modelled: every receiver may always be dialed.
"""

from tests.model.calls import port
from tests.model.records import DUE, LOST, UNDER_WAY
from tests.model.world import Violation, World


@port("deliveries.attempts")
def attempts(w: World, generation: int) -> tuple[str, ...]:
    """How the attempts of an event stand, first to last."""
    return _of(w, generation)


@port("deliveries.may_dial")
def may_dial(w: World) -> None:
    """Always."""


@port("deliveries.claim")
def claim(w: World, generation: int, number: int) -> bool:
    """Begin an attempt, unless somebody else has begun it."""
    before = _of(w, generation)
    if len(before) >= number:
        if w.setting.breaks("delivery-unclaimed"):
            raise Violation("two deliveries begin as one attempt")
        return False
    w.write_deliveries(generation, (*before[: number - 1], UNDER_WAY, *before[number:]))
    return True


@port("poster.post")
def post(w: World, generation: int, number: int) -> bool:
    """Send the event. -> whether the receiver took it."""
    if w.setting.receiver[number - 1]:
        w.delivered |= {generation}
    return w.setting.receiver[number - 1]


@port("deliveries.finish")
def finish(w: World, generation: int, number: int, outcome: str) -> None:
    """Record how an attempt ended: DELIVERED, or WAITING for the next; the last one waits for
    none.
    """
    before = _of(w, generation)
    w.write_deliveries(generation, (*before[: number - 1], outcome, *before[number:]))


@port("deliveries.report_dial")
def report_dial(w: World) -> None:
    """For the breaker."""


def _of(w: World, generation: int) -> tuple[str, ...]:
    event = w.event(generation)
    if event is None:
        raise Violation("a delivery of an event that is not there")
    return event.deliveries


DUE_NOW = (LOST, DUE)
"""How the last attempt stands when the next may begin."""
