"""The `Events` port on DynamoDB: what does the end of what is owed depend on?"""

from batchbell.adapters.event_row import event_of
from batchbell.adapters.row_keys import EVENT, batch_partition, batch_row_key, event_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import Check, Update
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

    def record_verdict(self, event: Event, verdict: Verdict) -> bool:
        """End what is owed."""
        return self._table.update(_verdict(event, verdict)).accepted

    def record_no_receiver(self, event: Event) -> bool:
        """End what is owed to nobody, in one transaction with the check of the batch."""
        nobody = Check(batch_row_key(event.key), "attribute_not_exists(#webhook)")
        return self._table.transact(_verdict(event, Verdict.NO_RECEIVER), nobody)


def _verdict(event: Event, verdict: Verdict) -> Update:
    return Update(
        event_row_key(event.key, event.generation),
        "SET #verdict = :verdict",
        "#verdict = :owed",
        {"verdict": verdict.value, "owed": Verdict.OWED.value},
    )
