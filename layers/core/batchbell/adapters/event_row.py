"""How does an event stand in its table?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.row_keys import batch_key_of, event_row_key, number_of
from batchbell.adapters.writes import SCHEMA
from batchbell.domain.event import Event, Verdict


def event_row(event: Event, ttl: int) -> Row:
    """The record of an event."""
    return {
        **event_row_key(event.key, event.generation).row(),
        "schema": SCHEMA,
        "generation": event.generation,
        "id": event.id,
        "type": event.type,
        "body": event.body,
        "verdict": event.verdict.value,
        "attempts_before": attempts_before_value(event),
        "taken_by": event.taken_by,
        "ttl": ttl,
    }


def attempts_before_value(event: Event) -> int | None:
    """None was made before in what an earlier release wrote, which knows no such attribute."""
    return event.attempts_before or None


def event_of(row: Row) -> Event:
    """The event that a record tells of."""
    return Event(
        key=batch_key_of(row["pk"]),
        generation=number_of(row["sk"]),
        id=row["id"],
        type=row["type"],
        body=row["body"],
        verdict=Verdict(row["verdict"]),
        attempts_before=row.get("attempts_before", 0),
        taken_by=row.get("taken_by"),
    )
