"""What does one global state hold, and what does the table's stream tell of a change?"""

from typing import Any, NamedTuple, TypeVar

from tests.model.records import (
    FIRST,
    Batch,
    Counts,
    Delivery,
    Event,
    Item,
    Purse,
    Tally,
)
from tests.model.setting import Budget, Setting

T = TypeVar("T")


class Violation(Exception):
    """An invariant does not hold."""


class Trigger(NamedTuple):
    """A record of the stream, a message of a queue, a sweep, or the call of a client.

    Of calls: `after`, which kind of call must have been answered before; `number` tells two of a
    kind apart.
    """

    kind: str
    arguments: tuple[Any, ...] = ()
    after: str | None = None
    number: int = 1


class Process(NamedTuple):
    """A function under way, and where it is. `wrote`: its last call changed something."""

    place: Any
    trigger: Trigger
    wrote: bool


class Told(NamedTuple):
    """The most that clients were told."""

    generation: int = 0
    total: int = 0
    word: str | None = None
    started: bool = False
    counts: Counts = Counts()
    rows: tuple[tuple[int, int, str], ...] = ()


class World:
    """One global state. Its values are immutable: a copy is shallow, and a state can be hashed."""

    def __init__(self, setting: Setting, budget: Budget, calls: frozenset[Trigger]) -> None:
        self.setting = setting
        self.record: Batch | None = None
        self.tallies: tuple[Tally | None, ...] = ()
        self.rows: tuple[tuple[Item | None, ...], ...] = ()
        self.events: tuple[Event, ...] = ()
        self.spec = False
        self.results: frozenset[tuple[int, int]] = frozenset()
        self.pending: frozenset[Trigger] = frozenset()
        self.processes: tuple[Process, ...] = ()
        self.budget = budget
        self.calls = calls
        self.done: frozenset[str] = frozenset()
        """The client's calls that were answered."""
        self.told = Told()
        self.promised = False
        """Whether a client knows that the batch is canceled."""
        self.delivered: frozenset[tuple[int, str]] = frozenset()
        """Which generation's event was taken, and by whom."""
        self.receiver: tuple[str, int] | None = (FIRST, 1) if setting.webhook else None
        """Who is registered, and the first generation whose event it must have got."""
        self.turned_away: frozenset[tuple[int, int]] = frozenset()
        """Items that a worker left as they were, because of the fence."""
        self.lost = False
        """Whether the input list got lost."""
        self._begin_documents()

    def _begin_documents(self) -> None:
        """What only batches of documents have."""
        self.documents: frozenset[tuple[int, int, int]] = frozenset()
        """Records of documents that calls upload: their name, their chunk and position."""
        self.links: frozenset[tuple[int, int]] = frozenset()
        """Items with a link by which their bytes may still come."""
        self.lacking: frozenset[tuple[int, int]] = frozenset()
        """Items without bytes."""
        self.slot = False
        """Whether the batch of documents holds its slot."""
        self.purses: tuple[Purse | None, ...] = ()
        """By the number of the hand-over."""
        self.dispatched = 0
        """The number of the newest hand-over whose messages were wanted."""
        self.asked = 0
        """Below which index documents were handed over, or are under way."""

    def copy(self) -> "World":
        """The same state, to be changed."""
        new = World.__new__(World)
        new.__dict__.update(self.__dict__)
        return new

    def key(self) -> tuple[object, ...]:
        """What makes it this state."""
        return tuple(self.__dict__.values())

    @property
    def batch(self) -> Batch:
        """The batch's record, which is there."""
        if self.record is None:
            raise Violation("a function was set going by a batch that is not there")
        return self.record

    def purse(self, number: int) -> Purse:
        """A hand-over's credits."""
        return at(self.purses, number - 1) or Purse()

    def write_purse(self, number: int, purse: Purse) -> None:
        """Change them. No stream tells of it."""
        self.purses = put(self.purses, number - 1, purse)

    def tally(self, chunk: int) -> Tally | None:
        """A chunk's tally, or None."""
        return at(self.tallies, chunk)

    def item(self, chunk: int, position: int) -> Item | None:
        """An item's record, or None."""
        return at(at(self.rows, chunk) or (), position)

    def event(self, generation: int) -> Event | None:
        """A generation's event, or None."""
        return at(self.events, generation - 1)

    def write_batch(self, batch: Batch) -> None:
        """Change the batch's record; one that stays the same tells nothing."""
        if batch != self.record:
            self.record = batch
            self.tell_batch()

    def tell_batch(self) -> None:
        """What the dispatcher is told by a change of the batch's record."""
        batch = self.batch
        if batch.fence is not None:
            if batch.open:
                self.emit(Trigger("fence"))
        elif batch.dispatch.wanted:
            self.emit(Trigger("batch"))

    def write_tally(self, chunk: int, tally: Tally) -> None:
        """Change a tally; the dispatcher is told while it wants messages."""
        if tally != self.tally(chunk):
            self.tallies = put(self.tallies, chunk, tally)
            if tally.dispatch.wanted:
                self.emit(Trigger("tally", (chunk,)))

    def write_item(self, chunk: int, position: int, item: Item) -> None:
        """Change an item; the aggregator is told when it is terminal."""
        if item != self.item(chunk, position):
            rows = put(at(self.rows, chunk) or (), position, item)
            filled = self.rows + ((),) * (chunk + 1 - len(self.rows))
            self.rows = (*filled[:chunk], rows, *filled[chunk + 1 :])
            if item.ended:
                self.emit(Trigger("item", (chunk, position, item.state, item.generation)))

    def write_event(self, generation: int, event: Event) -> None:
        """Change an event; the aggregator is told while it is owed."""
        if event != self.event(generation):
            self.events = (*self.events[: generation - 1], event, *self.events[generation:])
            if event.verdict == "owed":
                self.emit(Trigger("event", (generation,)))

    def write_deliveries(self, generation: int, deliveries: tuple[Delivery | None, ...]) -> None:
        """Change the delivery rows of an event: a table of their own, without a stream."""
        event = self.events[generation - 1]._replace(deliveries=deliveries)
        self.events = (*self.events[: generation - 1], event, *self.events[generation:])

    def emit(self, trigger: Trigger) -> None:
        """A record or message is under way; the same one twice is a duplicate, see the budget."""
        self.pending |= {trigger}


def at(values: tuple[T | None, ...], index: int) -> T | None:
    """A value, or None beyond the end."""
    return values[index] if index < len(values) else None


def put(values: tuple[T | None, ...], index: int, value: T) -> tuple[T | None, ...]:
    """The values with one exchanged; grown with None where needed."""
    grown = values + (None,) * (index + 1 - len(values))
    return (*grown[:index], value, *grown[index + 1 :])
