"""When may a batch start, whose tenant runs only so many at a time?

A batch takes a slot when there is one and nobody waits. Else it queues up, and leaves the queue
when it has been dispatched: whoever comes then (its own stream record, the close of another, the
sweeper) starts those at the head. Slots are a set of names, so that everything here can be
repeated.

Source: Pages API contract, "Limits": a whole batch holds one from dispatch to close; with none free
it waits, in order.
"""

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey, call_expiry
from batchbell.ports import Store, Waiting
from batchbell.usecases.dispatch import dispatch


def begin(store: Store, key: BatchKey) -> bool:
    """Dispatch a batch that wants it, now or when it is its turn. -> whether it waits no more."""
    batch = store.batches.read(key)
    if batch is None or not batch.dispatch.wanted:
        return True
    if not batch.kind.takes_slot:
        dispatch(store, batch)
        return True
    limit = store.allowances.read(key.tenant).slots
    if not store.slots.waiting(key.tenant) and _started(store, key, limit):
        return True
    store.slots.wait(Waiting(batch.created_at, key), keep_until=batch.expires_at)
    return key in admit(store, key.tenant)


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
        store.slots.free(batch.key.tenant, batch.key.batch)
    return batch.kind.takes_slot


def wake_first(store: Store, tenant: str) -> None:
    """Have the dispatcher look at the batch that is the first to wait: its record tells it to, when
    it is written again. For those who free a slot and may not start a batch themselves.
    """
    for waiting in store.slots.waiting(tenant)[:1]:
        store.batches.look_again(waiting.key, store.now())


def reclaim(store: Store, tenant: str) -> int:
    """Free what a close left undone. -> how many slots that were."""
    leaked = [name for name in store.slots.members(tenant) if _ended(store, tenant, name)]
    for name in leaked:
        store.slots.free(tenant, name)
    return len(leaked)


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
        store.slots.free(key.tenant, key.batch)
    elif batch.fence is None:
        if not mine:
            return False
        dispatch(store, batch)
    return True


def _ended(store: Store, tenant: str, name: str) -> bool:
    """Whether the batch that holds a slot has closed, or the call (see `hold_slot`) is over."""
    expires_at = call_expiry(name)
    if expires_at is not None:
        return expires_at <= store.now()
    batch = store.batches.read(BatchKey(tenant, name))
    return batch is None or not batch.open
