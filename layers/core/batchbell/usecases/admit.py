"""When may a batch start, whose tenant runs only so many at a time?

A batch takes a slot when there is one and nobody waits. Else it queues up, and leaves the queue
when it has been dispatched: whoever comes then (its own stream record, the close of another, the
sweeper) starts those at the head. Slots are a set of names, so that everything here can be
repeated.

Source: Pages API contract, "Limits": a whole batch holds one from dispatch to close; with none free
it waits, in order. One of documents holds it as long as any is in work (see `settle_hand_overs`).
"""

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey, call_expiry
from batchbell.ports import Store, Waiting
from batchbell.usecases.dispatch import dispatch
from batchbell.usecases.settle_hand_overs import free_when_idle, settle_hand_overs


def begin(store: Store, key: BatchKey) -> bool:
    """Dispatch a batch that wants it, now or when it is its turn. -> whether it waits no more."""
    batch = store.batches.read(key)
    if batch is None or not batch.dispatch.wanted:
        return True
    if not batch.kind.takes_slot:
        dispatch(store, batch)
        return True
    limit = store.allowances.read(key.tenant).slots
    if _is_next(store, batch) and _started(store, key, limit):
        return True
    store.slots.wait(Waiting(batch.dispatch.at, key), keep_until=batch.expires_at)
    return key in admit(store, key.tenant)


def _is_next(store: Store, batch: Batch) -> bool:
    """Whether nobody is in front of it. Who still has documents in work does not queue up for the
    slot that it holds: those in the queue wait for just that one.
    """
    tenant = batch.key.tenant
    if not store.slots.waiting(tenant):
        return True
    return batch.kind.grows and batch.key.batch in store.slots.members(tenant)


def admit(store: Store, tenant: str) -> list[BatchKey]:
    """Start those that wait, first come first, as long as there are slots. -> who waits no more."""
    limit = store.allowances.read(tenant).slots
    admitted: list[BatchKey] = []
    for waiting in store.slots.waiting(tenant):
        if not _admitted(store, waiting, limit):
            break
        admitted.append(waiting.key)
    return admitted


def release(store: Store, batch: Batch) -> bool:
    """Free a closed batch's slot. -> whether it took one: then `admit` starts who waits for it."""
    if batch.kind.takes_slot:
        _free(store, batch.key, batch)
    return batch.kind.takes_slot


def _free(store: Store, key: BatchKey, seen: Batch | None) -> None:
    """One of documents may have been opened again since: then it keeps its slot."""
    if seen is not None and seen.kind.grows:
        store.slots.free_idle(seen)
    else:
        store.slots.free(key.tenant, key.batch)


def wake_first(store: Store, tenant: str) -> None:
    """Have the dispatcher look at the batch that is the first to wait: its record tells it to, when
    it is written again. For those who free a slot and may not start a batch themselves.
    """
    for waiting in store.slots.waiting(tenant)[:1]:
        store.batches.look_again(waiting.key, store.now())


def reclaim(store: Store, tenant: str) -> int:
    """Free what a close left undone. -> how many slots that were."""
    return sum(_reclaim(store, tenant, name) for name in store.slots.members(tenant))


def _admitted(store: Store, waiting: Waiting, limit: int) -> bool:
    if not _started(store, waiting.key, limit):
        return False
    store.slots.leave(waiting)
    return True


def _started(store: Store, key: BatchKey, limit: int) -> bool:
    """Take a slot, then read the batch: if it has closed meanwhile, its close did not see that it
    holds one. -> whether it waits no more.
    """
    mine = store.slots.take(key.tenant, key.batch, limit)
    batch = store.batches.read(key)
    if batch is None or not batch.open:
        _free(store, key, batch)
    elif batch.fence is None:
        if not mine:
            return False
        dispatch(store, batch)
        if batch.kind.grows:  # nothing may have been left to send, or all of it has ended by now
            free_when_idle(store, key)
    return True


def _reclaim(store: Store, tenant: str, name: str) -> bool:
    """Free the slot of a batch that has closed (of documents: that has none in work), or of a call
    (see `hold_slot`) that is over. -> whether it was.
    """
    expires_at = call_expiry(name)
    if expires_at is None:
        return _reclaim_batch(store, BatchKey(tenant, name))
    if expires_at > store.now():
        return False
    store.slots.free(tenant, name)
    return True


def _reclaim_batch(store: Store, key: BatchKey) -> bool:
    batch = store.batches.read(key)
    if batch is not None and batch.kind.grows:
        return settle_hand_overs(store, key).freed
    if batch is not None and batch.open:
        return False
    store.slots.free(key.tenant, key.batch)
    return True
