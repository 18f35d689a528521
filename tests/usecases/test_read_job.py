"""What does a reader see of a batch?"""

from functools import partial

import pytest

from batchbell.domain.batch import REMEMBERED_MS
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.item import Ending, ItemError, ItemState, ResultRef
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts
from batchbell.usecases.admit import begin
from batchbell.usecases.cancel import cancel
from batchbell.usecases.read_job import JobView, read_job
from tests.memory.hooks import Recorder
from tests.memory.submissions import KIND, MONTH_MS
from tests.usecases.desk import (
    CANCEL,
    KEY,
    OTHER_TENANT,
    Before,
    Desk,
    bring_stranger,
    closed_desk,
    dispatched_desk,
    new_desk,
)


def view_of(desk: Desk, window: range | None = None) -> JobView:
    """What a reader is answered."""
    return read_job(desk.world.store, KEY, KIND, window)


def code_of(desk: Desk, key: object = KEY, kind: JobKind = KIND) -> ErrorCode | DocumentsCode:
    """How a reader is refused."""
    with pytest.raises(CallerError) as refused:
        read_job(desk.world.store, key, kind)  # type: ignore[arg-type]
    return refused.value.code


def ending_in(state: ItemState) -> Ending:
    """How an attempt ends, with all that an ending may have."""
    good = state is ItemState.SUCCEEDED
    return Ending(
        state=state,
        at=1,
        credits=1 if good else 0,
        error=ItemError(ErrorCode.SCRAPE_SITE_ERROR, "?") if state is ItemState.FAILED else None,
        result=ResultRef(1, 1, 9) if good else None,
    )


# Who may read what.


def test_a_batch_can_be_read_the_moment_it_was_submitted() -> None:
    """R1."""
    view = view_of(new_desk(3))
    assert (view.counts, view.rows, view.window) == (Counts(), {}, range(3))


def test_another_kind_is_unknown() -> None:
    assert code_of(new_desk(), kind=JobKind.EXTRACT) is ErrorCode.JOB_NOT_FOUND


def test_another_tenants_batch_is_unknown() -> None:
    """S11."""
    assert code_of(new_desk(), OTHER_TENANT) is ErrorCode.JOB_NOT_FOUND


@pytest.mark.parametrize("name", ["pages:batch_unknown", "pages:" + "x" * 9_000, "pages:\u00e9"])
def test_an_id_that_never_was_is_unknown(name: str) -> None:
    """R3: however long or odd it is."""
    desk = new_desk()
    assert code_of(desk, type(KEY)(KEY.tenant, name)) is ErrorCode.JOB_NOT_FOUND


def test_an_id_that_cannot_be_ours_is_not_looked_for() -> None:
    """A table refuses a key of over 2 KB."""
    desk = new_desk()
    recorder = Recorder()
    desk.world.watch(recorder)
    code_of(desk, type(KEY)(KEY.tenant, "pages:" + "x" * 9_000))
    assert recorder.calls == []


def test_an_expired_batch_is_gone() -> None:
    """R9."""
    desk = new_desk()
    desk.world.clock.advance(MONTH_MS)
    assert code_of(desk) is ErrorCode.JOB_EXPIRED


def test_a_year_after_that_it_was_never_there() -> None:
    """R3: the table may forget later than that; the answer does not depend on it."""
    desk = new_desk()
    desk.world.clock.advance(MONTH_MS + REMEMBERED_MS)
    assert code_of(desk) is ErrorCode.JOB_NOT_FOUND


def test_an_erased_batch_is_gone() -> None:
    desk = closed_desk()
    desk.world.batches.mark_purged(KEY, 1)
    assert code_of(desk) is ErrorCode.JOB_EXPIRED


# Readers help.


def test_what_has_ended_is_recorded_before_it_is_shown() -> None:
    """C30, C31."""
    desk = dispatched_desk(2)
    desk.finish(0)
    view = view_of(desk)
    assert view.counts == Counts(succeeded=1, credits=1)
    assert desk.tally.succeeded == {0}


@pytest.mark.parametrize("state", [state for state in ItemState if state.terminal])
def test_an_ending_that_no_tally_takes_is_not_shown_yet_but_the_start_is(state: ItemState) -> None:
    """C31: a stray message has had it worked on before the batch was dispatched."""
    desk = new_desk(2)
    begun = desk.claim(0)
    shown = view_of(desk)
    assert shown.rows == {0: begun}
    assert desk.world.items.finish(begun, ending_in(state))
    view = view_of(desk)
    assert view.rows[0] == begun.evolve(lease_until=None)
    assert (view.batch, view.counts) == (shown.batch, Counts())
    assert view.batch.started_at == begun.started_at


