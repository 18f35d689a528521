"""What do calls on deliveries do, and the one that leaves the house?

The breaker is not modelled: every receiver may always be dialed.
"""

from tests.model.calls import port
from tests.model.records import DUE, LOST, UNDER_WAY, Delivery
from tests.model.world import Violation, World, at, put


@port("deliveries.attempts")
def attempts(w: World, generation: int) -> tuple[Delivery | None, ...]:
    """How the attempts of an event stand, first to last."""
    return _of(w, generation)


@port("deliveries.may_dial")
def may_dial(w: World) -> None:
    """Always."""


@port("deliveries.claim")
def claim(w: World, generation: int, number: int, receiver: str) -> bool:
    """Begin an attempt, unless somebody else has begun it."""
    before = _of(w, generation)
    if at(before, number - 1) is not None:
        if w.setting.breaks("delivery-unclaimed"):
            raise Violation("two deliveries begin as one attempt")
        return False
    w.write_deliveries(generation, put(before, number - 1, Delivery(UNDER_WAY, receiver)))
    return True


@port("poster.post")
def post(w: World, generation: int, turn: int, receiver: str) -> bool:
    """Send the event, for the `turn`th time since it was owed. -> whether the receiver took it."""
    taken = w.setting.receiver[turn - 1] and receiver != w.setting.refusing
    if taken:
        w.delivered |= {(generation, receiver)}
    return taken


@port("deliveries.finish")
def finish(w: World, generation: int, number: int, receiver: str, outcome: str) -> None:
    """Record how an attempt ended: DELIVERED, or WAITING for the next; the last one waits for
    none.
    """
    w.write_deliveries(generation, put(_of(w, generation), number - 1, Delivery(outcome, receiver)))


@port("deliveries.report_dial")
def report_dial(w: World) -> None:
    """For the breaker."""


def _of(w: World, generation: int) -> tuple[Delivery | None, ...]:
    event = w.event(generation)
    if event is None:
        raise Violation("a delivery of an event that is not there")
    return event.deliveries


DUE_NOW = (LOST, DUE)
"""How the last attempt stands when the next may begin."""
