"""The `Items` port in memory."""

from dataclasses import replace

from batchbell.adapters.storable import short_message
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.ports import Claim
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemoryItems:
    """See `batchbell.ports.Items`."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("items.claim")
    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt."""
        item = self._records.item(key)
        if item and not _claimable(item, now, max_attempts):
            return Claim(False, item)
        item = item or Item(key=key, state=ItemState.PROCESSING, started_at=now)
        claimed = item.evolve(
            attempt=item.attempt + 1,
            lease_until=lease_until,
            started_at=now if item.started_at is None else item.started_at,
        )
        self._records.write_item(claimed)
        return Claim(True, claimed)

    @atomic("items.hand_over")
    def hand_over(self, key: ItemKey, number: int, spec: str) -> bool:
        """An uploaded document is queued."""
        item = self._records.item(key)
        if item is None or item.state is not ItemState.UPLOADED:
            return False
        queued = item.evolve(state=ItemState.QUEUED, hand_over=number, spec=spec)
        self._records.write_item(queued)
        return True

    @atomic("items.claim_queued")
    def claim_queued(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt on a document."""
        item = self._records.item(key)
        if item is None:
            return Claim(False, None)
        if item.state is not ItemState.QUEUED and not _claimable(item, now, max_attempts):
            return Claim(False, item)
        claimed = item.evolve(
            state=ItemState.PROCESSING,
            attempt=item.attempt + 1,
            lease_until=lease_until,
            started_at=now if item.started_at is None else item.started_at,
        )
        self._records.write_item(claimed)
        return Claim(True, claimed)

    @atomic("items.end_waiting")
    def end_waiting(self, key: ItemKey, ending: Ending) -> bool:
        """End a document that nobody has begun."""
        item = self._records.item(key)
        if item is None or item.state not in (ItemState.UPLOADED, ItemState.QUEUED):
            return False
        self._records.write_item(_ended(item, ending))
        return True

    @atomic("items.finish")
    def finish(self, item: Item, ending: Ending) -> bool:
        """Record how the attempt of `item` ended."""
        found = self._records.item(item.key)
        if found is None or not _attempted(found, item):
            return False
        self._records.write_item(_ended(found, ending))
        return True

    @atomic("items.postpone")
    def postpone(self, item: Item, until: int) -> bool:
        """Keep the attempt's item processing until its next attempt."""
        found = self._records.item(item.key)
        if found is None or not _attempted(found, item):
            return False
        self._records.write_item(found.evolve(lease_until=until))
        return True

    @atomic("items.fail_exhausted")
    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """End an item whose last allowed attempt died."""
        found = self._records.item(key)
        if found is None or not found.exhausted(now, max_attempts):
            return False
        self._records.write_item(_ended(found, ending))
        return True

    @atomic("items.settle")
    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """End an item that has not ended, with or without a record."""
        found = self._records.item(key) or Item(key=key, state=ItemState.PROCESSING)
        if found.state.terminal:
            return False
        self._records.write_item(_ended(found, ending))
        return True

    @atomic("items.read")
    def read(self, key: ItemKey) -> Item | None:
        """One item, or None."""
        return self._records.item(key)

    @atomic("items.read_chunk")
    def read_chunk(self, key: BatchKey, chunk: int, expected: int) -> dict[int, Item]:
        """The records of a chunk's items, by position."""
        rows = self._records.items.get((key, chunk), {})
        return {position: rows[position] for position in sorted(rows) if position < expected}


def _claimable(item: Item, now: int, max_attempts: int) -> bool:
    return item.lease_is_over(now) and item.attempt < max_attempts


def _attempted(found: Item, item: Item) -> bool:
    """Whether the record still is the attempt's."""
    return found.state is ItemState.PROCESSING and found.attempt == item.attempt


def _ended(item: Item, ending: Ending) -> Item:
    error = ending.error and replace(ending.error, message=short_message(ending.error.message))
    return item.evolve(
        state=ending.state,
        lease_until=None,
        completed_at=ending.at,
        credits=ending.credits,
        error=error,
        result=ending.result,
    )