def test_what_ended_without_a_start_waits_until_a_tally_takes_it() -> None:
    """Canceled while it was being read."""
    desk = new_desk(2)
    cancels = partial(cancel, desk.world.store, KEY, KIND)
    desk.world.watch(Before("items.read_chunk", cancels))
    view = view_of(desk)
    assert (view.rows, view.batch.started_at) == ({}, None)


def test_a_reader_closes_what_is_complete() -> None:
    """C31: and answers from the record, not from what it computed."""
    desk = dispatched_desk(2)
    desk.finish(0, 1)
    view = view_of(desk)
    assert view.batch == desk.batch
    assert not view.batch.open


def test_what_is_covered_already_is_closed_too() -> None:
    desk = dispatched_desk(1)
    desk.finish(0)
    desk.world.tallies.fold(KEY, 0, {0: ItemState.SUCCEEDED}, 1)
    assert not view_of(desk).batch.open


def test_state_and_counts_come_from_one_round() -> None:
    """C31: closed while it was being read."""
    desk = dispatched_desk(1)
    desk.finish(0)
    desk.world.watch(Before("items.read_chunk", lambda: desk.fold(0)))
    view = view_of(desk)
    assert not view.batch.open
    assert view.counts == Counts(succeeded=1, credits=1)


@pytest.mark.parametrize("state", ItemState)
def test_what_is_no_item_is_not_shown(state: ItemState) -> None:
    """C7: neither as a row nor in a count, before the tallies are there and after the close."""
    desk = new_desk(2)
    for index in (2, 127, 128):
        bring_stranger(desk, index, state)
    assert (view_of(desk).counts, view_of(desk).rows) == (Counts(), {})
    begin(desk.world.store, KEY)
    desk.finish(0)
    assert view_of(desk).counts == Counts(succeeded=1, credits=1)
    desk.finish(1)
    view = view_of(desk)
    assert (view.counts, list(view.rows)) == (Counts(succeeded=2, credits=2), [0, 1])
    assert desk.tally.reported == {0, 1}
    assert view_of(desk) == view


def test_a_started_row_starts_the_batch() -> None:
    desk = dispatched_desk(1)
    item = desk.claim(0)
    assert view_of(desk).batch.started_at == item.started_at == desk.batch.started_at


def test_a_proved_chunk_starts_the_batch_too() -> None:
    """No PENDING with rows that have ended: its workers may all have died before they said so."""
    desk = dispatched_desk(130)
    desk.finish(*range(128))
    began = desk.world.clock()
    desk.fold(*range(128))
    assert desk.batch.started_at is None
    assert view_of(desk, range(128, 130)).batch.started_at == began


def test_a_row_that_was_only_claimed_behind_the_fence_starts_nothing() -> None:
    desk = dispatched_desk(2)
    desk.world.batches.raise_fence(KEY, CANCEL)
    desk.finish(0, state=ItemState.CANCELED)
    assert view_of(desk).batch.started_at is None


def test_a_start_that_was_shown_is_on_record() -> None:
    """Closed in between, without that start: the reader answers what is recorded."""
    desk = dispatched_desk(1)
    desk.claim(0)

    cancels = partial(cancel, desk.world.store, KEY, KIND)
    desk.world.watch(Before("batches.mark_started", cancels))
    view = view_of(desk)
    assert view.batch == desk.batch
    assert not view.batch.open


# Windows.


def test_only_the_rows_asked_for_are_shown() -> None:
    """R6, R7."""
    desk = dispatched_desk(5)
    desk.finish(0, 1, 2)
    view = view_of(desk, range(1, 3))
    assert sorted(view.rows) == [1, 2]
    assert view.counts == Counts(succeeded=3, credits=3)


@pytest.mark.parametrize(
    ("asked", "window"),
    [(range(20, 40), range(5, 5)), (range(4, 40), range(4, 5)), (range(0), range(0))],
)
def test_a_window_ends_with_the_batch(asked: range, window: range) -> None:
    """R6."""
    assert view_of(dispatched_desk(5), asked).window == window


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_the_union_of_all_windows_is_every_row_once(size: int) -> None:
    """R6: over the border of a chunk too."""
    desk = dispatched_desk(130)
    desk.finish(*range(128))
    pages = [view_of(desk, range(start, start + size)) for start in range(0, 130, size)]
    assert [index for page in pages for index in sorted(page.rows)] == list(range(128))
    assert [index for page in pages for index in page.window] == list(range(130))


def test_a_closed_batch_costs_the_rows_asked_for() -> None:
    desk = closed_desk(130)
    recorder = Recorder()
    desk.world.watch(recorder)
    view = view_of(desk, range(2))
    assert recorder.calls == ["batches.read", "items.read_chunk"]
    assert view.counts.succeeded == 130


def test_a_batch_that_never_stands_still_is_left_to_a_later_try() -> None:
    desk = dispatched_desk(1)
    desk.finish(0)
    desk.world.batches.close = lambda *_: False  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        view_of(desk)
