"""Is a batch that takes documents after it has closed told of once more, and never twice?"""

import json

import pytest

from batchbell.contracts.documents_answers import batch_object
from batchbell.domain.event import BATCH_CANCELED, BATCH_COMPLETED
from batchbell.domain.identifiers import event_id_for
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts
from tests.flow.documents_reader import DocumentsReader
from tests.flow.office import Office, office
from tests.flow.settled import settled

UPLOADED, SUCCEEDED = ItemState.UPLOADED, ItemState.SUCCEEDED


def finished(*letters: str) -> Office:
    """A batch of these documents, all read, with a receiver."""
    desk = office()
    desk.upload(*letters)
    desk.register()
    desk.process()
    desk.pump.run()
    assert not desk.batch.open
    return desk


@pytest.mark.parametrize("times", [1, 5])
def test_each_finish_has_its_event(times: int) -> None:
    """W17: n times opened again: N + 1 events, each of its generation and with its counts."""
    desk = finished("a")
    for number in range(times):
        desk.pump.world.clock.advance(60_000)
        desk.upload(f"b{number}")
        desk.process()
        desk.pump.run()
    events = desk.events
    assert [event.generation for event in events] == list(range(1, times + 2))
    assert len({event.id for event in events}) == times + 1
    assert desk.posts() == [event.id for event in events]
    said = [json.loads(event.body)["data"] for event in events]
    assert [one["succeeded"] for one in said] == list(range(1, times + 2))
    assert [one["total"] for one in said] == list(range(1, times + 2))
    assert len({one["created_at"] for one in said}) == 1
    assert len({one["completed_at"] for one in said}) == times + 1
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk)


def test_an_upload_opens_a_finished_batch_and_every_answer_says_so_at_once() -> None:
    """C31."""
    desk = finished("a", "x")
    reader = DocumentsReader(desk)
    before = reader.read()
    desk.upload("b")
    view = reader.read()
    answer = batch_object(view.job.batch, view.job.counts, 0)
    assert (answer["all_done"], answer["completed_at"], answer["status"]) == (
        False,
        None,
        "processing",
    )
    parts = ("total", "queued", "succeeded", "failed", "generation")
    assert [answer[part] for part in parts] == [3, 1, 1, 1, 2]
    assert view.job.batch.started_at == before.job.batch.started_at
    assert len(desk.events) == 1
    desk.pump.run_and_sweep()
    settled(desk)


def test_a_batch_that_never_began_is_queued_when_it_is_opened_again() -> None:
    desk = office()
    desk.upload("a")
    desk.delete("a")
    assert not desk.batch.open
    desk.upload("b")
    answer = DocumentsReader(desk).read()
    assert batch_object(answer.job.batch, answer.job.counts, 0)["status"] == "queued"
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert [event.type for event in desk.events] == [BATCH_CANCELED, BATCH_COMPLETED]
    ids = [event_id_for(desk.key, n + 1, event.type) for n, event in enumerate(desk.events)]
    assert [event.id for event in desk.events] == ids


def test_documents_that_come_before_the_event_went_out_begin_the_next_generation() -> None:
    """The first event is still owed: it goes out as it was frozen, while the batch is open."""
    desk = office()
    desk.upload("a")
    desk.register()
    desk.process()
    while not desk.events:
        desk.pump.step()
    desk.upload("b")
    desk.pump.run_and_sweep()
    assert desk.states == [SUCCEEDED, UPLOADED]
    assert desk.posts() == [desk.events[0].id]
    assert json.loads(desk.events[0].body)["data"]["total"] == 1
    settled(desk)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.posts() == [event.id for event in desk.events]


def test_an_old_record_of_an_ended_document_changes_nothing_in_the_next_generation() -> None:
    desk = finished("a", "b")
    desk.upload("c")
    for trigger in list(desk.pump.brought):
        desk.pump.bring(trigger)
    desk.pump.run()
    assert desk.batch.open
    assert DocumentsReader(desk).read().job.counts == Counts(succeeded=2, credits=2)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert [event.generation for event in desk.events] == [1, 2]


def test_the_last_two_of_a_generation_may_end_at_the_same_instant() -> None:
    """C17: neither event nor generation is lost, whoever of the two is folded last."""
    desk = finished("a")
    desk.upload("b", "c")
    desk.process()
    desk.pump.times = 2
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 2


def test_a_chunk_that_was_full_stays_closed_when_the_next_begins() -> None:
    desk = finished(*(f"d{number}" for number in range(128)))
    desk.upload("e")
    assert desk.batch.closed_chunks == frozenset({0})
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.batch.counts == Counts(succeeded=129, credits=129)
