"""How do the messages of a batch reach the queue?"""

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, items, queues, tallies
from tests.model.records import FATAL, QUEUED, Batch, Dispatch, Item, Tally
from tests.model.setting import Setting
from tests.model.usecases.read_spec import read_spec
from tests.model.usecases.settle import settle


def dispatch_pages(m: Setting, number: int) -> Calls[None]:
    """Make the tallies of a batch whose dispatch is wanted; fail one whose input list is lost."""
    found = yield from read_spec()
    if not found:
        yield from fail_batch(m)
        return
    yield from _make_tallies(m, number)


def want_tallies(m: Setting, number: int, chunks: int) -> Calls[None]:
    """Have the messages of every chunk sent that holds a document which waits for a worker, then
    mark the batch as sent.
    """
    if m.breaks("sent-before-tallies"):
        yield from batches.mark_sent(number)
    seen = yield from tallies.read_all(chunks, _sending_of)
    for chunk in range(chunks):
        tally = seen[chunk]
        if tally is not None:
            yield from _want_chunk(m, chunk, *tally)
    yield from batches.mark_sent(number)


def _want_chunk(m: Setting, chunk: int, expected: int, dispatch: Dispatch) -> Calls[None]:
    waiting = yield from items.read_chunk(chunk, expected, waits)
    if any(waiting):
        yield from _want(m, chunk, dispatch)


def _want(m: Setting, chunk: int, dispatch: Dispatch) -> Calls[None]:
    """Also where a send is wanted already: whoever is about to do it may not know of these."""
    if m.breaks("want-once") and dispatch.wanted:
        return
    seen: Dispatch | None = dispatch
    while seen is not None:
        done = yield from tallies.want(chunk, seen)
        if done:
            return
        seen = yield from tallies.read(chunk, _dispatch_of)


def _make_tallies(m: Setting, number: int) -> Calls[None]:
    for chunk in range(m.chunks):
        yield from tallies.put(chunk, m.length(chunk), Dispatch(wanted=True, number=1))
    yield from batches.mark_sent(number)


def dispatch_tally(m: Setting, chunk: int) -> Calls[Ending]:
    """Send the messages of a chunk whose dispatch is wanted, unless the fence is up."""
    takes_work = yield from batches.read(takes_work_of)
    if not takes_work:
        return None
    wanted = yield from tallies.read(chunk, _wanted_of)
    if wanted is not None:
        yield from _send_chunk(m, chunk, wanted)
    return None


def _send_chunk(m: Setting, chunk: int, wanted: tuple[int, Dispatch]) -> Calls[None]:
    expected, dispatch = wanted
    waiting = yield from items.read_chunk(chunk, expected, waits)
    yield from send_positions(chunk, dispatch, positions_of(waiting), dispatch.number)


def send_positions(
    chunk: int, seen: Dispatch, positions: tuple[int, ...], number: int
) -> Calls[None]:
    """Send messages for a chunk's positions, then record that as send `number`."""
    yield from queues.send_pages(chunk, positions)
    yield from tallies.mark_sent(chunk, seen, number)


def fail_batch(m: Setting) -> Calls[None]:
    """Nothing starts any more, and every open item fails."""
    yield from batches.raise_fence(FATAL)
    yield from settle(m)


def takes_work_of(batch: Batch) -> bool:
    """A view."""
    return batch.takes_work


def _wanted_of(tally: Tally | None) -> tuple[int, Dispatch] | None:
    return (tally.expected, tally.dispatch) if tally and tally.dispatch.wanted else None


def _sending_of(tally: Tally | None) -> tuple[int, Dispatch] | None:
    return (tally.expected, tally.dispatch) if tally else None


def _dispatch_of(tally: Tally | None) -> Dispatch | None:
    return tally.dispatch if tally else None


def waits(item: Item | None) -> bool:
    """A view: nobody works on it. Of documents, only those that are queued have no worker."""
    return item is None or item.state == QUEUED or item.abandoned


def positions_of(chosen: tuple[bool, ...]) -> tuple[int, ...]:
    """The places of those chosen."""
    return tuple(position for position, yes in enumerate(chosen) if yes)
