"""What do calls on tallies do?"""

from collections.abc import Callable
from typing import TypeVar

from tests.model.calls import Calls, PortCall, Step, port
from tests.model.records import Dispatch, Summary, Tally
from tests.model.world import World

V = TypeVar("V")


@port("tallies.put")
def put(w: World, chunk: int, expected: int, dispatch: Dispatch) -> None:
    """Put if absent."""
    if w.tally(chunk) is None:
        w.write_tally(chunk, Tally(expected, dispatch, w.batch.generation))


@port("tallies.read")
def read(w: World, chunk: int, view: Callable[[Tally | None], V]) -> V:
    """A view of one."""
    return view(w.tally(chunk))


def read_all(chunks: int, view: Callable[[Tally | None], V]) -> Calls[tuple[V, ...]]:
    """A view of each, or of its absence."""
    views: tuple[V, ...] = ()
    for chunk in range(chunks):
        seen = yield from _read_row(chunk, view, more=chunk + 1 < chunks)
        views += (seen,)
    return views


def _read_row(chunk: int, view: Callable[[Tally | None], V], *, more: bool) -> Calls[V]:
    def run(w: World) -> V:
        return view(w.tally(chunk))

    return PortCall(Step("tallies.read_all", run, (chunk,), more))


@port("tallies.mark_sent")
def mark_sent(w: World, chunk: int, seen: Dispatch, number: int) -> None:
    """The dispatch as it was read becomes `sent#number`."""
    tally = w.tally(chunk)
    if tally and (tally.dispatch == seen or w.setting.breaks("sent-without-number")):
        w.write_tally(chunk, tally._replace(dispatch=Dispatch(wanted=False, number=number)))


@port("tallies.want")
def want(w: World, chunk: int, seen: Dispatch) -> bool:
    """The dispatch as it was read becomes `wanted`, with the next number. -> whether it is so."""
    tally, breaks = w.tally(chunk), w.setting.breaks
    if tally is None or tally.dispatch != seen:
        return False
    number = 1 if breaks("sent-without-number") else seen.number + 1
    w.write_tally(chunk, tally._replace(dispatch=Dispatch(wanted=True, number=number)))
    return True


@port("tallies.fold")
def fold(
    w: World, chunk: int, endings: tuple[tuple[int, str], ...], generation: int
) -> bool | None:
    """Unite positions with the sets. -> whether that covers the tally; None: it takes no report."""
    tally = w.tally(chunk)
    if tally is None and w.setting.breaks("fold-creates-tally"):
        tally = Tally(0, Dispatch(wanted=False, number=0))
    if tally is None or tally.generation > generation:
        return None
    before = tally
    for position, state in endings:
        place = _counted(tally, position) if w.setting.breaks("counter") else position
        tally = tally._replace(**{state: getattr(tally, state) | 1 << place})
    w.write_tally(chunk, tally)
    return (before if w.setting.breaks("fold-answers-before") else tally).covered


def _counted(tally: Tally, position: int) -> int:
    """A breakage's: a position that is known already is counted as one more."""
    free = [place for place in range(tally.expected) if not tally.known >> place & 1]
    return position if position in free or not free else free[0]


@port("tallies.close_chunk")
def close_chunk(w: World, chunk: int, expected: int, generation: int, summary: Summary) -> bool:
    """Write the summary and add the chunk to the closed ones, in one transaction."""
    tally = w.tally(chunk)
    if tally is None:
        return False
    as_seen = (tally.expected, tally.generation) == (expected, generation)
    if not as_seen and not w.setting.breaks("close-chunk-unconditional"):
        return False
    w.write_tally(chunk, tally._replace(summary=summary))
    w.write_batch(w.batch._replace(closed_chunks=w.batch.closed_chunks | 1 << chunk))
    return True
