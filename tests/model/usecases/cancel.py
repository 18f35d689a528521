"""How is a batch canceled, so that the answer is a fact?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches
from tests.model.records import CANCEL, FATAL, Batch
from tests.model.setting import Setting
from tests.model.usecases.advance import advance
from tests.model.usecases.fold import fold_lacking
from tests.model.usecases.settle import settle


class _Seen(NamedTuple):
    """A batch that is open."""

    fence: str | None
    chunks: int
    closed_chunks: int


def cancel(m: Setting) -> Calls[Ending]:
    """Cancel an open batch; canceling a canceled one again changes nothing."""
    seen = yield from batches.find(_to_cancel)
    if seen is None:
        return Answer("gone")
    if isinstance(seen, _Seen):
        outcome = yield from _cancel_open(m, seen)
    else:
        outcome = seen
    return Answer("canceled", (outcome,))


def _cancel_open(m: Setting, seen: _Seen) -> Calls[str | None]:
    """-> the outcome, or CANCEL when it was promised at the fence; None: it is not settled."""
    fence = seen.fence
    if fence is None:
        found = yield from _finish_or_fence(m, seen)
        if found not in (CANCEL, FATAL):
            return found
        fence = found
    if fence == CANCEL and (m.large or m.breaks("cancel-answers-first")):
        return CANCEL
    return (yield from settle(m))


def _finish_or_fence(m: Setting, seen: _Seen) -> Calls[str | None]:
    """What has finished is counted first. -> the outcome, or the fence of a batch that is open."""
    yield from fold_lacking(seen.chunks, seen.closed_chunks)
    outcome = yield from advance(m)
    if outcome is not None:
        return outcome
    yield from batches.raise_fence(CANCEL)
    return (yield from batches.read(_outcome_or_fence))


def _to_cancel(batch: Batch) -> _Seen | str | None:
    """What is open; or the outcome; None: erased."""
    if batch.purged:
        return None
    return batch.outcome or _Seen(batch.fence, batch.chunks, batch.closed_chunks)


def _outcome_or_fence(batch: Batch) -> str | None:
    return batch.outcome or batch.fence
