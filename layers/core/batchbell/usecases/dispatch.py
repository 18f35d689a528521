"""How do the messages of a batch reach the queue?

Batch `wanted` -> its tallies, each `wanted` -> the chunk's messages, then `sent`. The tallies of
pages are made here, those of documents by their uploads. Whatever dies in between is repeated by
its stream record or the sweeper; a message sent twice finds its item claimed.
"""

from batchbell.domain.batch import Batch, Fence, FenceReason
from batchbell.domain.errors import SpecMissing, Unavailable
from batchbell.domain.identifiers import BatchKey, ItemKey, chunk_length
from batchbell.domain.item import Item
from batchbell.domain.tally import Dispatch, Phase, Tally
from batchbell.ports import ItemMessage, ItemQueue, Store
from batchbell.usecases.read_spec import read_spec
from batchbell.usecases.settle import settle

_ROUNDS = 20
"""A send that ends meanwhile is rare: this many mean that something is wrong."""


def dispatch(store: Store, batch: Batch) -> None:
    """Make the tallies of a batch whose dispatch is wanted; fail one whose input list is lost."""
    if not batch.dispatch.wanted:
        return
    if batch.kind.grows:
        want_tallies(store, batch)
        return
    try:
        read_spec(store, batch)
    except SpecMissing:
        fail_batch(store, batch.key)
        return
    make_tallies(store, batch)


def make_tallies(store: Store, batch: Batch) -> None:
    """Put every tally that is absent, each wanting its messages, then mark the batch as sent."""
    for chunk in range(batch.chunks):
        store.tallies.put(batch.key, _new_tally(batch, chunk, store.now()))
    store.batches.mark_sent(batch.key, batch.dispatch.number, store.now())


def want_tallies(store: Store, batch: Batch) -> None:
    """Have the messages of every chunk sent that holds a document which waits for a worker, then
    mark the batch as sent.
    """
    for tally in store.tallies.read_all(batch.key).values():
        items = store.items.read_chunk(batch.key, tally.chunk, tally.expected)
        if waiting_positions(store, tally, items):
            _want(store, batch.key, tally)
    store.batches.mark_sent(batch.key, batch.dispatch.number, store.now())


def _want(store: Store, key: BatchKey, tally: Tally) -> None:
    """Also where a send is wanted already: whoever is about to do it has read the documents, and
    may not know of these.
    """
    seen: Tally | None = tally
    for _ in range(_ROUNDS):
        if seen is None or store.tallies.want(key, seen, store.now()):
            return
        seen = store.tallies.read(key, tally.chunk)
    raise Unavailable("this chunk is being sent again and again")


def dispatch_tally(store: Store, queue: ItemQueue, key: BatchKey, chunk: int) -> None:
    """Send the messages of a chunk whose dispatch is wanted, unless the fence is up."""
    batch = store.batches.read(key)
    if batch is None or not batch.takes_work:
        return
    tally = store.tallies.read(key, chunk)
    if tally is not None and tally.dispatch.wanted:
        items = store.items.read_chunk(key, chunk, tally.expected)
        positions = waiting_positions(store, tally, items)
        send_positions(store, queue, batch, tally, positions, tally.dispatch.number)


def waiting_positions(store: Store, tally: Tally, items: dict[int, Item]) -> list[int]:
    """The positions that nobody works on."""
    now = store.now()
    return [p for p in range(tally.expected) if p not in items or items[p].waits(now)]


def send_positions(
    store: Store,
    queue: ItemQueue,
    batch: Batch,
    tally: Tally,
    positions: list[int],
    number: int,
) -> None:
    """Send messages for a chunk's positions, then record that as send `number`."""
    queue.send([message_of(batch, tally.chunk, position) for position in positions])
    store.tallies.mark_sent(batch.key, tally, number, store.now())


def message_of(batch: Batch, chunk: int, position: int) -> ItemMessage:
    """The order to work on an item of a batch."""
    return ItemMessage(ItemKey(batch.key, chunk, position), alone=not batch.kind.takes_slot)


def fail_batch(store: Store, key: BatchKey) -> Fence:
    """The input list is lost: nothing starts any more, and every open item fails. -> the fence for
    that.
    """
    fence = Fence(FenceReason.FATAL, store.now())
    store.batches.raise_fence(key, fence)
    settle(store, key)
    return fence


def _new_tally(batch: Batch, chunk: int, now: int) -> Tally:
    return Tally(
        chunk=chunk,
        expected=chunk_length(batch.total, chunk),
        dispatch=Dispatch(Phase.WANTED, 1, now),
        generation=batch.generation,
    )
