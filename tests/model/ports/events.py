"""What do calls on events do?"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tests.model.calls import Calls, PortCall, Step, port
from tests.model.records import DELIVERED, NO_RECEIVER, OWED, Event
from tests.model.world import World

V = TypeVar("V")


class EventSeen(NamedTuple):
    """An event, as far as it is to be delivered."""

    verdict: str
    attempts_before: int
    taken_by: str | None


def event_seen(event: Event | None) -> EventSeen | None:
    """A view."""
    return EventSeen(event.verdict, event.attempts_before, event.taken_by) if event else None


def verdict_of(event: Event | None) -> str | None:
    """A view."""
    return event.verdict if event else None


@port("events.read")
def read(w: World, generation: int) -> EventSeen | None:
    """One event, or None."""
    return event_seen(w.event(generation))


def read_all(generations: int, view: Callable[[Event | None], V]) -> Calls[tuple[V, ...]]:
    """A view of each event, oldest generation first, or of its absence."""
    views: tuple[V, ...] = ()
    for generation in range(1, generations + 1):
        seen = yield from _read_row(generation, view, more=generation < generations)
        views += (seen,)
    return views


def _read_row(generation: int, view: Callable[[Event | None], V], *, more: bool) -> Calls[V]:
    def run(w: World) -> V:
        return view(w.event(generation))

    return PortCall(Step("events.read_all", run, (generation,), more))


@port("events.record_verdict")
def record_verdict(
    w: World, generation: int, seen: EventSeen, verdict: str, taken_by: str | None
) -> None:
    """End what is owed, unless it is owed once more since; the first verdict stays."""
    event = w.event(generation)
    if event is None:
        return
    same = event.attempts_before == seen.attempts_before
    if same or w.setting.breaks("verdict-of-any-round"):
        _end(w, generation, verdict, taken_by)


@port("events.record_no_receiver")
def record_no_receiver(w: World, generation: int) -> bool:
    """End what is owed to nobody, in one transaction with a look whether there is a receiver."""
    if w.batch.webhook and not w.setting.breaks("no-receiver-unchecked"):
        return False
    return _end(w, generation, NO_RECEIVER, None)


def _end(w: World, generation: int, verdict: str, taken_by: str | None) -> bool:
    event = w.event(generation)
    if event is None or event.verdict != OWED:
        return False
    w.write_event(generation, event._replace(verdict=verdict, taken_by=taken_by))
    if verdict == DELIVERED and taken_by:
        w.delivered |= {(generation, taken_by)}
    return True
