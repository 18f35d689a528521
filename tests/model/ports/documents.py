"""What do calls on documents do: records, bytes, and a batch that grows?"""

from typing import NamedTuple

from tests.model.calls import CLOCK, port
from tests.model.records import UPLOADED, Batch, Dispatch, Item, Tally
from tests.model.world import Violation, World


class Growing(NamedTuple):
    """What adding a document is conditional on."""

    total: int
    open: bool
    generation: int


def growing_of(batch: Batch) -> Growing:
    """A view."""
    return Growing(batch.total, batch.open, batch.generation)


@port("documents.read")
def find(w: World, name: int) -> tuple[int, int] | None:
    """Where a document is, or None."""
    places = [(chunk, position) for known, chunk, position in w.documents if known == name]
    return places[0] if places else None


@port("documents.read")
def read(_: World) -> None:
    """The record of an item's document: it is there."""


@port("files.put")
def put_file(_: World) -> None:
    """Store the bytes that came with an upload."""


@port("files.get")
def get_file(w: World, chunk: int, position: int) -> bool:
    """Whether a document's bytes are there."""
    return (chunk, position) not in w.lacking


@port(CLOCK)
def link_is_live(w: World, chunk: int, position: int) -> bool:
    """A look at the clock: whether a document's link has not ended."""
    return (chunk, position) in w.links


@port("batches.add")
def add(w: World, seen: Growing, name: int) -> bool:
    """Item, document, tally and batch in one transaction, on everything as read. -> whether it is
    done.
    """
    batch, breaks = w.batch, w.setting.breaks
    chunk, position = divmod(seen.total, w.setting.chunk)
    tally = w.tally(chunk) or Tally(0, Dispatch(wanted=False, number=0))
    known = name in (other for other, *_ in w.documents)
    if growing_of(batch) != seen or batch.fence or batch.purged or tally.expected != position:
        return False
    if known and not breaks("add-again"):
        return False
    kept = batch.open or breaks("reopen-keeps-generation")
    generation = batch.generation if kept else batch.generation + 1
    w.write_tally(chunk, tally._replace(expected=position + 1, generation=generation, summary=None))
    w.write_batch(_grown(w, chunk, generation))
    w.write_item(chunk, position, Item(UPLOADED, generation=generation))
    if known:
        raise Violation("one upload made two documents")
    _remember(w, name, chunk, position)
    return True


def _grown(w: World, chunk: int, generation: int) -> Batch:
    """The batch with one document more."""
    batch, breaks = w.batch, w.setting.breaks
    closed = batch.closed_chunks
    return batch._replace(
        total=batch.total + 1,
        chunks=batch.chunks if breaks("add-keeps-chunks") else chunk + 1,
        outcome=None,
        counts=None,
        generation=generation,
        closed_chunks=closed if breaks("add-keeps-closed-chunk") else closed & ~(1 << chunk),
        due=batch.due if breaks("add-not-due") else True,
        put_back=not breaks("add-not-due"),
    )


def _remember(w: World, name: int, chunk: int, position: int) -> None:
    w.documents |= {(name, chunk, position)}
    if name in w.setting.linked:
        w.links |= {(chunk, position)}
        w.lacking |= {(chunk, position)}
