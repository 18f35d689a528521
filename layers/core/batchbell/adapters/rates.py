"""The `Rates` port on DynamoDB: how many calls has a key made in this minute?"""

from batchbell.adapters.row_keys import rate_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import Update
from batchbell.domain.allowance import RATE_WINDOW_MS, CallClass

_KEPT_MS = 60 * RATE_WINDOW_MS
"""A count is of no use once its minute is over; an hour leaves time for clocks that differ."""


class RateRecords:
    """See `batchbell.ports.Rates`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def count(self, key_hash: str, call_class: CallClass, window_end: int, limit: int) -> int:
        """Count one call."""
        values = {"one": 1, "limit": limit, "ttl": (window_end + _KEPT_MS) // 1000}
        counted = self._table.update(
            Update(
                rate_row_key(key_hash, call_class, window_end),
                "SET #ttl = :ttl ADD #calls :one",
                "attribute_not_exists(#calls) OR #calls < :limit",
                values,
            )
        )
        return int(counted.row["calls"]) if counted.accepted and counted.row else limit + 1
