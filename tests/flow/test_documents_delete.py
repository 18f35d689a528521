"""Is a deleted document, or batch, what its answer said?"""

from contextlib import suppress

import pytest

from batchbell.domain.batch import Fence, FenceReason, Outcome
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import documents_key
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from batchbell.usecases.read_document import find_document
from tests.flow.intruder import Intruder
from tests.flow.office import TOTALS, Office, office, refused
from tests.flow.pump import Read
from tests.flow.scene import watch
from tests.flow.settled import settled

UPLOADED, QUEUED = ItemState.UPLOADED, ItemState.QUEUED
SUCCEEDED, CANCELED = ItemState.SUCCEEDED, ItemState.CANCELED


def until_read(desk: Office) -> None:
    """Up to the first message for the worker."""
    while not any(isinstance(trigger, Read) for _, trigger in desk.pump.waiting):
        desk.pump.step()
        desk.pump.collect()


@pytest.mark.parametrize("handed_over", [False, True])
def test_a_document_that_waits_is_canceled_again_and_again(handed_over: bool) -> None:
    """X9."""
    desk = office()
    desk.upload("a", "b")
    if handed_over:
        desk.process()
    answers = [desk.delete("a").item]
    desk.pump.world.clock.advance(10)
    answers.append(desk.delete("a").item)
    assert answers[0] == answers[1]
    assert (answers[0].state, answers[0].started_at) == (CANCELED, None)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [CANCELED, SUCCEEDED]
    assert [text for text, _ in desk.pump.engine.read_with] == ["b"]


def test_a_document_that_was_begun_or_has_ended_is_not_canceled() -> None:
    desk = office()

    def meanwhile() -> None:
        with refused(DocumentsCode.CONFLICT):
            desk.delete("a")

    desk.pump.engine.before = meanwhile
    desk.upload("a")
    desk.process()
    desk.pump.run()
    assert desk.states == [SUCCEEDED]
    meanwhile()


def test_the_last_document_that_waited_closes_the_batch_when_it_is_deleted() -> None:
    desk = office()
    desk.upload("a", "b")
    desk.register()
    desk.process()
    desk.pump.run()
    desk.upload("c")
    desk.delete("c")
    assert desk.batch.counts == Counts(succeeded=2, canceled=1, credits=2)
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.posts() == [event.id for event in desk.events]


def test_a_deleted_batch_cancels_what_waits_and_lets_finish_what_is_in_work() -> None:
    """X10."""
    desk = office()
    seen: list[Counts] = []
    desk.pump.engine.before = lambda: seen.extend([] if seen else [desk.delete_all().counts])
    desk.upload("a", "b")
    desk.process()
    desk.upload("c")
    desk.pump.run()
    assert seen == [Counts(canceled=2)]
    assert desk.states == [SUCCEEDED, CANCELED, CANCELED]
    assert desk.batch.outcome is Outcome.COMPLETED
    for _ in range(2):
        assert desk.delete_all().counts == Counts(succeeded=1, canceled=2, credits=1)
    with refused(DocumentsCode.CONFLICT):
        desk.upload("d")
    assert desk.upload("a")[0].replayed
    before = desk.batch
    assert desk.process() == before == desk.batch
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 1


def test_a_deleted_batch_may_be_in_work_for_long_and_that_is_no_fault() -> None:
    """The sweeper looks, and finds nothing to repair."""
    desk = office()

    def meanwhile() -> None:
        desk.delete_all()
        desk.pump.world.clock.advance(300_000)
        desk.pump.sweep_due()

    desk.pump.engine.before = meanwhile
    desk.upload("a", "b")
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [SUCCEEDED, CANCELED]
    assert desk.pump.repairs == []


def test_a_deleted_batch_that_had_finished_stays_as_it_is() -> None:
    desk = office()
    desk.upload("a")
    desk.process()
    desk.pump.run()
    told = desk.batch.counts, desk.batch.outcome, desk.batch.completed_at
    desk.delete_all()
    assert (desk.batch.counts, desk.batch.outcome, desk.batch.completed_at) == told
    with refused(DocumentsCode.CONFLICT):
        desk.upload("b")
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 1


def test_a_batch_may_be_deleted_between_any_two_calls_of_whoever_hands_it_over() -> None:
    """Q13: half-way through a hand-over; then nothing starts, is owed, or holds a slot."""
    number = 0
    while True:
        number += 1
        desk = office()
        desk.pump.world.money.budgets.grant(desk.tenant, 10, None)
        desk.upload("a", "b")
        intruder = Intruder(desk.delete_all, number)
        watch(desk.pump, intruder)
        desk.process(TOTALS)
        desk.pump.run_and_sweep()
        settled(desk)
        assert set(desk.states) <= {SUCCEEDED, CANCELED}
        if not intruder.came:
            break
    assert number > 15


def test_a_message_of_a_deleted_batch_starts_nothing() -> None:
    """Whoever was about to queue it came after all that waited was canceled."""
    desk = office()
    desk.upload("a")
    desk.process()
    until_read(desk)
    desk.pump.world.batches.delete(desk.key, Fence(FenceReason.CANCEL, desk.pump.world.clock()))
    desk.pump.waiting = [entry for entry in desk.pump.waiting if isinstance(entry[1], Read)]
    desk.pump.world.take_changes()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [CANCELED]
    assert desk.pump.engine.read_with == []


def test_an_erased_batch_answers_no_more_and_nothing_of_it_is_left() -> None:
    desk = office()
    desk.upload("a")
    with refused(DocumentsCode.CONFLICT):
        desk.purge()
    desk.process(TOTALS)
    desk.pump.run()
    desk.purge()
    world = desk.pump.world
    for call in (desk.purge, desk.process, desk.delete_all, lambda: desk.upload("b")):
        with refused(DocumentsCode.EXPIRED):
            call()
    with refused(DocumentsCode.EXPIRED):
        find_document(world.store, world.desk, desk.tenant, desk.ids["a"])
    assert not world.results.stored
    assert not world.specs.stored
    assert not world.files.stored
    (kept,) = world.records.documents.values()
    assert (kept.filename, kept.metadata) == ("", None)
    desk.pump.run_and_sweep()
    assert desk.batch.next_look is None
    assert world.batches.read(documents_key(desk.tenant, desk.name)) is not None


def test_a_batch_is_not_erased_that_was_opened_again_meanwhile() -> None:
    """Between the look and the mark a document came: it may not lose its bytes."""
    number = 0
    while True:
        number += 1
        desk = office()
        desk.upload("a")
        desk.process()
        desk.pump.run()
        intruder = Intruder(lambda desk=desk: _try_upload(desk), number)  # type: ignore[misc]
        watch(desk.pump, intruder)
        with suppress(CallerError):
            desk.purge()
        watch(desk.pump)
        if desk.batch.open:
            assert len(desk.pump.world.files.stored) == 2
            desk.process()
            desk.pump.run_and_sweep()
            settled(desk)
            assert desk.states == [SUCCEEDED, SUCCEEDED]
        if not intruder.came:
            break
    assert number > 4


def _try_upload(desk: Office) -> None:
    if desk.batch.purged_at is None:
        desk.upload("b")
