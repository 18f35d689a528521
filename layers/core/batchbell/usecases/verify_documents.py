"""Do the records of a batch of documents agree with one another?

What is checked of every batch is in `verify`. Here: that each generation brought documents and,
once it had closed, its one event, and that a document's record says where it came from.
"""

from collections.abc import Iterator, Mapping, Sequence

from batchbell.domain.batch import Batch
from batchbell.domain.event import Event
from batchbell.domain.item import Item, ItemState

Check = tuple[str, bool, str]
"""A fact, whether it is one, and what is wrong if it is not."""

_NEVER_WORKED_ON = frozenset((ItemState.UPLOADED, ItemState.CANCELED))


def check_documents(
    batch: Batch, rows: Mapping[int, Mapping[int, Item]], events: Sequence[Event]
) -> Iterator[Check]:
    """What is to be proved of it, as found. `rows`: by chunk and position."""
    items = [rows[chunk][position] for chunk in sorted(rows) for position in sorted(rows[chunk])]
    closed = batch.generation if not batch.open else batch.generation - 1
    told = [event.generation for event in events]
    yield (
        f"one event for each of {closed} closed generation(s)",
        told == list(range(1, closed + 1)),
        f"{closed} closed generation(s), events {told}",
    )
    yield from _check_items(batch, items)


def _check_items(batch: Batch, items: Sequence[Item]) -> Iterator[Check]:
    generations = [item.generation for item in items]
    yield (
        "each generation brought documents, in order",
        sorted(set(generations)) == list(range(1, batch.generation + 1))
        and generations == sorted(generations),
        f"generation {batch.generation}, its documents' are {generations}",
    )
    names = [item.document for item in items]
    yield (
        f"{batch.total} documents, each with an id of its own",
        None not in names and len(set(names)) == batch.total,
        f"{batch.total} documents, {len(set(names))} ids",
    )
    numbers = [item.hand_over for item in items if item.hand_over is not None]
    yield (
        "hand-overs took documents in order",
        numbers == sorted(numbers),
        f"the hand-overs of the documents are {numbers}",
    )
    odd = [item.key.index for item in items if not _came_about(item)]
    yield ("each document was handed over before it was worked on", not odd, f"odd records: {odd}")


def _came_about(item: Item) -> bool:
    """Whether a document can have come to its state."""
    if item.hand_over is None:
        return item.state in _NEVER_WORKED_ON and item.started_at is None
    return item.state is not ItemState.UPLOADED and item.spec is not None
