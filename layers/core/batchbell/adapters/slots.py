"""The `Slots` port on DynamoDB: who holds a tenant's slots, and who waits for one?

A set of names, never a counter: taking or freeing twice leaves the same set.
"""

from batchbell.adapters.document_writes import in_work_as_seen
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import (
    WAIT,
    batch_row_key,
    slots_partition,
    slots_row_key,
    waiting_of,
    waiting_row_key,
)
from batchbell.adapters.table import Table
from batchbell.adapters.writes import ABSENT, SCHEMA, Check, Put, Update, as_seen, seen_values
from batchbell.domain.batch import Batch
from batchbell.ports import Waiting

_HEAD = 25
"""Read at a time: as many as may soon start, and few enough for one small read."""


class SlotRecords:
    """See `batchbell.ports.Slots`. Slots are among the tenants, batches are not."""

    def __init__(self, tenants: Table, batches: Table) -> None:
        self._table = tenants
        self._batches = batches

    def wait(self, waiting: Waiting, keep_until: int) -> None:
        """Queue up."""
        row = {
            **waiting_row_key(waiting).row(),
            "schema": SCHEMA,
            "ttl": part_ttl(keep_until),
        }
        self._table.put(Put(row, ABSENT))

    def waiting(self, tenant: str) -> list[Waiting]:
        """Those at the head of the queue."""
        rows = self._table.read_head(slots_partition(tenant), WAIT, _HEAD)
        return [waiting_of(tenant, row["sk"]) for row in rows]

    def leave(self, waiting: Waiting) -> None:
        """Out of the queue."""
        self._table.delete(waiting_row_key(waiting))

    def take(self, tenant: str, member: str, limit: int) -> bool:
        """Hold a slot."""
        update = Update(
            slots_row_key(tenant),
            "ADD #members :members",
            "attribute_not_exists(#members) OR contains(#members, :member)"
            " OR size(#members) < :limit",
            {"members": frozenset({member}), "member": member, "limit": limit},
        )
        return self._table.update(update).accepted

    def free(self, tenant: str, member: str) -> None:
        """Hold none any more."""
        update = Update(
            slots_row_key(tenant),
            "DELETE #members :members",
            "contains(#members, :member)",
            {"members": frozenset({member}), "member": member},
        )
        self._table.update(update)

    def free_idle(self, seen: Batch) -> bool:
        """Free the slot of a batch unless documents are handed over meanwhile."""
        as_read = in_work_as_seen(seen)
        check = Check(batch_row_key(seen.key), as_seen(as_read), seen_values(as_read))
        freed = Update(
            slots_row_key(seen.key.tenant),
            "DELETE #members :members",
            values={"members": frozenset({seen.key.batch})},
        )
        answers = self._table.transact_across(
            self._batches.operation(check), self._table.operation(freed)
        )
        return all(answer.accepted for answer in answers)

    def members(self, tenant: str) -> frozenset[str]:
        """Who holds a slot."""
        row = self._table.read(slots_row_key(tenant)) or {}
        return frozenset(row.get("members", ()))
