"""What did the pages, documents and webhooks of an invocation come to, in numbers?

Ports that count what passes through them: the use cases know nothing of metrics. Only writes that
were accepted count, so that nothing is counted twice.
"""

from dataclasses import replace

from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.ports import Claim, Events, Items, Store
from batchbell.runtime.observability import MetricName, count

_PAGES_ENDED = {
    ItemState.SUCCEEDED: MetricName.PAGES_SUCCEEDED,
    ItemState.FAILED: MetricName.PAGES_FAILED,
}
_DOCUMENTS_ENDED = {
    ItemState.SUCCEEDED: MetricName.DOCUMENTS_SUCCEEDED,
    ItemState.FAILED: MetricName.DOCUMENTS_FAILED,
}
_CONCLUDED = {
    Verdict.DELIVERED: MetricName.WEBHOOKS_DELIVERED,
    Verdict.EXHAUSTED: MetricName.WEBHOOKS_EXHAUSTED,
}


def counting(store: Store) -> Store:
    """The same store, whose items and events count."""
    return replace(store, items=CountedItems(store.items), events=CountedEvents(store.events))


class CountedItems:
    """See `batchbell.ports.Items`."""

    def __init__(self, items: Items) -> None:
        self._items = items

    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """A claim that is refused because somebody else did or does the work was a duplicate."""
        return _absorbing(self._items.claim(key, now, lease_until, max_attempts), now)

    def hand_over(self, key: ItemKey, number: int, spec: str) -> bool:
        """Nothing ends."""
        return self._items.hand_over(key, number, spec)

    def claim_queued(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """As a claim."""
        return _absorbing(self._items.claim_queued(key, now, lease_until, max_attempts), now)

    def end_waiting(self, key: ItemKey, ending: Ending) -> bool:
        """Documents that failed before they were begun."""
        return _counted(key, ending, accepted=self._items.end_waiting(key, ending))

    def finish(self, item: Item, ending: Ending) -> bool:
        """Pages that succeeded or failed; a late attempt's ending is refused and does not count."""
        return _counted(item.key, ending, accepted=self._items.finish(item, ending))

    def postpone(self, item: Item, until: int) -> bool:
        """Nothing ends."""
        return self._items.postpone(item, until)

    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """A page that failed because its last attempt died."""
        done = self._items.fail_exhausted(key, now, max_attempts, ending)
        return _counted(key, ending, accepted=done)

    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """Pages that fail with their whole batch; canceled ones are neither."""
        return _counted(key, ending, accepted=self._items.settle(key, ending))

    def read(self, key: ItemKey) -> Item | None:
        """One item, or None."""
        return self._items.read(key)

    def read_chunk(self, key: BatchKey, chunk: int, expected: int) -> dict[int, Item]:
        """The records of a chunk's items, by position."""
        return self._items.read_chunk(key, chunk, expected)


class CountedEvents:
    """See `batchbell.ports.Events`."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def read(self, key: BatchKey, generation: int) -> Event | None:
        """One event, or None."""
        return self._events.read(key, generation)

    def read_all(self, key: BatchKey) -> list[Event]:
        """Every event of a batch."""
        return self._events.read_all(key)

    def record_verdict(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        """Webhooks that were delivered, or given up."""
        accepted = self._events.record_verdict(event, verdict, taken_by)
        if accepted and verdict in _CONCLUDED:
            count(_CONCLUDED[verdict])
        return accepted

    def record_no_receiver(self, event: Event) -> bool:
        """Nobody was to be told."""
        return self._events.record_no_receiver(event)


def _absorbing(claim: Claim, now: int) -> Claim:
    if not claim.mine and claim.item is not None and _taken(claim.item, now):
        count(MetricName.DUPLICATES_ABSORBED)
    return claim


def _taken(item: Item, now: int) -> bool:
    """Whether it has ended with or without success, or somebody holds its lease."""
    return item.state in _PAGES_ENDED or (
        item.state is ItemState.PROCESSING and not item.lease_is_over(now)
    )


def _counted(key: ItemKey, ending: Ending, *, accepted: bool) -> bool:
    ended = _DOCUMENTS_ENDED if key.batch.is_documents else _PAGES_ENDED
    if accepted and ending.state in ended:
        count(ended[ending.state])
    return accepted
