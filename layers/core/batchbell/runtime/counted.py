"""What did the pages and webhooks of an invocation come to, in numbers?

Ports that count what passes through them: the use cases know nothing of metrics. Only writes that
were accepted count, so that nothing is counted twice.
"""

from dataclasses import replace

from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.ports import Claim, Events, Items, Store
from batchbell.runtime.observability import MetricName, count

_ENDED = {
    ItemState.SUCCEEDED: MetricName.PAGES_SUCCEEDED,
    ItemState.FAILED: MetricName.PAGES_FAILED,
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
        claim = self._items.claim(key, now, lease_until, max_attempts)
        if not claim.mine and claim.item is not None and _taken(claim.item, now):
            count(MetricName.DUPLICATES_ABSORBED)
        return claim

    def finish(self, item: Item, ending: Ending) -> bool:
        """Pages that succeeded or failed; a late attempt's ending is refused and does not count."""
        return _counted(ending, accepted=self._items.finish(item, ending))

    def postpone(self, item: Item, until: int) -> bool:
        """Nothing ends."""
        return self._items.postpone(item, until)

    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """A page that failed because its last attempt died."""
        done = self._items.fail_exhausted(key, now, max_attempts, ending)
        return _counted(ending, accepted=done)

    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """Pages that fail with their whole batch; canceled ones are neither."""
        return _counted(ending, accepted=self._items.settle(key, ending))

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

    def record_verdict(self, event: Event, verdict: Verdict) -> bool:
        """Webhooks that were delivered, or given up."""
        accepted = self._events.record_verdict(event, verdict)
        if accepted and verdict in _CONCLUDED:
            count(_CONCLUDED[verdict])
        return accepted

    def record_no_receiver(self, event: Event) -> bool:
        """Nobody was to be told."""
        return self._events.record_no_receiver(event)


def _taken(item: Item, now: int) -> bool:
    """Whether it has ended as a page, or somebody holds its lease."""
    return item.state in _ENDED or (
        item.state is ItemState.PROCESSING and not item.lease_is_over(now)
    )


def _counted(ending: Ending, *, accepted: bool) -> bool:
    if accepted and ending.state in _ENDED:
        count(_ENDED[ending.state])
    return accepted
