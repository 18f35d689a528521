"""What follows when documents have ended?

Each hand-over is charged once all its documents have ended, from their rows: they never change
again, so it may be charged again. When no document handed over is open, the batch frees its slot,
though it may still hold documents that were only uploaded.

Source: Documents API contract: a document batch holds a slot until no document handed over is open.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from batchbell.domain.batch import Batch
from batchbell.domain.budget import Budget, Charge, batch_reservation
from batchbell.domain.identifiers import BatchKey, ItemKey, chunk_length
from batchbell.domain.item import Item
from batchbell.domain.tally import summarise
from batchbell.ports import Store


class Settled(NamedTuple):
    """What came of it: how many reservations were ended, and whether a slot may be free."""

    reservations: int
    freed: bool


def settle_hand_overs(
    store: Store, key: BatchKey, just_ended: Collection[ItemKey] | None = None
) -> Settled:
    """Charge hand-overs that have ended (only those of documents that have `just_ended`, or all),
    and free the slot when nothing is in work. May be repeated.
    """
    batch = store.batches.read(key)  # before the documents: see `free_idle`
    if batch is None:
        return Settled(0, freed=False)
    items = read_items(store, batch)
    ended = _charge(store, batch, items, just_ended)
    return Settled(ended, _free(store, batch, items))


def free_when_idle(store: Store, key: BatchKey) -> None:
    """Free the slot when nothing is in work; charge nothing. For those who have just taken it."""
    batch = store.batches.read(key)
    if batch is not None:
        _free(store, batch, read_items(store, batch))


def _free(store: Store, batch: Batch, items: Iterable[Item]) -> bool:
    """-> whether a slot may be free."""
    wanted = batch.takes_work and batch.dispatch.wanted
    return rests(batch, items) and not wanted and store.slots.free_idle(batch)


def rests(batch: Batch, items: Iterable[Item]) -> bool:
    """Whether no document is in work, nor on its way there: a deleted batch hands none over, and in
    a closed one none is left.
    """
    on_their_way = batch.hand_over is not None and batch.takes_work
    return not on_their_way and not any(item.handed_over_and_open for item in items)


def read_items(store: Store, batch: Batch) -> list[Item]:
    """Every document's item."""

    def read(chunk: int) -> list[Item]:
        expected = chunk_length(batch.total, chunk)
        return list(store.items.read_chunk(batch.key, chunk, expected).values())

    return [item for items in store.each(read, range(batch.chunks)) for item in items]


def _charge(
    store: Store,
    batch: Batch,
    items: Sequence[Item],
    just_ended: Collection[ItemKey] | None,
) -> int:
    """-> how many reservations were ended. One may have no documents: it began, and the batch was
    deleted before they were queued.
    """
    budget = store.money.budgets.read(batch.key.tenant)
    reserved = {} if budget is None else _reservations(batch.key, budget)
    groups = by_hand_over(items)
    numbers = groups.keys() | reserved.keys()
    if just_ended is not None:
        numbers = {item.hand_over for item in items if item.key in just_ended and item.hand_over}
    ended = [n for n in sorted(numbers) if _has_ended(batch, n, groups.get(n, []))]
    return sum(_charge_one(store, batch, n, groups.get(n, []), reserved.get(n)) for n in ended)


def _reservations(key: BatchKey, budget: Budget) -> dict[int, int]:
    """Credits by the number of the hand-over."""
    parted = {name: name.rpartition("#") for name in budget.reservations}
    return {
        int(number): budget.reservations[name]
        for name, (batch, _, number) in parted.items()
        if batch == key.batch
    }


def _has_ended(batch: Batch, number: int, members: Iterable[Item]) -> bool:
    under_way = batch.hand_over is not None and batch.hand_over.number == number
    if under_way and batch.open:  # somebody may still be queueing documents
        return False
    if not under_way and number > batch.dispatch.number:  # begun since: its documents were not seen
        return False
    return all(item.state.terminal for item in members)


def by_hand_over(items: Iterable[Item]) -> Mapping[int, list[Item]]:
    """The documents that were handed over, by the number of the hand-over."""
    groups: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        if item.hand_over is not None:
            groups[item.hand_over].append(item)
    return groups


def _charge_one(
    store: Store, batch: Batch, number: int, items: list[Item], reserved: int | None
) -> bool:
    """-> whether it had a reservation that is ended now."""
    summary = summarise(items)
    tenant, name = batch.key.tenant, batch_reservation(batch.key, number)
    if items:
        at = summary.completed_at or store.now()
        store.money.ledger.put(Charge(tenant=tenant, name=name, at=at, counts=summary.counts))
    if reserved is None:
        return False
    return store.money.budgets.give_back(tenant, name, reserved, summary.counts.credits)
