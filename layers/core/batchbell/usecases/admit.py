"""When may a batch start, whose tenant runs only so many at a time?

A batch queues up before it tries to take a slot, and leaves the queue when it has been dispatched:
whoever comes then (its own stream record, the close of another, the sweeper) starts those at the
head. Slots are a set of names, so that everything here can be repeated.

Source: Pages API contract, "Limits": a whole batch holds one from dispatch to close; with none free
it waits, in order.
"""

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
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


def reclaim(store: Store, tenant: str) -> int:
    """Free what a close left undone. -> how many slots that were."""
    leaked = [name for name in store.slots.members(tenant) if _ended(store, tenant, name)]
    for name in leaked:
        store.slots.free(tenant, name)
    return len(leaked)


def _admitted(store: Store, waiting: Waiting, limit: int) -> bool:
    """Take a slot, then read the batch: if it has closed meanwhile, its close did not see that it
    holds one.
    """
    tenant, name = waiting.key.tenant, waiting.key.batch
    mine = store.slots.take(tenant, name, limit)
    batch = store.batches.read(waiting.key)
    if batch is None or not batch.open:
        store.slots.free(tenant, name)
    elif batch.fence is None:
        if not mine:
            return False
        dispatch(store, batch)
    store.slots.leave(waiting)
    return True


def _ended(store: Store, tenant: str, name: str) -> bool:
    batch = store.batches.read(BatchKey(tenant, name))
    return batch is None or not batch.open
