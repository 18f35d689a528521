"""Does a single change keep the invariants (docs/architecture.md)?"""

from tests.model.hand_overs import check_hand_overs
from tests.model.records import (
    CANCELED,
    COMPLETED,
    ENDED,
    FAILED,
    FATAL,
    LIVE,
    POSTPONED,
    PROCESSING,
    SUCCEEDED,
    Batch,
    Item,
)
from tests.model.world import Violation, World


def check_step(old: World, new: World) -> None:
    """Raises `Violation`."""
    if new.rows is not old.rows:
        _check_rows(old, new)
    if new.record is not None and (new.record is not old.record or new.rows is not old.rows):
        _check_batch(old.record, new.record, new)
    if not new.setting.pages:
        check_hand_overs(old, new)
    if new.tallies is not old.tallies and not new.setting.breaks("counter"):
        _check_tallies(old, new)
    for earlier, later in zip(old.events, new.events, strict=False):
        if earlier.body != later.body:
            raise Violation("invariant 3: the body of an event changed")


def _check_tallies(old: World, new: World) -> None:
    for before, after in zip(old.tallies, new.tallies, strict=False):
        if before and after and any(a & ~b for a, b in zip(before[3:6], after[3:6], strict=True)):
            raise Violation("a tally lost a member")


def _check_rows(old: World, new: World) -> None:
    for chunk, rows in enumerate(new.rows):
        for position, row in enumerate(rows):
            before = old.item(chunk, position)
            if row is not None and row is not before:
                _check_item(before, row, new)


def _check_item(before: Item | None, row: Item, w: World) -> None:
    if row.attempt > len(w.setting.outcomes):
        raise Violation("an item has more attempts than allowed")
    if row.lease == POSTPONED and w.setting.outcome_of(row.attempt) != POSTPONED:
        raise Violation("an attempt was put off by another")
    _check_outcome(before, row, w)
    if before is None:
        return
    if before.state in ENDED and row.state != before.state:
        raise Violation(f"invariant 1: an item changed from {before.state} to {row.state}")
    if row.attempt > before.attempt and before.lease == LIVE:
        raise Violation("an item is claimed twice under one live lease")
    if row.started_at != before.started_at and before.started_at is not None:
        raise Violation("an item's start changed")
    if not w.setting.pages and before.state == PROCESSING and row.state == CANCELED:
        raise Violation("a document became canceled from processing")


def _check_outcome(before: Item | None, row: Item, w: World) -> None:
    """An end is that of the attempt under way, unless the last one died or all is lost."""
    if row.state == SUCCEEDED and w.setting.outcome_of(row.attempt) != SUCCEEDED:
        raise Violation("an outcome was recorded for another attempt")
    if row.state == FAILED and w.setting.outcome_of(row.attempt) != FAILED:
        cut_off = before is not None and before.abandoned
        if not cut_off and not w.lost and row.attempt and not w.batch.fence == FATAL:
            raise Violation("an outcome was recorded for another attempt")


def _check_batch(before: Batch | None, batch: Batch, w: World) -> None:
    if batch.fence == FATAL and not w.lost and not batch.purged:
        raise Violation("a batch fails as lost, and its input list is there")
    if before is None or before.generation == batch.generation:
        _check_change(before, batch)
    if batch.open:
        return
    if w.promised and batch.outcome == COMPLETED and w.setting.pages:
        raise Violation("invariant 2: a batch is completed after its cancel was answered")
    rows = [row for rows in w.rows for row in rows if row]
    ended = [row.state for row in rows if row.ended]
    if not len(ended) == len(rows) == batch.total:
        raise Violation(f"invariant 2: closed, {len(ended)} of {batch.total} have ended")
    _check_body(batch, w, ended)


def _check_change(before: Batch | None, batch: Batch) -> None:
    if before is None:
        return
    if before.outcome is not None and batch.outcome != before.outcome:
        raise Violation("invariant 2: a closed generation changed its outcome")
    if before.fence is not None and batch.fence != before.fence:
        raise Violation("a fence was lowered or changed its reason")
    began = before.started_at
    if began is not None and (batch.started_at is None or batch.started_at > began):
        raise Violation("invariant 2: the start of a batch went back")


def _check_body(batch: Batch, w: World, ended: list[str]) -> None:
    event = w.event(batch.generation)
    counts = tuple(ended.count(state) for state in ENDED)
    if batch.counts != counts:
        raise Violation(f"invariant 2: the batch counts {batch.counts}, its items are {ended}")
    said = (batch.outcome, batch.total, batch.counts, batch.started_at)
    if event and event.body != said:
        raise Violation(f"invariant 3: the event says {event.body}, the batch {said}")
