"""The `Batches` port on DynamoDB: what does each change of a batch depend on?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.batch_row import (
    batch_of,
    batch_row,
    closing_values,
    due_values,
    fence_value,
    webhook_value,
)
from batchbell.adapters.document_writes import adding, beginning, ending, owing_again, resting
from batchbell.adapters.event_row import event_row
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import (
    DUE_SHARDS,
    batch_key_of,
    batch_row_key,
    due_shard,
    named_batch_of,
    names_partition,
)
from batchbell.adapters.table import Table
from batchbell.adapters.writes import ABSENT, PRESENT, Put, Update, as_seen, assign, seen_values
from batchbell.domain.batch import Batch, BatchState, Fence, HandOver, Webhook
from batchbell.domain.document import Document
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item
from batchbell.domain.tally import Dispatch, Phase

DUE_INDEX = "due"


class BatchRecords:
    """See `batchbell.ports.Batches`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, batch: Batch) -> bool:
        """Write a new record."""
        return self._table.put(Put(batch_row(batch), ABSENT))

    def read(self, key: BatchKey) -> Batch | None:
        """The record, or None."""
        row = self._table.read(batch_row_key(key))
        return batch_of(row) if row else None

    def mark_sent(self, key: BatchKey, number: int, at: int) -> bool:
        """`wanted#number` becomes `sent#number`."""
        wanted = Dispatch(Phase.WANTED, number, at)
        change = {"dispatch": str(wanted.done(at)), "dispatched_at": at}
        return self._change(
            key, assign(change), "#dispatch = :wanted", {**change, "wanted": str(wanted)}
        )

    def mark_started(self, key: BatchKey, at: int) -> None:
        """Record the earliest start of an open batch."""
        earlier = "attribute_not_exists(#started_at) OR #started_at > :started_at"
        values = {"started_at": at, "open": BatchState.OPEN.value}
        change = "SET #started_at = :started_at"
        self._change(key, change, f"#state = :open AND ({earlier})", values)

    def raise_fence(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence of an open batch."""
        change = {"fence": fence_value(fence), "fenced_at": fence.at}
        condition = "#state = :open AND attribute_not_exists(#fence)"
        return self._change(
            key, assign(change), condition, {**change, "open": BatchState.OPEN.value}
        )

    def add(self, seen: Batch | None, grown: Batch, item: Item, document: Document) -> bool:
        """Add one document, in one transaction."""
        return self._table.transact(*adding(seen, grown, item, document))

    def begin_hand_over(self, seen: Batch, hand_over: HandOver, next_look: int) -> bool:
        """Begin to hand documents over."""
        return self._table.update(beginning(seen, hand_over, next_look)).accepted

    def end_hand_over(self, seen: Batch, at: int) -> bool:
        """The hand-over as in `seen` is through."""
        begun = seen.hand_over
        return begun is not None and self._table.update(ending(seen, begun, at)).accepted

    def rest(self, seen: Batch) -> bool:
        """Take an open batch out of the due index."""
        return self._table.update(resting(seen)).accepted

    def wake(self, key: BatchKey, at: int) -> None:
        """An open batch is due, also one that rests."""
        change = {"next_look": at, "due_shard": due_shard(key)}
        values = {**change, "open": BatchState.OPEN.value}
        self._change(key, assign(change), "#state = :open", values)

    def delete(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence, whatever the state; the batch is due."""
        change = {
            "fence": fence_value(fence),
            "fenced_at": fence.at,
            "next_look": fence.at,
            "due_shard": due_shard(key),
        }
        condition = f"{PRESENT} AND attribute_not_exists(#fence)"
        return self._change(key, assign(change), condition, change)

    def register(self, seen: Batch, webhook: Webhook | None, again: Event | None) -> bool:
        """Give a batch its receiver, or none, in one transaction with what is owed to it."""
        change: Row = {"webhook": webhook_value(webhook)}
        if again is not None:
            change = {**change, **due_values(seen, _due_at_once(seen))}
        as_read = {
            "state": seen.state.value,
            "generation": seen.generation,
            "webhook": webhook_value(seen.webhook),
            "purged_at": seen.purged_at,
        }
        values = {**change, **seen_values(as_read)}
        update = Update(batch_row_key(seen.key), assign(change), as_seen(as_read), values)
        owed = () if again is None else (owing_again(again),)
        return self._table.transact(update, *owed)

    def names(
        self, tenant: str, before: str | None, limit: int
    ) -> tuple[list[BatchKey], str | None]:
        """A tenant's batches of documents, newest first. A place is a sort key."""
        places = [
            row["sk"] for row in self._table.read_last(names_partition(tenant), before, limit + 1)
        ]
        shown = places[:limit]
        keys = [named_batch_of(tenant, place) for place in shown]
        return keys, shown[-1] if len(places) > limit else None

    def close(self, seen: Batch, closed: Batch, event: Event) -> bool:
        """Close the generation and put its event, in one transaction."""
        change = closing_values(closed)
        as_read = {
            "generation": seen.generation,
            "total": seen.total,
            "fence": fence_value(seen.fence),
            "started_at": seen.started_at,
        }
        condition = (
            "#state = :open AND attribute_exists(#closed_chunks)"
            f" AND size(#closed_chunks) = #chunks AND {as_seen(as_read)}"
        )
        values = {**change, **seen_values(as_read), "open": BatchState.OPEN.value}
        return self._table.transact(
            Update(batch_row_key(seen.key), assign(change), condition, values),
            Put(event_row(event, part_ttl(seen.parts_until)), ABSENT),
        )

    def look_again(self, key: BatchKey, at: int) -> None:
        """Set when the sweeper looks at a batch that is in the due index."""
        in_index = "attribute_exists(#next_look)"
        self._change(key, "SET #next_look = :next_look", in_index, {"next_look": at})

    def leave_due(self, seen: Batch) -> bool:
        """Take a closed batch out of the due index."""
        as_read = {
            "generation": seen.generation,
            "webhook": webhook_value(seen.webhook),
            "purged_at": seen.purged_at,
        }
        condition = f"#state = :closed AND {as_seen(as_read)}"
        values = {**seen_values(as_read), "closed": BatchState.CLOSED.value}
        return self._change(seen.key, "REMOVE #next_look, #due_shard", condition, values)

    def mark_purged(self, key: BatchKey, at: int) -> bool:
        """A closed batch answers no more, and is due."""
        change = (
            "SET #purged_at = if_not_exists(#purged_at, :at),"
            " #next_look = :at, #due_shard = :due_shard"
        )
        values = {"at": at, "due_shard": due_shard(key), "closed": BatchState.CLOSED.value}
        return self._change(key, change, "#state = :closed", values)

    def due(self, now: int, limit: int) -> list[BatchKey]:
        """Batches whose `next_look` has come, oldest first."""
        rows = [
            row
            for shard in DUE_SHARDS
            for row in self._table.read_index(
                DUE_INDEX, {"due_shard": shard}, {"next_look": now}, limit
            )
        ]
        oldest_first = sorted(rows, key=lambda row: (row["next_look"], row["pk"]))
        return [batch_key_of(row["pk"]) for row in oldest_first[:limit]]

    def _change(self, key: BatchKey, change: str, condition: str, values: Row) -> bool:
        update = Update(batch_row_key(key), change, condition, values)
        return self._table.update(update).accepted


def _due_at_once(batch: Batch) -> int:
    """A time that is over: when its last document ended."""
    return batch.completed_at or batch.created_at
