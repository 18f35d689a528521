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
        "ttl": ttl,
    }


def event_of(row: Row) -> Event:
    """The event that a record tells of."""
    return Event(
        key=batch_key_of(row["pk"]),
        generation=number_of(row["sk"]),
        id=row["id"],
        type=row["type"],
        body=row["body"],
        verdict=Verdict(row["verdict"]),
    )
