"""What does the sweeper look at, and when does it stop?"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from batchbell.domain.batch import Batch
from batchbell.domain.document import DocumentFields
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import BatchKey, documents_key
from batchbell.runtime.observability import metrics
from batchbell.usecases.add_document import Upload, add_document
from batchbell.usecases.hand_over import hand_over
from batchbell.usecases.sweep import Repair, Sweeping
from functions.sweeper.app import handle
from tests.functions.callers import Caller
from tests.functions.running import finish, job_key, messages_of
from tests.memory.hooks import Unwatched

URL = "https://example.com/"
PLENTY = 50_000
OLDEST = "OldestOpenBatchSeconds"


@pytest.fixture(autouse=True)
def no_metrics() -> Iterator[None]:
    """None from before, none left behind."""
    metrics().clear_metrics()
    yield
    metrics().clear_metrics()


def _sweep(caller: Caller, *remaining_ms: int) -> list[tuple[Repair, int]]:
    """`remaining_ms`: what is left before each batch. -> the repairs."""
    repairs: list[tuple[Repair, int]] = []
    sweeping = Sweeping(
        pages=caller.world.pages,
        webhooks=caller.world.webhooks,
        deliveries=caller.world.deliveries,
        desk=caller.world.desk,
        repaired=lambda _, repair, times: repairs.append((repair, times)),
    )
    left = iter(remaining_ms)
    handle(caller.world.store, sweeping, lambda: next(left, PLENTY))
    return repairs


def _due_jobs(caller: Caller, count: int) -> list[BatchKey]:
    """Jobs that nobody has dispatched, the first submitted a second before the next."""
    keys = []
    for _ in range(count):
        keys.append(job_key(caller.submit(URL).data["id"]))
        caller.world.clock.advance(1_000)
    caller.world.clock.advance(caller.world.store.limits.lease_ms)
    return keys


def _dispatched(caller: Caller, key: BatchKey) -> bool:
    return bool(caller.world.tallies.read_all(key))


def _oldest_open_seconds() -> list[float]:
    values: list[float] = metrics().metric_set[OLDEST]["Value"]
    return values


def test_what_nobody_dispatched_is_dispatched(caller: Caller) -> None:
    (key,) = _due_jobs(caller, 1)
    assert _sweep(caller) == [(Repair.DISPATCHED, 1), (Repair.SENT, 1)]
    assert _dispatched(caller, key)


def test_what_is_not_due_is_left_alone(caller: Caller) -> None:
    caller.submit(URL)
    assert _sweep(caller) == []


def test_the_age_of_the_oldest_open_job_is_told(caller: Caller) -> None:
    _due_jobs(caller, 3)
    _sweep(caller)
    assert _oldest_open_seconds() == [183]


def test_without_an_open_job_the_age_is_zero(caller: Caller) -> None:
    job = caller.submit(URL).data
    finish(caller.world, job["id"])
    caller.world.clock.advance(86_400_000)
    _sweep(caller)
    assert _oldest_open_seconds() == [0]


def test_it_stops_before_its_time_is_up(caller: Caller) -> None:
    """Q9: the oldest come first, the others a minute later."""
    keys = _due_jobs(caller, 3)
    _sweep(caller, PLENTY, 10_001, 10_000)
    assert [_dispatched(caller, key) for key in keys] == [True, True, False]
    _sweep(caller)
    assert _dispatched(caller, keys[2])


def test_how_early_it_stops_is_a_setting(caller: Caller) -> None:
    (key,) = _due_jobs(caller, 1)
    store = caller.world.store
    caller.world.store = replace(store, limits=replace(store.limits, sweep_margin_ms=20_000))
    _sweep(caller, 20_000)
    assert not _dispatched(caller, key)
    _sweep(caller, 20_001)
    assert _dispatched(caller, key)


def test_when_it_looks_at_a_closed_job_again_is_a_setting(caller: Caller) -> None:
    """Its webhook is handed over once more each time."""
    store = caller.world.store
    caller.world.store = replace(store, limits=replace(store.limits, closed_look_ms=20_000))
    finish(caller.world, caller.submit(URL, webhook={"url": URL}).data["id"])
    caller.world.clock.advance(store.limits.lease_ms)
    assert _sweep(caller) == [(Repair.HANDED_OVER, 1)]
    caller.world.clock.advance(19_999)
    assert _sweep(caller) == []
    caller.world.clock.advance(1)
    assert _sweep(caller) == [(Repair.HANDED_OVER, 1)]


@pytest.mark.parametrize("error", [Unavailable("ThrottlingException"), ZeroDivisionError()])
def test_a_job_that_fails_holds_up_no_other(caller: Caller, error: Exception) -> None:
    class FirstFails(Unwatched):
        def __init__(self) -> None:
            self.reads = 0

        def before(self, call_name: str) -> None:
            self.reads += call_name == "batches.read"
            if self.reads == 1 and call_name == "batches.read":
                raise error

    keys = _due_jobs(caller, 2)
    caller.world.watch(FirstFails())
    with pytest.raises(type(error)):
        _sweep(caller)
    assert [_dispatched(caller, key) for key in keys] == [False, True]
    assert _oldest_open_seconds() == [181]


def test_a_job_that_runs_well_needs_no_repair(caller: Caller) -> None:
    job = caller.submit(URL).data
    messages_of(caller.world, job["id"])
    caller.world.clock.advance(caller.world.store.limits.lease_ms)
    assert _sweep(caller) == []


def _uploaded(caller: Caller) -> Batch:
    """A batch with one document."""
    world = caller.world
    upload = Upload(
        batch=documents_key("acme", "march"),
        document_id="doc_1",
        filename="a.pdf",
        fingerprint="f",
        retention_ms=1_000_000_000,
        most_documents=10,
        api="https://api.example.org",
        content=b"x",
    )
    add_document(world.store, world.desk, upload)
    return world.records.batches[upload.batch]


def test_documents_that_wait_for_their_caller_have_no_age(caller: Caller) -> None:
    """Nobody is late with them, however long they were uploaded ago."""
    key = _uploaded(caller).key
    caller.world.clock.advance(3 * caller.world.store.limits.document_lease_ms)
    _sweep(caller)
    assert _oldest_open_seconds() == [0]
    assert caller.world.records.batches[key].next_look is None


def test_documents_are_as_old_as_their_last_hand_over(caller: Caller) -> None:
    world = caller.world
    key = _uploaded(caller).key
    world.clock.advance(86_400_000)
    hand_over(world.store, world.desk, key, DocumentFields())
    world.clock.advance(world.store.limits.document_lease_ms)
    _sweep(caller)
    assert _oldest_open_seconds() == [world.store.limits.document_lease_ms / 1000]
