"""How is a batch canceled, so that the answer is a fact?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import FenceReason, Outcome
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.usecases.cancel import cancel
from tests.memory.hooks import Recorder
from tests.memory.submissions import KIND, MONTH_MS
from tests.memory.world import LIMITS
from tests.usecases.desk import (
    CANCEL,
    FATAL,
    KEY,
    OTHER_TENANT,
    Desk,
    closed_desk,
    dispatched_desk,
    new_desk,
)

LARGE_FROM_2 = replace(LIMITS, large_batch=1)


def cancel_it(desk: Desk) -> None:
    """A DELETE."""
    cancel(desk.world.store, KEY, KIND)


def refused(desk: Desk) -> ErrorCode | DocumentsCode:
    """How it is refused."""
    with pytest.raises(CallerError) as error:
        cancel_it(desk)
    return error.value.code


def test_it_is_closed_when_it_is_answered() -> None:
    """X2."""
    desk = dispatched_desk(2)
    answer = cancel(desk.world.store, KEY, KIND)
    assert answer == desk.batch
    assert (answer.outcome, answer.counts) == (Outcome.CANCELED, Counts(canceled=2))


def test_before_its_dispatch_too() -> None:
    """Q13."""
    desk = new_desk(130)
    cancel_it(desk)
    assert desk.batch.counts == Counts(canceled=130)


def test_the_fence_says_when_and_why() -> None:
    desk = dispatched_desk()
    cancel_it(desk)
    assert desk.batch.fence
    assert desk.batch.fence.reason is FenceReason.CANCEL
    assert desk.batch.fence.at == desk.world.clock()


def test_what_had_finished_is_kept() -> None:
    """X6."""
    desk = dispatched_desk(3)
    desk.finish(0)
    desk.finish(1, state=ItemState.FAILED)
    cancel_it(desk)
    assert desk.batch.counts == Counts(succeeded=1, failed=1, canceled=1, credits=1)


def test_what_has_finished_altogether_is_not_canceled() -> None:
    """Counted first: all had ended, and nobody had noticed."""
    desk = dispatched_desk(1)
    desk.finish(0)
    assert refused(desk) is ErrorCode.JOB_ALREADY_FINISHED
    assert desk.batch.outcome is Outcome.COMPLETED
    assert desk.batch.fence is None


@pytest.mark.parametrize("outcome", [Outcome.COMPLETED, Outcome.FAILED])
def test_a_finished_job_stays_as_it_is(outcome: Outcome) -> None:
    desk = closed_desk()
    before = desk.batch.evolve(outcome=outcome)
    desk.world.records.write_batch(before)
    assert refused(desk) is ErrorCode.JOB_ALREADY_FINISHED
    assert desk.batch == before


def test_a_canceled_one_is_canceled() -> None:
    desk = dispatched_desk()
    cancel_it(desk)
    before = desk.batch
    desk.world.clock.advance(60_000)
    assert cancel(desk.world.store, KEY, KIND) == before


def test_what_another_cancel_began_is_finished() -> None:
    desk = dispatched_desk()
    desk.world.batches.raise_fence(KEY, CANCEL)
    cancel_it(desk)
    assert desk.batch.outcome is Outcome.CANCELED
    assert desk.batch.fence == CANCEL


def test_a_failing_job_is_settled_and_refused() -> None:
    desk = dispatched_desk()
    desk.world.batches.raise_fence(KEY, FATAL)
    assert refused(desk) is ErrorCode.JOB_ALREADY_FINISHED
    assert desk.batch.outcome is Outcome.FAILED


def test_a_large_failing_job_is_settled_and_refused() -> None:
    """Not before it has failed: the answer would not be so."""
    desk = dispatched_desk(2, LARGE_FROM_2)
    desk.world.batches.raise_fence(KEY, FATAL)
    assert refused(desk) is ErrorCode.JOB_ALREADY_FINISHED
    assert desk.batch.outcome is Outcome.FAILED


def test_a_large_job_is_answered_at_the_fence() -> None:
    desk = dispatched_desk(2, LARGE_FROM_2)
    recorder = Recorder()
    desk.world.watch(recorder)
    answer = cancel(desk.world.store, KEY, KIND)
    assert answer.open
    assert recorder.calls[-2:] == ["batches.raise_fence", "batches.read"]


def test_a_large_job_is_canceled_once() -> None:
    desk = dispatched_desk(2, LARGE_FROM_2)
    cancel_it(desk)
    fence = desk.batch.fence
    desk.world.clock.advance(1)
    cancel_it(desk)
    assert desk.batch.fence == fence


def test_a_job_at_the_limit_is_not_large() -> None:
    desk = dispatched_desk(1, LARGE_FROM_2)
    assert not cancel(desk.world.store, KEY, KIND).open


def test_without_a_close_nothing_is_promised() -> None:
    """X1."""
    desk = dispatched_desk()
    desk.world.tallies.close_chunk = lambda *_: False  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        cancel_it(desk)


def test_another_tenants_job_is_unknown() -> None:
    """S11."""
    desk = dispatched_desk()
    with pytest.raises(CallerError) as error:
        cancel(desk.world.store, OTHER_TENANT, KIND)
    assert error.value.code is ErrorCode.JOB_NOT_FOUND
    assert desk.batch.fence is None


def test_an_expired_job_is_gone() -> None:
    desk = dispatched_desk()
    desk.world.clock.advance(MONTH_MS)
    assert refused(desk) is ErrorCode.JOB_EXPIRED
