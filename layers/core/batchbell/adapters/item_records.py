"""The `Items` port on DynamoDB: what does each change of an item depend on?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.item_row import ending_values, item_of
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import ITEM, chunk_partition, item_row_key
from batchbell.adapters.table import Table, Updated
from batchbell.adapters.writes import ABSENT, SCHEMA, Update, assign
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.ports import Claim

UPLOADED = ItemState.UPLOADED.value
QUEUED = ItemState.QUEUED.value
PROCESSING = ItemState.PROCESSING.value

_ATTEMPTED = "#state = :processing AND #attempt = :attempt"
_LEASE_OVER = "#state = :processing AND #lease_until < :now"

_FIRST = (
    "#generation = if_not_exists(#generation, :first),"
    " #schema = if_not_exists(#schema, :schema), #ttl = if_not_exists(#ttl, :ttl)"
)


class ItemRecords:
    """See `batchbell.ports.Items`.

    `retention_ms`: the longest that any living batch is kept. Counted from an item's first write,
    which is later than its batch's, it makes the record outlive the batch's content.
    """

    def __init__(self, table: Table, retention_ms: int) -> None:
        self._table = table
        self._retention_ms = retention_ms

    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt, in one write that also answers what refused it."""
        values = {
            **self._first_values(now),
            "processing": PROCESSING,
            "now": now,
            "lease_until": lease_until,
            "max_attempts": max_attempts,
            "one": 1,
        }
        change = (
            "SET #state = :processing, #lease_until = :lease_until,"
            " #attempt = if_not_exists(#attempt, :none) + :one,"
            f" #started_at = if_not_exists(#started_at, :now), {_FIRST}"
        )
        condition = f"{ABSENT} OR ({_LEASE_OVER} AND #attempt < :max_attempts)"
        answer = self._change(key, change, condition, values)
        return Claim(answer.accepted, item_of(answer.row) if answer.row else None)

    def hand_over(self, key: ItemKey, number: int, spec: str) -> bool:
        """An uploaded document is queued, with its fields."""
        change = {"state": QUEUED, "hand_over": number, "spec": spec}
        values = {**change, "uploaded": UPLOADED}
        return self._change(key, assign(change), "#state = :uploaded", values).accepted

    def claim_queued(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt on a document, in one write that also answers what refused it."""
        values = {
            "processing": PROCESSING,
            "queued": QUEUED,
            "now": now,
            "lease_until": lease_until,
            "max_attempts": max_attempts,
            "one": 1,
        }
        change = (
            "SET #state = :processing, #lease_until = :lease_until, #attempt = #attempt + :one,"
            " #started_at = if_not_exists(#started_at, :now)"
        )
        condition = f"#state = :queued OR ({_LEASE_OVER} AND #attempt < :max_attempts)"
        answer = self._change(key, change, condition, values)
        return Claim(answer.accepted, item_of(answer.row) if answer.row else None)

    def end_waiting(self, key: ItemKey, ending: Ending) -> bool:
        """End a document that is uploaded or queued."""
        change = ending_values(ending)
        values = {**change, "uploaded": UPLOADED, "queued": QUEUED}
        condition = "#state = :uploaded OR #state = :queued"
        return self._change(key, assign(change), condition, values).accepted

    def finish(self, item: Item, ending: Ending) -> bool:
        """Record how the attempt of `item` ended."""
        change = ending_values(ending)
        values = {**change, "processing": PROCESSING, "attempt": item.attempt}
        return self._change(item.key, assign(change), _ATTEMPTED, values).accepted

    def postpone(self, item: Item, until: int) -> bool:
        """Keep the attempt's item processing until its next attempt."""
        values = {"lease_until": until, "processing": PROCESSING, "attempt": item.attempt}
        change = "SET #lease_until = :lease_until"
        return self._change(item.key, change, _ATTEMPTED, values).accepted

    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """End an item whose last allowed attempt died."""
        change = ending_values(ending)
        values = {**change, "processing": PROCESSING, "now": now, "max_attempts": max_attempts}
        condition = f"{_LEASE_OVER} AND #attempt >= :max_attempts"
        return self._change(key, assign(change), condition, values).accepted

    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """End an item that has not ended, with or without a record."""
        change = ending_values(ending)
        values = {**change, **self._first_values(ending.at), "processing": PROCESSING}
        update = assign(change, "#attempt = if_not_exists(#attempt, :none)", _FIRST)
        condition = f"{ABSENT} OR #state = :processing"
        return self._change(key, update, condition, values).accepted

    def read(self, key: ItemKey) -> Item | None:
        """One item, or None."""
        row = self._table.read(item_row_key(key))
        return item_of(row) if row else None

    def read_chunk(self, key: BatchKey, chunk: int, expected: int) -> dict[int, Item]:
        """The records of a chunk's items, by position."""
        items = map(item_of, self._table.read_partition(chunk_partition(key, chunk), ITEM))
        return {item.key.position: item for item in items if item.key.position < expected}

    def _change(self, key: ItemKey, change: str, condition: str, values: Row) -> Updated:
        return self._table.update(Update(item_row_key(key), change, condition, values))

    def _first_values(self, now: int) -> Row:
        """What the first write of an item decides for all later ones."""
        ttl = part_ttl(now + self._retention_ms)
        return {"none": 0, "first": 1, "schema": SCHEMA, "ttl": ttl}
