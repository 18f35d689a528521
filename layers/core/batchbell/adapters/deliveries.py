"""The `Deliveries` port on DynamoDB: what was attempted, and which addresses are left alone?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.row_keys import (
    ATTEMPT,
    attempt_row_key,
    breaker_row_key,
    delivery_partition,
    number_of,
)
from batchbell.adapters.table import Table
from batchbell.adapters.writes import ABSENT, PRESENT, SCHEMA, Put, RowKey, Update, assign
from batchbell.domain.event import Attempt, Event

TIMEOUTS_TO_PAUSE = 3
"""Source: Pages API contract, "Webhook"."""


class DeliveryRecords:
    """See `batchbell.ports.Deliveries`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def attempts(self, event: Event) -> list[Attempt]:
        """Every attempt of an event, first to last."""
        rows = self._table.read_partition(delivery_partition(event), ATTEMPT)
        return list(map(_attempt_of, rows))

    def claim(self, event: Event, attempt: Attempt, keep_until: int) -> bool:
        """Begin an attempt."""
        key = attempt_row_key(event, attempt.number).row()
        fixed = {
            "schema": SCHEMA,
            "claimed_at": attempt.claimed_at,
            "url": attempt.url,
            "ttl": part_ttl(keep_until),
        }
        return self._table.put(Put({**key, **fixed, **_ending_values(attempt)}, ABSENT))

    def finish(self, event: Event, attempt: Attempt) -> None:
        """Record how an attempt ended. One whose record has expired is not made anew."""
        change = _ending_values(attempt)
        key = attempt_row_key(event, attempt.number)
        self._table.update(Update(key, assign(change), PRESENT, change))

    def may_dial(self, tenant: str, address: str, now: int, pause_ms: int) -> int | None:
        """None: dial. Else until when the address is left alone. A healthy one costs one read."""
        key = breaker_row_key(tenant, address)
        pause_until = _pause_until(self._table.read(key))
        if pause_until is None or pause_until > now:
            return pause_until
        return self._first_after_pause(key, pause_until, now + pause_ms)

    def report_dial(
        self, tenant: str, address: str, now: int, pause_ms: int, *, timed_out: bool
    ) -> None:
        """Count timeouts in a row; an answer of a healthy address costs one read."""
        key = breaker_row_key(tenant, address)
        if timed_out:
            self._count_timeout(key, now + pause_ms)
        elif self._table.read(key):
            self._table.delete(key)

    def _first_after_pause(self, key: RowKey, over: int, until: int) -> int | None:
        """The first caller after a pause is let through and begins the next one."""
        values = {"pause_until": until, "ttl": part_ttl(until), "over": over}
        change = "SET #pause_until = :pause_until, #ttl = :ttl"
        answer = self._table.update(Update(key, change, "#pause_until = :over", values))
        return None if answer.accepted else _pause_until(answer.row)

    def _count_timeout(self, key: RowKey, until: int) -> None:
        """One of two writes: a timeout that only counts, or one that begins a pause.

        Both are refused when an answer ended the row in between: then it ended this timeout too.
        """
        values = {
            "one": 1,
            "enough": TIMEOUTS_TO_PAUSE - 1,
            "pause_until": until,
            "ttl": part_ttl(until),
            "schema": SCHEMA,
        }
        counted = "ADD #timeouts :one SET #ttl = :ttl, #schema = :schema"
        below = f"{ABSENT} OR #timeouts < :enough"
        if not self._table.update(Update(key, counted, below, values)).accepted:
            paused = f"{counted}, #pause_until = :pause_until"
            self._table.update(Update(key, paused, "#timeouts >= :enough", values))


def _pause_until(row: Row | None) -> int | None:
    pause_until: int | None = row.get("pause_until") if row else None
    return pause_until


def _ending_values(attempt: Attempt) -> Row:
    return {
        "finished_at": attempt.finished_at,
        "status": attempt.status,
        "error": attempt.error,
        "next_at": attempt.next_at,
    }


def _attempt_of(row: Row) -> Attempt:
    return Attempt(
        number=number_of(row["sk"]),
        claimed_at=row["claimed_at"],
        url=row.get("url"),
        finished_at=row.get("finished_at"),
        status=row.get("status"),
        error=row.get("error"),
        next_at=row.get("next_at"),
    )
