"""What would calls do that only documents need?

No product has them yet: a batch that grows, is opened again, or gets its receiver late.
"""

from typing import NamedTuple

from tests.model.calls import port
from tests.model.records import NO_RECEIVER, OWED, QUEUED, UPLOADED, Dispatch, Item, Tally
from tests.model.world import World


class Growing(NamedTuple):
    """What adding an item is conditional on."""

    total: int
    chunks: int
    open: bool
    generation: int


@port("batches.add")
def add(w: World, seen: Growing, chunk: int, expected: int) -> bool:
    """Item, tally and batch in one transaction, on everything as read. -> whether it is done."""
    batch, tally, breaks = w.batch, w.tally(chunk), w.setting.breaks
    now = Growing(batch.total, batch.chunks, batch.open, batch.generation)
    if now != seen or batch.fence or (tally.expected if tally else 0) != expected:
        return False
    kept = batch.open or breaks("reopen-keeps-generation")
    generation = batch.generation if kept else batch.generation + 1
    old = tally or Tally(0, Dispatch(wanted=False, number=0))
    grown = old._replace(expected=expected + 1, generation=generation, summary=None)
    w.write_tally(chunk, grown)
    closed = batch.closed_chunks
    w.write_batch(
        batch._replace(
            total=batch.total + 1,
            chunks=batch.chunks if breaks("add-keeps-chunks") else max(batch.chunks, chunk + 1),
            outcome=None,
            counts=None,
            generation=generation,
            closed_chunks=closed if breaks("add-keeps-closed-chunk") else closed & ~(1 << chunk),
            due=batch.due if breaks("add-not-due") else True,
        )
    )
    w.write_item(chunk, expected, Item(UPLOADED, generation=generation))
    return True


@port("items.queue")
def queue(w: World, chunk: int, position: int) -> None:
    """An uploaded document is handed over."""
    item = w.item(chunk, position)
    if item and item.state == UPLOADED:
        w.write_item(chunk, position, item._replace(state=QUEUED))


@port("tallies.want")
def want(w: World, chunk: int) -> None:
    """Another send is wanted."""
    tally = w.tally(chunk)
    if tally is None:
        return
    dispatch = tally.dispatch
    if w.setting.breaks("sent-without-number"):
        wanted = Dispatch(wanted=True, number=1)
    else:
        wanted = Dispatch(wanted=True, number=dispatch.number + 1)
    w.write_tally(chunk, tally._replace(dispatch=wanted))


@port("batches.register")
def register(w: World, generation: int, *, open: bool) -> bool:
    """A receiver, late: due again, and of a closed batch the newest event is owed again."""
    if (w.batch.generation, w.batch.open) != (generation, open):
        return False
    w.write_batch(w.batch._replace(webhook=True, due=True))
    if not open and not w.setting.breaks("register-then-arm"):
        _arm(w, generation)
    return True


@port("events.arm")
def arm(w: World, generation: int) -> None:
    """A breakage's: the second half of `register`, on its own."""
    _arm(w, generation)


def _arm(w: World, generation: int) -> None:
    event = w.event(generation)
    if event and event.verdict == NO_RECEIVER:
        w.write_event(generation, event._replace(verdict=OWED))
