"""How are uploaded documents handed over to the workers?

First the batch says which are, and what they may cost is reserved, in one transaction; then each
row is queued, with its fields; then the batch wants its dispatch. Whoever dies in between leaves a
hand-over that is under way: the next call for it, or the sweeper, goes on with it. What is uploaded
meanwhile is beyond it.

Source: Documents API contract, `POST /batches/{batch_name}/process`.
"""

from functools import partial

from batchbell.domain.batch import Batch, HandOver
from batchbell.domain.budget import CREDITS_PER_DOCUMENT
from batchbell.domain.document import DocumentFields
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import (
    BatchKey,
    ItemKey,
    chunk_count,
    chunk_length,
    fingerprint_of,
)
from batchbell.domain.item import ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.ports.budgets import Reserved
from batchbell.usecases.charge import reserved_or_refused
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.find_batch import find_batch

_ROUNDS = 60
"""As many documents as may be added meanwhile, each of which changes the batch."""


def hand_over(store: Store, desk: Desk, key: BatchKey, fields: DocumentFields) -> Batch:
    """Hand over every document that was not yet; none left, or a deleted batch: nothing changes.

    Raises `CallerError`: 402 when they may cost more than is available, 404, 410.
    """
    for attempt in range(_ROUNDS):
        batch = finish_hand_over(store, find_batch(store, key, JobKind.DOCUMENTS))
        if batch.fence is not None or batch.hand_over is not None:
            return batch
        waiting = _uploaded(store, batch, batch.total)
        if not waiting:
            return batch
        begun = _begin(store, batch, fields, len(waiting))
        if begun is not None:
            return finish_hand_over(store, begun)
        desk.pause(attempt + 1)
    raise Unavailable("this batch keeps changing while it is handed over")


def finish_hand_over(store: Store, batch: Batch) -> Batch:
    """Go on with the hand-over that is under way, if one is. -> the batch as it is then."""
    begun = batch.hand_over
    if begun is None or batch.fence is not None:
        return batch
    queue = partial(store.items.hand_over, number=begun.number, spec=begun.spec)
    store.each(queue, _uploaded(store, batch, begun.below))
    store.batches.end_hand_over(batch, store.now())
    return store.batches.read(batch.key) or batch


def _begin(store: Store, batch: Batch, fields: DocumentFields, documents: int) -> Batch | None:
    """-> the batch with its hand-over; None: it has changed meanwhile."""
    body = fields.as_body()
    begun = HandOver(batch.dispatch.number + 1, batch.total, fingerprint_of(body))
    store.specs.put(batch.key, begun.spec, body, keep_until=batch.parts_until)
    next_look = store.now() + store.limits.lease_of(batch.kind)
    cost = documents * CREDITS_PER_DOCUMENT
    if store.money.budgets.read(batch.key.tenant) is not None:
        attempt = partial(store.money.budgets.hand_over_reserved, batch, begun, cost, next_look)
        outcome = reserved_or_refused(store.money, batch.key.tenant, cost, store.now(), attempt)
        if outcome is not Reserved.NO_BUDGET:
            return batch.evolve(hand_over=begun) if outcome is Reserved.CREATED else None
    done = store.batches.begin_hand_over(batch, begun, next_look)
    return batch.evolve(hand_over=begun) if done else None


def _uploaded(store: Store, batch: Batch, below: int) -> list[ItemKey]:
    """The documents of the first `below` that were not handed over yet."""
    chunks = range(chunk_count(below))
    read = partial(_uploaded_of_chunk, store, batch, below)
    return [key for keys in store.each(read, chunks) for key in keys]


def _uploaded_of_chunk(store: Store, batch: Batch, below: int, chunk: int) -> list[ItemKey]:
    items = store.items.read_chunk(batch.key, chunk, chunk_length(below, chunk))
    return [item.key for item in items.values() if item.state is ItemState.UPLOADED]
