"""What does a worker do with a page? One at a time here."""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import AGAIN, Ending
from tests.model.ports import batches, contents, items
from tests.model.ports.items import EXHAUSTED, LEASED, Claimed
from tests.model.records import FATAL, POSTPONED, SUCCEEDED, Batch
from tests.model.setting import Setting
from tests.model.usecases.dispatch import fail_batch
from tests.model.usecases.read_spec import read_spec
from tests.model.usecases.settle import fenced_ending

_LEFT = "left"
"""A breakage's: the row stays as it is."""


class _Seen(NamedTuple):
    """What decides whether an item starts."""

    takes_work: bool
    fence: str | None
    started_at: int | None


def work_page(m: Setting, chunk: int, position: int) -> Calls[Ending]:
    """Claim, do, finish."""
    claim = yield from items.claim(chunk, position)
    if isinstance(claim, str):
        return (yield from _turned_away(m, chunk, position, claim))
    ending = yield from _begin(m, chunk, position, claim)
    if ending is None:
        return (yield from _attempt(m, chunk, position, claim.attempt))
    if ending != _LEFT:
        yield from items.finish(chunk, position, claim.attempt, ending)
    return None


def _turned_away(m: Setting, chunk: int, position: int, refused: str) -> Calls[Ending]:
    """Ended: done with. Its last attempt died: say so. Leased: not before the lease is over."""
    if refused == EXHAUSTED:
        yield from items.fail_exhausted(chunk, position)
    return AGAIN if refused == LEASED and not m.breaks("leased-message-deleted") else None


def _begin(m: Setting, chunk: int, position: int, claim: Claimed) -> Calls[str | None]:
    """Read the batch: this read decides whether a page starts. -> None, or how the item ends."""
    if m.breaks("no-fence-read"):
        return None
    seen = yield from batches.read_to_begin(chunk, position, _to_begin)
    if not seen.takes_work:
        return _LEFT if m.breaks("turned-away-leaves-row") else fenced_ending(seen.fence)
    found = yield from read_spec()
    if not found:
        yield from fail_batch(m)
        return fenced_ending(FATAL)
    if seen.started_at is None or claim.started_at < seen.started_at:
        yield from batches.mark_started(claim.started_at)
    return None


def _attempt(m: Setting, chunk: int, position: int, attempt: int) -> Calls[Ending]:
    """One attempt. Its result goes first."""
    outcome = m.outcome_of(attempt)
    if outcome == POSTPONED:
        postponed = yield from items.postpone(chunk, position, attempt)
        return AGAIN if postponed else None
    if outcome == SUCCEEDED:
        yield from contents.put_result(chunk, position)
    yield from items.finish(chunk, position, attempt, outcome)
    return None


def _to_begin(batch: Batch) -> _Seen:
    return _Seen(batch.takes_work, batch.fence, batch.started_at)
