"""Who repairs what died on the way?

The sweeper looks at every batch that is due, oldest first, and runs the normal path once more. Two
sweeps at once are harmless. Every repair is counted, and an alarm asks why it was needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from batchbell.domain.batch import Batch
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import AFTER_LEASE_MS, Item, ItemState, endings_of
from batchbell.domain.tally import Tally
from batchbell.ports import (
    Deliveries,
    ItemQueue,
    Store,
    WebhookMessage,
    WebhookQueue,
)
from batchbell.usecases.admit import admit, begin, reclaim, release
from batchbell.usecases.advance import advance
from batchbell.usecases.charge import charge, reclaim_credits
from batchbell.usecases.delete_documents import erase_documents
from batchbell.usecases.dispatch import message_of, send_positions, waiting_positions
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.fold import fold_items
from batchbell.usecases.hand_over import finish_hand_over
from batchbell.usecases.leave_due import erased_for_good_at, leave_due
from batchbell.usecases.notify import attempt_due, counting_attempts
from batchbell.usecases.purge import erase
from batchbell.usecases.settle import settle
from batchbell.usecases.settle_hand_overs import read_items, rests, settle_hand_overs


class Repair(StrEnum):
    """What the sweeper may find undone."""

    SETTLED = "settled"
    HANDED_ON = "handed_on"
    """A hand-over of documents that was under way."""
    DISPATCHED = "dispatched"
    SLOTS_FREED = "slots_freed"
    CREDITS_FREED = "credits_freed"
    CHARGED = "charged"
    FOLDED = "folded"
    CLOSED = "closed"
    SENT = "sent"
    """Messages of items."""
    HANDED_OVER = "handed_over"
    """The message of an event."""
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweeping:
    """What the sweeper works with."""

    pages: ItemQueue
    webhooks: WebhookQueue
    deliveries: Deliveries
    desk: Desk
    repaired: Callable[[BatchKey, Repair, int], None]


def sweep(store: Store, sweeping: Sweeping, key: BatchKey) -> Batch | None:
    """Look at one due batch and repair it. -> the batch as it was found."""
    found = store.batches.read(key)
    if found is None:
        return None
    idle = _waits_for_caller(store, found)  # before the repairs, which then miss nothing
    leases = _repair_open(store, sweeping, found) if found.open else []
    batch = store.batches.read(key)
    if batch is not None and not batch.open:
        _repair_closed(store, sweeping, batch)
    elif batch is not None:
        owed_at = _hand_over_owed(store, sweeping, key) if batch.generation > 1 else None
        if not (idle and owed_at is None and store.batches.rest(found)):
            _look_again(store, batch, leases, owed_at)
    return found


def _look_again(store: Store, batch: Batch, leases: Sequence[int], owed_at: int | None) -> None:
    """At the end of the earliest lease. `owed_at`: when an event is to be looked at again."""
    now = store.now()
    ends = [until + AFTER_LEASE_MS for until in leases if until >= now]
    looks = [now + store.limits.lease_of(batch.kind), *ends]
    store.batches.look_again(batch.key, min(looks if owed_at is None else [*looks, owed_at]))


def _waits_for_caller(store: Store, batch: Batch) -> bool:
    """Whether it holds documents that were only uploaded, and nothing is under way: what comes of
    their caller puts the batch on the list again.
    """
    if not batch.kind.grows or not batch.takes_work or batch.dispatch.wanted:
        return False
    if batch.next_look is not None and batch.next_look > store.now():
        return False  # it was put on the list again, for something that is still to come
    items = read_items(store, batch)
    return rests(batch, items) and any(item.state is ItemState.UPLOADED for item in items)


def _hand_over_owed(store: Store, sweeping: Sweeping, key: BatchKey) -> int | None:
    """Hand every event that is owed to the queue again. -> when to look at them again, or None:
    none is owed.
    """
    owed = [event for event in store.events.read_all(key) if event.verdict is Verdict.OWED]
    return min((_hand_over(store, sweeping, event) for event in owed), default=None)


def _repair_open(store: Store, sweeping: Sweeping, batch: Batch) -> list[int]:
    """-> until when the leases of its items run (epoch ms): then somebody must look again."""
    if batch.fence is not None:
        _repair_fenced(store, sweeping, batch)
    else:
        batch = _repair_hand_over(store, sweeping, batch)
        if batch.dispatch.wanted:
            _repair_waiting(store, sweeping, batch)
    leases: list[int] = []
    for tally in store.tallies.read_all(batch.key).values():
        if tally.summary is None:
            items = _repair_chunk(store, sweeping, batch, tally)
            leases += [item.lease_until for item in items.values() if item.lease_until is not None]
    after = advance(store, batch.key)
    if batch.fence is None and after is not None and not after.open:
        sweeping.repaired(batch.key, Repair.CLOSED, 1)
    if batch.kind.grows:
        _repair_settlement(store, sweeping, batch)
    return leases


def _repair_fenced(store: Store, sweeping: Sweeping, batch: Batch) -> None:
    """End what waits. Documents in work end by themselves, and are no fault."""
    never_begun = (ItemState.UPLOADED, ItemState.QUEUED)
    waits = batch.kind.grows and any(i.state in never_begun for i in read_items(store, batch))
    settle(store, batch.key)
    if waits or not batch.kind.grows:
        sweeping.repaired(batch.key, Repair.SETTLED, 1)


def _repair_hand_over(store: Store, sweeping: Sweeping, batch: Batch) -> Batch:
    """Go on with one that is under way. -> the batch as it is then."""
    if batch.hand_over is None:
        return batch
    after = finish_hand_over(store, batch)
    sweeping.repaired(batch.key, Repair.HANDED_ON, 1)
    return after


def _repair_settlement(store: Store, sweeping: Sweeping, batch: Batch) -> None:
    """Charge what has ended; free the slot when nothing is in work, and start who waits for it."""
    charged, freed = settle_hand_overs(store, batch.key)
    if charged:
        sweeping.repaired(batch.key, Repair.CHARGED, charged)
    if freed:
        admit(store, batch.key.tenant)


def _repair_waiting(store: Store, sweeping: Sweeping, batch: Batch) -> None:
    """Begin it, unless it only waits for a slot; slots and credits that nobody holds are freed."""
    if batch.kind.takes_slot:
        leaked = reclaim(store, batch.key.tenant)
        if leaked:
            sweeping.repaired(batch.key, Repair.SLOTS_FREED, leaked)
        dead = reclaim_credits(store, store.money, batch.key.tenant)
        if dead:
            sweeping.repaired(batch.key, Repair.CREDITS_FREED, dead)
    if begin(store, batch.key):
        sweeping.repaired(batch.key, Repair.DISPATCHED, 1)


def _repair_chunk(
    store: Store, sweeping: Sweeping, batch: Batch, tally: Tally
) -> Mapping[int, Item]:
    """Fold what the items say; send again what is open and overdue. -> the items as they were."""
    items = store.items.read_chunk(batch.key, tally.chunk, tally.expected)
    lacking = len(endings_of(items).keys() - tally.known)
    if lacking and fold_items(store, batch.key, tally.chunk, items):
        sweeping.repaired(batch.key, Repair.FOLDED, lacking)
    if batch.fence is None or batch.kind.grows:
        sent = _send_overdue(store, sweeping.pages, batch, tally, items)
        if sent:
            sweeping.repaired(batch.key, Repair.SENT, sent)
    return items


def _send_overdue(
    store: Store, queue: ItemQueue, batch: Batch, tally: Tally, items: dict[int, Item]
) -> int:
    """Send again all that nobody works on when it was never sent, or the last send is old (each
    wait is twice the one before); else what has lost its worker. -> how many items that were.

    Only a send of all counts: else a few workers that die again and again would put off the rest.
    """
    waiting = waiting_positions(store, tally, items)
    if not waiting:
        return 0
    waits_for_slot = batch.kind.grows and batch.dispatch.wanted
    if not waits_for_slot and _send_is_old(store, batch, tally):
        number = tally.dispatch.number + (0 if tally.dispatch.wanted else 1)
        send_positions(store, queue, batch, tally, waiting, number)
        return len(waiting)
    abandoned = [
        message_of(batch, tally.chunk, p)
        for p in waiting
        if p in items and items[p].state is ItemState.PROCESSING
    ]
    if abandoned:
        queue.send(abandoned)
    return len(abandoned)


def _send_is_old(store: Store, batch: Batch, tally: Tally) -> bool:
    """Documents: each hand-over counts as a send, so the wait does not grow with them."""
    doublings = 1 if batch.kind.grows else tally.dispatch.number
    patience = store.limits.lease_of(batch.kind) * 2**doublings
    return tally.dispatch.wanted or tally.dispatch.at + patience < store.now()


def _repair_closed(store: Store, sweeping: Sweeping, batch: Batch) -> None:
    """Give back what it held; hand owed events to the queue again; erase again what was to be
    erased, for somebody may have stored something late; leave when nothing is owed.
    """
    if batch.kind.grows:
        _repair_settlement(store, sweeping, batch)
    else:
        if charge(store.money, batch):
            sweeping.repaired(batch.key, Repair.CHARGED, 1)
        release(store, batch)
    look_at = store.now() + store.limits.closed_look_ms
    owed_at = _hand_over_owed(store, sweeping, batch.key)
    look_at = look_at if owed_at is None else min(look_at, owed_at)
    for_good_at = erased_for_good_at(store, batch) or 0
    for_good = for_good_at <= store.now()  # asked before it is erased, not after
    if batch.purged_at is not None:
        erased = _erase(store, sweeping, batch)
        if erased:
            sweeping.repaired(batch.key, Repair.ERASED, erased)
        look_at = min(look_at, max(for_good_at, store.now()))
    if not (for_good and leave_due(store, batch)):
        store.batches.look_again(batch.key, look_at)


def _erase(store: Store, sweeping: Sweeping, batch: Batch) -> int:
    if batch.kind.grows:
        return erase_documents(store, sweeping.desk, batch)
    return erase(store, batch)


def _hand_over(store: Store, sweeping: Sweeping, event: Event) -> int:
    """Send an event's message again, unless its next attempt is still to come. -> when to look
    again.
    """
    now = store.now()
    due = attempt_due(store, counting_attempts(sweeping.deliveries, event))
    if due is not None and due > now:
        return due + store.limits.lease_ms
    sweeping.webhooks.send([WebhookMessage(event.key, event.generation)])
    sweeping.repaired(event.key, Repair.HANDED_OVER, 1)
    return now + store.limits.closed_look_ms
