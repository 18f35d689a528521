"""How is a job's content erased at its owner's wish?"""

import pytest

from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.event import Verdict
from batchbell.usecases.purge import purge
from tests.memory.hooks import Recorder
from tests.memory.submissions import KIND, submitted
from tests.usecases.desk import KEY, OTHER_TENANT, Desk, closed_desk, dispatched_desk, item_key
from tests.usecases.sweeper import Sweeper


def with_result(desk: Desk) -> Desk:
    """The same desk, a result of its first item stored."""
    item = desk.item()
    assert item
    desk.world.results.put(item, {"markdown": "text"}, 0)
    return desk


def verdict_recorded(desk: Desk) -> Desk:
    """The same desk, nothing owed any more."""
    desk.world.events.record_verdict(desk.event, Verdict.DELIVERED)
    return desk


def code_of(desk: Desk) -> ErrorCode | DocumentsCode:
    """How it is refused."""
    with pytest.raises(CallerError) as error:
        purge(desk.world.store, KEY, KIND)
    return error.value.code


def test_results_and_input_are_erased() -> None:
    desk = with_result(closed_desk())
    purge(desk.world.store, KEY, KIND)
    assert not desk.world.results.stored
    assert not desk.world.specs.stored


def test_what_another_job_holds_stays() -> None:
    desk = with_result(closed_desk())
    other = submitted(desk.world, key="key-2")
    item = desk.item()
    assert item
    desk.world.results.put(item.evolve(key=item_key(0, other.key)), {"markdown": "x"}, 0)
    purge(desk.world.store, KEY, KIND)
    assert [key.batch for key, _, _ in desk.world.results.stored] == [other.key]
    assert [key for key, _ in desk.world.specs.stored] == [other.key]


def test_the_mark_comes_first() -> None:
    """From then on the job answers 410, and whatever dies is finished by the sweeper."""
    desk = closed_desk()
    recorder = Recorder()
    desk.world.watch(recorder)
    purge(desk.world.store, KEY, KIND)
    writes = ["batches.mark_purged", "results.erase", "specs.erase"]
    assert [call for call in recorder.calls if call in writes] == writes


def test_a_second_time_it_is_gone() -> None:
    desk = closed_desk()
    purge(desk.world.store, KEY, KIND)
    assert code_of(desk) is ErrorCode.JOB_EXPIRED


def test_an_open_job_is_not_erased() -> None:
    desk = with_result_of_open()
    assert code_of(desk) is ErrorCode.JOB_NOT_FINISHED
    assert desk.world.specs.stored
    assert desk.batch.purged_at is None


def with_result_of_open() -> Desk:
    """An open batch in work."""
    desk = dispatched_desk(2)
    desk.finish(0)
    return desk


def test_a_job_that_has_finished_unseen_is_finished() -> None:
    desk = dispatched_desk(1)
    desk.finish(0)
    purge(desk.world.store, KEY, KIND)
    assert desk.batch.purged_at == desk.world.clock()


def test_it_stays_due_for_a_lease_and_leaves_then() -> None:
    """Until then somebody may store something late: the sweeper erases again."""
    desk = verdict_recorded(closed_desk())
    purge(desk.world.store, KEY, KIND)
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert desk.batch.next_look is not None
    desk.world.clock.advance(desk.world.store.limits.lease_ms)
    sweeper.sweep()
    assert desk.batch.next_look is None


def test_its_event_is_still_owed() -> None:
    desk = closed_desk()
    body = desk.event.body
    purge(desk.world.store, KEY, KIND)
    assert desk.batch.next_look is not None
    assert (desk.event.verdict, desk.event.body) == (Verdict.OWED, body)


def test_another_tenants_job_is_unknown() -> None:
    """S11."""
    desk = with_result(closed_desk())
    with pytest.raises(CallerError) as error:
        purge(desk.world.store, OTHER_TENANT, KIND)
    assert error.value.code is ErrorCode.JOB_NOT_FOUND
    assert desk.world.results.stored
