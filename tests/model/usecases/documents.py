"""How would a batch of documents grow, be handed over, deleted and get its receiver?

Nothing of this is in the product yet. The rest of the protocol is built so that it can come: the
configurations named `documents-...` say whether that is still so.
"""

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, documents, items, tallies
from tests.model.ports.documents import Growing
from tests.model.records import CANCEL, QUEUED, UPLOADED, Batch, Item, Tally
from tests.model.setting import Setting
from tests.model.usecases.settle import settle


def upload(m: Setting) -> Calls[Ending]:
    """Add one document; a batch that has closed is opened again."""
    while True:
        seen = yield from batches.read(_growing_of)
        if seen is None:
            return Answer("refused")
        chunk, expected = yield from _place(m, seen.chunks)
        done = yield from documents.add(seen, chunk, expected)
        if done:
            return Answer("uploaded")


def _place(m: Setting, chunks: int) -> Calls[tuple[int, int]]:
    """Where the next one goes: chunk and position."""
    expected = yield from tallies.read(chunks - 1, _expected_of)
    return (chunks - 1, expected) if expected < m.chunk else (chunks, 0)


def process(_: Setting) -> Calls[Ending]:
    """Hand over what was uploaded. A repeat does what is missing."""
    chunks = yield from batches.read(_chunks_of)
    for chunk in range(chunks):
        yield from _process_chunk(chunk)
    return Answer("processed")


def _process_chunk(chunk: int) -> Calls[None]:
    expected = yield from tallies.read(chunk, _expected_of)
    states = yield from items.read_chunk(chunk, expected, _state_of)
    for position in range(expected):
        if states[position] == UPLOADED:
            yield from documents.queue(chunk, position)
    if UPLOADED in states or QUEUED in states:
        yield from documents.want(chunk)


def delete(m: Setting) -> Calls[Ending]:
    """End what waits; what is being processed ends by itself."""
    yield from batches.raise_fence(CANCEL)
    yield from settle(m)
    return Answer("deleted")


def register(m: Setting) -> Calls[Ending]:
    """Take a receiver's address, late."""
    while True:
        generation, open_ = yield from batches.read(_generation_of)
        done = yield from documents.register(generation, open=open_)
        if done:
            break
    if m.breaks("register-then-arm") and not open_:
        yield from documents.arm(generation)
    return Answer("registered", (generation,))


def _growing_of(batch: Batch) -> Growing | None:
    """None: the fence keeps uploads out."""
    if batch.fence is not None:
        return None
    return Growing(batch.total, batch.chunks, batch.open, batch.generation)


def _expected_of(tally: Tally | None) -> int:
    return tally.expected if tally else 0


def _chunks_of(batch: Batch) -> int:
    return batch.chunks


def _state_of(item: Item | None) -> str:
    return item.state if item else ""


def _generation_of(batch: Batch) -> tuple[int, bool]:
    return batch.generation, batch.open
