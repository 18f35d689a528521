"""The `Slots` port on DynamoDB: who holds a tenant's slots, and who waits for one?

A set of names, never a counter: taking or freeing twice leaves the same set.
"""

from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import (
    WAIT,
    slots_partition,
    slots_row_key,
    waiting_of,
    waiting_row_key,
)
from batchbell.adapters.table import Table
from batchbell.adapters.writes import ABSENT, SCHEMA, Put, Update
from batchbell.ports import Waiting

_HEAD = 25
"""Read at a time: as many as may soon start, and few enough for one small read."""


class SlotRecords:
    """See `batchbell.ports.Slots`."""

    def __init__(self, table: Table) -> None:
        self._table = table

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

    def members(self, tenant: str) -> frozenset[str]:
        """Who holds a slot."""
        row = self._table.read(slots_row_key(tenant)) or {}
        return frozenset(row.get("members", ()))
