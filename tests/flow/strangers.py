"""Which messages and records are of no item of a batch?"""

from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import CHUNK_SIZE, ItemKey, chunk_count, item_key
from batchbell.domain.item import Item, ItemError, ItemState, ResultRef
from batchbell.ports import ItemMessage
from tests.flow.pump import Pump, Worked
from tests.flow.scene import KEY

LONG_AGO, FAR_AHEAD = 1, 10**15


def strange_keys(count: int) -> list[ItemKey]:
    """Items that a batch of so many does not have: in its last chunk, beside it, and far away."""
    end = chunk_count(count) * CHUNK_SIZE
    return [item_key(KEY, index) for index in {count, end - 1, end, 10**9} if index >= count]


def strange_messages(count: int) -> Worked:
    """Their messages, handed to a worker together."""
    return Worked(tuple(ItemMessage(key) for key in strange_keys(count)))


def bring_strange_records(pump: Pump, count: int, state: ItemState) -> None:
    """From now on there are records of them that have ended so, at impossible times."""
    good = state is ItemState.SUCCEEDED
    error = ItemError(ErrorCode.INTERNAL_ERROR, "?") if state is ItemState.FAILED else None
    for key in strange_keys(count):
        stranger = Item(
            key=key,
            state=state,
            attempt=1,
            started_at=LONG_AGO,
            completed_at=FAR_AHEAD,
            credits=1 if good else 0,
            error=error,
            result=ResultRef(1, 1, 9) if good else None,
        )
        if pump.world.records.item(key) is None:
            pump.world.records.write_item(stranger)
