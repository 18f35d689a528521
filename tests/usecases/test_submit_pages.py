"""How does a submission become a batch?"""

import pytest

from batchbell.domain.batch import BatchState
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase
from batchbell.usecases.read_spec import read_spec
from batchbell.usecases.submit_pages import submit_pages
from tests.memory.hooks import Recorder
from tests.memory.submissions import MONTH_MS, submission
from tests.memory.world import memory_world


def test_a_batch_is_open_and_wants_its_messages() -> None:
    world = memory_world()
    batch = submit_pages(world.store, submission(130)).batch
    assert (batch.state, batch.total, batch.chunks) == (BatchState.OPEN, 130, 2)
    assert batch.dispatch == Dispatch(Phase.WANTED, 1, world.clock())
    assert batch == world.batches.read(batch.key)


def test_the_input_can_be_read_back() -> None:
    world = memory_world()
    asked = submission(3)
    batch = submit_pages(world.store, asked).batch
    assert read_spec(world.store, batch) == asked.spec


def test_the_input_is_stored_before_the_batch() -> None:
    """A crash in between leaves nothing that anybody can see."""
    world = memory_world()
    recorder = Recorder()
    world.watch(recorder)
    submit_pages(world.store, submission())
    writes = [call for call in recorder.calls if call in ("specs.put", "batches.create")]
    assert writes == ["specs.put", "batches.create"]


def test_it_is_looked_at_within_a_lease() -> None:
    world = memory_world()
    batch = submit_pages(world.store, submission()).batch
    assert batch.next_look == world.clock() + world.store.limits.lease_ms


def test_it_is_kept_for_its_time() -> None:
    """R9."""
    world = memory_world()
    batch = submit_pages(world.store, submission()).batch
    assert batch.expires_at == world.clock() + MONTH_MS


def test_the_same_key_and_body_find_the_same_job() -> None:
    """Q17."""
    world = memory_world()
    first = submit_pages(world.store, submission())
    world.clock.advance(60_000)
    again = submit_pages(world.store, submission())
    assert again.batch == first.batch
    assert (first.replayed, again.replayed) == (False, True)


def test_the_same_key_with_another_body_is_a_conflict() -> None:
    """Q18."""
    world = memory_world()
    submit_pages(world.store, submission())
    with pytest.raises(CallerError) as refused:
        submit_pages(world.store, submission(fingerprint="f2"))
    assert refused.value.code is ErrorCode.IDEMPOTENCY_CONFLICT


def test_another_key_is_another_job() -> None:
    world = memory_world()
    first = submit_pages(world.store, submission(key="a")).batch
    assert submit_pages(world.store, submission(key="b")).batch.key != first.key


def test_the_same_key_on_another_route_is_another_job() -> None:
    world = memory_world()
    first = submit_pages(world.store, submission())
    elsewhere = submit_pages(world.store, submission(kind=JobKind.ASYNC_DISTILL))
    assert not elsewhere.replayed
    assert elsewhere.batch.key != first.batch.key


def test_another_tenants_key_is_another_job() -> None:
    """S11."""
    world = memory_world()
    first = submit_pages(world.store, submission()).batch
    other = submit_pages(world.store, submission(tenant="other", fingerprint="f2"))
    assert not other.replayed
    assert other.batch.key != first.key


def test_a_key_whose_job_has_expired_must_be_changed() -> None:
    """R10."""
    world = memory_world()
    submit_pages(world.store, submission())
    world.clock.advance(MONTH_MS)
    with pytest.raises(CallerError) as refused:
        submit_pages(world.store, submission())
    assert refused.value.code is ErrorCode.JOB_EXPIRED


def test_whoever_writes_first_wins() -> None:
    """Two submissions with one key at the same time: one job, and the other finds it."""
    world = memory_world()
    created = world.batches.create

    def lose(batch: object) -> bool:
        world.batches.create = created  # type: ignore[method-assign]
        submit_pages(world.store, submission())
        return created(batch)  # type: ignore[arg-type]

    world.batches.create = lose  # type: ignore[method-assign]
    assert submit_pages(world.store, submission()).replayed
    assert len(world.records.batches) == 1
