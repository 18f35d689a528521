"""How do the messages of a batch reach the queue?"""

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, items, queues, tallies
from tests.model.records import FATAL, QUEUED, Batch, Dispatch, Item, Tally
from tests.model.setting import Setting
from tests.model.usecases.read_spec import read_spec
from tests.model.usecases.settle import settle


def dispatch_batch(m: Setting) -> Calls[Ending]:
    """Make the tallies of a batch whose dispatch is wanted; fail one whose input list is lost."""
    dispatch = yield from batches.read(dispatch_of)
    if not dispatch.wanted:
        return None
    found = yield from read_spec()
    if not found:
        yield from fail_batch(m)
        return None
    yield from _make_tallies(m, dispatch.number)
    return None


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


def dispatch_of(batch: Batch) -> Dispatch:
    """A view."""
    return batch.dispatch


def takes_work_of(batch: Batch) -> bool:
    """A view."""
    return batch.takes_work


def _wanted_of(tally: Tally | None) -> tuple[int, Dispatch] | None:
    return (tally.expected, tally.dispatch) if tally and tally.dispatch.wanted else None


def waits(item: Item | None) -> bool:
    """A view: nobody works on it. Of documents, only those that are queued have no worker."""
    return item is None or item.state == QUEUED or item.abandoned


def positions_of(chosen: tuple[bool, ...]) -> tuple[int, ...]:
    """The places of those chosen."""
    return tuple(position for position, yes in enumerate(chosen) if yes)
