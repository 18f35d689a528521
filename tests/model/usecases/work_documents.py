"""What does a worker do with a document? One at a time here."""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import AGAIN, Ending
from tests.model.ports import batches, contents, documents, items
from tests.model.ports.items import EXHAUSTED, LEASED, Claimed
from tests.model.records import FAILED, OVER, POSTPONED, PROCESSING, QUEUED, SUCCEEDED, Batch, Item
from tests.model.setting import Setting
from tests.model.usecases.settle import fenced_ending


class _Found(NamedTuple):
    """A document that was handed over and is open."""

    queued: bool
    leased: bool


class _Seen(NamedTuple):
    """Its batch."""

    fence: str | None
    started_at: int | None


def work_document(m: Setting, chunk: int, position: int) -> Calls[Ending]:
    """Look for the bytes, claim, read, finish."""
    found = yield from items.read(chunk, position, _found_of)
    batch = yield from batches.read(_to_work)
    if found is None:
        return None
    if found.leased and not m.breaks("leased-message-deleted"):
        return AGAIN
    if found.queued and batch.fence is not None:
        yield from items.end_waiting(chunk, position, fenced_ending(batch.fence))
        return None
    return (yield from _look_for_bytes(m, chunk, position, queued=found.queued, batch=batch))


def _look_for_bytes(
    m: Setting, chunk: int, position: int, *, queued: bool, batch: _Seen
) -> Calls[Ending]:
    """Those that come by a link may not be there yet: then the document is not begun."""
    yield from documents.read()
    live = yield from documents.link_is_live(chunk, position)  # before the look, not after it
    there = yield from documents.get_file(chunk, position)
    if there or not queued or m.breaks("bytes-unawaited"):
        return (yield from _claim(m, chunk, position, batch))
    if m.breaks("clock-after-bytes"):
        live = yield from documents.link_is_live(chunk, position)
    if live:
        return AGAIN
    yield from items.end_waiting(chunk, position, FAILED)
    return None


def _claim(m: Setting, chunk: int, position: int, batch: _Seen) -> Calls[Ending]:
    claim = yield from items.claim_queued(chunk, position)
    if isinstance(claim, str):
        return (yield from _turned_away(m, chunk, position, claim))
    if m.breaks("fence-stops-documents"):
        now = yield from batches.read_to_begin(chunk, position, _to_work)
        if now.fence is not None:
            return None
    return (yield from _attempt(m, chunk, position, claim, batch))


def _turned_away(m: Setting, chunk: int, position: int, refused: str) -> Calls[Ending]:
    """Ended: done with. Its last attempt died: say so. Leased: not before the lease is over."""
    if refused == EXHAUSTED:
        yield from items.fail_exhausted(chunk, position)
    return AGAIN if refused == LEASED and not m.breaks("leased-message-deleted") else None


def _attempt(m: Setting, chunk: int, position: int, claim: Claimed, batch: _Seen) -> Calls[Ending]:
    """One attempt. Its result goes first."""
    if batch.started_at is None or claim.started_at < batch.started_at:
        yield from batches.mark_started(claim.started_at)
    found = yield from contents.get_spec()
    outcome = m.outcome_of(claim.attempt) if found else FAILED
    if outcome == POSTPONED:
        postponed = yield from items.postpone(chunk, position, claim.attempt)
        return AGAIN if postponed else None
    if outcome == SUCCEEDED:
        yield from contents.put_result(chunk, position)
    yield from items.finish(chunk, position, claim.attempt, outcome)
    return None


def _found_of(item: Item | None) -> _Found | None:
    if item is None or not item.handed_over_and_open:
        return None
    return _Found(item.state == QUEUED, item.state == PROCESSING and item.lease != OVER)


def _to_work(batch: Batch) -> _Seen:
    return _Seen(batch.fence, batch.started_at)
