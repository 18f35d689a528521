"""How do tallies learn which items have ended?

A fold is a set union: seen twice, late, shuffled or by two invocations it leaves the same tally.
"""

from collections.abc import Mapping

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item, endings_of
from batchbell.domain.tally import Tally
from batchbell.ports import Store


def fold_items(store: Store, key: BatchKey, chunk: int, items: Mapping[int, Item]) -> Tally | None:
    """Report all items of a chunk that have ended. -> the tally; None: it takes no report."""
    endings = endings_of(items)
    if not endings:
        return None
    generation = max(items[position].generation for position in endings)
    return store.tallies.fold(key, chunk, endings, generation)


def fold_lacking(store: Store, batch: Batch, tallies: Mapping[int, Tally]) -> int:
    """Report, chunk by chunk, what the items say and the tallies do not know. -> how many items
    that were.
    """
    return sum(
        _fold_chunk(store, batch.key, tally)
        for chunk, tally in tallies.items()
        if chunk not in batch.closed_chunks and not tally.covered
    )


def _fold_chunk(store: Store, key: BatchKey, tally: Tally) -> int:
    items = store.items.read_chunk(key, tally.chunk, tally.expected)
    lacking = endings_of(items).keys() - tally.known
    if lacking:
        fold_items(store, key, tally.chunk, items)
    return len(lacking)
