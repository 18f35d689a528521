"""What follows when items end, and when events are owed?

Folds every chunk it can and raises for those it could not: the whole batch of records then comes
again, and folding it again changes nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import ItemState
from batchbell.ports import Store, WebhookMessage, WebhookQueue
from batchbell.usecases.admit import admit, release
from batchbell.usecases.advance import advance
from batchbell.usecases.charge import charge
from batchbell.usecases.settle_hand_overs import settle_hand_overs


@dataclass(frozen=True, slots=True)
class ItemEnded:
    """A record: an item became terminal."""

    item: ItemKey
    state: ItemState
    generation: int


@dataclass(frozen=True, slots=True)
class EventOwed:
    """A record: an event was put, or is owed again."""

    key: BatchKey
    generation: int


Change = ItemEnded | EventOwed


def aggregate(store: Store, queue: WebhookQueue, changes: Sequence[Change]) -> None:
    """One fold a chunk, one advance a batch that a fold covered, one message an event.

    What a closed batch held is given back before its event's message is sent: nobody looks at it
    again once its event has its verdict.
    """
    failures: list[Unavailable] = []
    covered = _fold(store, [c for c in changes if isinstance(c, ItemEnded)], failures)
    for key in sorted(covered):
        _try(partial(advance, store, key), failures)
    owed = dict.fromkeys(change for change in changes if isinstance(change, EventOwed))
    freed: set[str] = set()
    for key, ended in _documents(changes).items():
        _try(partial(_settle, store, key, ended, freed), failures)
    released = [e for e in owed if _try(partial(_release, store, e.key, freed), failures)]
    if released:
        messages = [WebhookMessage(event.key, event.generation) for event in released]
        _try(partial(queue.send, messages), failures)
    for tenant in sorted(freed):
        _try(partial(admit, store, tenant), failures)
    if failures:
        raise failures[0]


def _fold(store: Store, ended: Sequence[ItemEnded], failures: list[Unavailable]) -> set[BatchKey]:
    """-> the batches of which a chunk is covered now."""
    chunks: dict[tuple[BatchKey, int, int], dict[int, ItemState]] = defaultdict(dict)
    for change in ended:
        chunk = (change.item.batch, change.item.chunk, change.generation)
        chunks[chunk][change.item.position] = change.state
    covered = set()
    for (key, number, generation), endings in chunks.items():
        try:
            tally = store.tallies.fold(key, number, endings, generation)
        except Unavailable as error:
            failures.append(error)
            continue
        if tally is not None and tally.covered:
            covered.add(key)
    return covered


def _release(store: Store, key: BatchKey, freed: set[str]) -> None:
    """Charge a closed batch and free its slot. `freed`: the tenants of whose slots one may be free
    now.
    """
    if key.is_documents:
        _settle(store, key, None, freed)
        return
    batch = store.batches.read(key)
    if batch is None or batch.open:
        return
    charge(store.money, batch)
    if release(store, batch):
        freed.add(key.tenant)


def _documents(changes: Sequence[Change]) -> Mapping[BatchKey, set[ItemKey]]:
    """The documents that have ended, by batch."""
    ended: dict[BatchKey, set[ItemKey]] = defaultdict(set)
    for change in changes:
        if isinstance(change, ItemEnded) and change.item.batch.is_documents:
            ended[change.item.batch].add(change.item)
    return ended


def _settle(
    store: Store, key: BatchKey, ended: Collection[ItemKey] | None, freed: set[str]
) -> None:
    """The same for a batch of documents, which may stay open."""
    if settle_hand_overs(store, key, ended).freed:
        freed.add(key.tenant)


def _try(action: Callable[[], object], failures: list[Unavailable]) -> bool:
    """-> whether it was done."""
    try:
        action()
    except Unavailable as error:
        failures.append(error)
        return False
    return True
