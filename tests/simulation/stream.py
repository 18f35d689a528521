"""How do changes reach the functions, by the rules of DynamoDB Streams and Lambda?

Each reader gets every change that its filter lets through, at least once; a batch of records whose
invocation failed comes again, whole or in parts. More is not assumed: records come in any order,
even those of one item, and one that could not be handed over within 24 hours is lost. (DynamoDB
Developer Guide: "DynamoDB Streams and Lambda"; Lambda Developer Guide: "Error handling for stream
sources", "Event filtering".)
"""

from collections.abc import Iterable
from typing import Any

from batchbell.adapters.attributes import encode
from batchbell.adapters.batch_row import batch_row
from batchbell.adapters.event_row import event_row
from batchbell.adapters.row_keys import item_row_key
from batchbell.adapters.tally_row import tally_row
from batchbell.domain.batch import Batch
from batchbell.domain.event import Event
from batchbell.domain.item import Item
from tests.memory.records import Change
from tests.process.filters import passes, patterns_of
from tests.simulation.numbers import change_mapping

Record = dict[str, Any]
_TTL = 1_900_000_000


class Reader:
    """One event source mapping with the records it has not handed over yet."""

    def __init__(self, function: str) -> None:
        mapping = change_mapping(function)
        self._patterns = patterns_of(mapping)
        self.most = int(mapping["BatchSize"])
        self.waiting: list[Record] = []

    def see(self, records: Iterable[Record]) -> None:
        """New records of the stream."""
        self.waiting += [record for record in records if passes(record, self._patterns)]

    def take(self, most: int, offset: int) -> list[Record]:
        """Up to `most` records from the `offset`th on; they are under way now."""
        start = offset % len(self.waiting) if self.waiting else 0
        order = self.waiting[start:] + self.waiting[:start]
        self.waiting = order[most:]
        return order[:most]

    def again(self, records: list[Record]) -> None:
        """Their invocation failed."""
        self.waiting = records + self.waiting

    def repeat(self, offset: int) -> bool:
        """A record comes twice. False: there is none."""
        if not self.waiting:
            return False
        self.waiting.append(self.waiting[offset % len(self.waiting)])
        return True

    def lose(self, offset: int) -> bool:
        """A record is given up after 24 hours. False: there is none."""
        if not self.waiting:
            return False
        del self.waiting[offset % len(self.waiting)]
        return True


def record_of(change: Change) -> Record:
    """The stream record of a change: the new image, as the adapters write it."""
    return {"eventID": "simulated", "dynamodb": {"NewImage": encode(_row(change))}}


def _row(change: Change) -> dict[str, Any]:
    match change.new:
        case Batch():
            return dict(batch_row(change.new))
        case Event():
            return dict(event_row(change.new, _TTL))
        case Item():
            return _item_row(change.new)
    return dict(tally_row(change.key, change.new, _TTL))


def _item_row(item: Item) -> dict[str, Any]:
    """What readers of the stream look at."""
    key = item_row_key(item.key).row()
    return {
        **key,
        "state": item.state.value,
        "attempt": item.attempt,
        "generation": item.generation,
    }
