"""The `Events` port on DynamoDB: what does the end of what is owed depend on?"""

from batchbell.adapters.event_row import attempts_before_value, event_of
from batchbell.adapters.row_keys import EVENT, batch_partition, batch_row_key, event_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import Check, Update, as_seen, assign, seen_values
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey


class EventRecords:
    """See `batchbell.ports.Events`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def read(self, key: BatchKey, generation: int) -> Event | None:
        """One event, or None."""
        row = self._table.read(event_row_key(key, generation))
        return event_of(row) if row else None

    def read_all(self, key: BatchKey) -> list[Event]:
        """Every event of a batch, oldest generation first."""
        return list(map(event_of, self._table.read_partition(batch_partition(key), EVENT)))

    def record_verdict(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        """End what is owed."""
        change = {"verdict": verdict.value, "taken_by": taken_by}
        as_read = {"attempts_before": attempts_before_value(event)}
        update = Update(
            event_row_key(event.key, event.generation),
            assign(change),
            f"#verdict = :owed AND {as_seen(as_read)}",
            {**change, **seen_values(as_read), "owed": Verdict.OWED.value},
        )
        return self._table.update(update).accepted

    def record_no_receiver(self, event: Event) -> bool:
        """End what is owed to nobody, in one transaction with the check of the batch."""
        nobody = Check(batch_row_key(event.key), "attribute_not_exists(#webhook)")
        ended = Update(
            event_row_key(event.key, event.generation),
            "SET #verdict = :nobody",
            "#verdict = :owed",
            {"nobody": Verdict.NO_RECEIVER.value, "owed": Verdict.OWED.value},
        )
        return self._table.transact(ended, nobody)
