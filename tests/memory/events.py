"""The `Events` port in memory."""

from dataclasses import replace

from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemoryEvents:
    """See `batchbell.ports.Events`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("events.read")
    def read(self, key: BatchKey, generation: int) -> Event | None:
        """One event, or None."""
        return self._records.event(key, generation)

    @atomic("events.read_all")
    def read_all(self, key: BatchKey) -> list[Event]:
        """Every event of a batch, oldest generation first."""
        return [event for _, event in sorted(self._records.events.get(key, {}).items())]

    @atomic("events.record_verdict")
    def record_verdict(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        """End what is owed."""
        found = self._records.event(event.key, event.generation)
        if found is None or found.attempts_before != event.attempts_before:
            return False
        return self._end(event, verdict, taken_by)

    @atomic("events.record_no_receiver")
    def record_no_receiver(self, event: Event) -> bool:
        """End what is owed to nobody."""
        batch = self._records.batches.get(event.key)
        if batch and batch.webhook:
            return False
        return self._end(event, Verdict.NO_RECEIVER)

    def _end(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        found = self._records.event(event.key, event.generation)
        if found is None or found.verdict is not Verdict.OWED:
            return False
        self._records.write_event(replace(found, verdict=verdict, taken_by=taken_by))
        return True
