"""What do stream and queues of the code bring, in the model's words?"""

from collections.abc import Iterable, Iterator

from batchbell.adapters.attributes import Row, encode
from batchbell.adapters.batch_row import batch_row
from batchbell.adapters.event_row import event_row
from batchbell.adapters.row_keys import item_row_key
from batchbell.adapters.tally_row import tally_row
from batchbell.domain.batch import Batch
from batchbell.domain.event import Event
from batchbell.domain.item import Item
from batchbell.domain.tally import Tally
from batchbell.runtime.stream import (
    BatchWanted,
    FenceRaised,
    Order,
    TallyWanted,
    changes_of,
    orders_of,
)
from batchbell.usecases.aggregate import Change as Reported
from batchbell.usecases.aggregate import EventOwed, ItemEnded
from tests.memory.records import Change
from tests.memory.world import World
from tests.model.world import Trigger

_TTL = 1


def brought(world: World) -> Iterator[Trigger]:
    """Since the last call."""
    for change in world.take_changes():
        yield from _told(change)
    for page in world.pages.take():
        yield Trigger("message", (page.item.chunk, page.item.position))
    for webhook in world.webhooks.take():
        yield Trigger("webhook", (webhook.generation,))


def _told(change: Change) -> Iterable[Trigger]:
    image = encode(_row(change))
    return [*map(_of_order, orders_of(image)), *map(_of_report, changes_of(image))]


def _row(change: Change) -> Row:
    new = change.new
    match new:
        case Batch():
            return batch_row(new)
        case Tally():
            return tally_row(change.key, new, _TTL)
        case Event():
            return event_row(new, _TTL)
        case Item():
            told = {"state": new.state.value, "generation": new.generation}
            return {**item_row_key(new.key).row(), **told}


def _of_order(order: Order) -> Trigger:
    match order:
        case BatchWanted():
            return Trigger("batch")
        case TallyWanted(_, chunk):
            return Trigger("tally", (chunk,))
        case FenceRaised():
            return Trigger("fence")


def _of_report(report: Reported) -> Trigger:
    match report:
        case ItemEnded(item, state, generation):
            return Trigger("item", (item.chunk, item.position, state.value, generation))
        case EventOwed(_, generation):
            return Trigger("event", (generation,))
