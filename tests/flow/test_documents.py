"""Does a batch of documents go through, and say so, when nothing goes wrong?"""

import json
from dataclasses import replace

import pytest

from batchbell.contracts.document_words import DocumentStatus, batch_status
from batchbell.domain.batch import GROWS_MS, Outcome
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.event import BATCH_CANCELED, BATCH_COMPLETED
from batchbell.domain.item import ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts
from batchbell.usecases.add_document import add_document
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.read_document import find_document
from tests.flow.documents_reader import DocumentsReader
from tests.flow.office import (
    DATES,
    DAY_MS,
    EVERYTHING,
    HOOK,
    TOTALS,
    Office,
    office,
    refused,
    second,
)
from tests.flow.pump import ended_of, order_of
from tests.flow.settled import settled
from tests.memory.submissions import MONTH_MS

UPLOADED, QUEUED = ItemState.UPLOADED, ItemState.QUEUED
SUCCEEDED, FAILED, CANCELED = ItemState.SUCCEEDED, ItemState.FAILED, ItemState.CANCELED


def test_documents_are_read_and_one_event_says_so() -> None:
    desk = office()
    desk.upload("a", "b", "c")
    desk.register()
    desk.process(TOTALS)
    desk.pump.run()
    view = DocumentsReader(desk).read()
    assert view.job.counts == Counts(succeeded=3, credits=3)
    assert [one.content["line_items"] for one in view.documents] == [
        [{"total": letter}] for letter in "abc"
    ]
    (event,) = desk.events
    assert desk.posts() == [event.id]
    assert event.type == BATCH_COMPLETED
    said = json.loads(event.body)["data"]
    assert (said["status"], said["succeeded"], said["generation"]) == ("succeeded", 3, 1)
    assert said["results_url"] == "https://api.example/api/v1/batches/receipts/results"
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk)


def test_an_upload_asks_nobody_for_work() -> None:
    """Its records are for readers; neither dispatcher nor aggregator is told anything."""
    desk = office()
    desk.upload("a", "b")
    changes = desk.pump.world.take_changes()
    assert not [c for c in changes if order_of(c) or ended_of(c)]
    assert desk.states == [UPLOADED] * 2
    desk.process()
    changes = desk.pump.world.take_changes()
    assert [type(order).__name__ for order in map(order_of, changes) if order] == ["BatchWanted"]
    assert not any(ended_of(change) for change in changes)


@pytest.mark.parametrize(
    ("letters", "deleted", "outcome", "kind", "word"),
    [
        ("ab", "", Outcome.COMPLETED, BATCH_COMPLETED, DocumentStatus.SUCCEEDED),
        ("axc", "c", Outcome.COMPLETED, BATCH_COMPLETED, DocumentStatus.SUCCEEDED),
        ("xc", "c", Outcome.FAILED, BATCH_COMPLETED, DocumentStatus.FAILED),
        ("x", "", Outcome.FAILED, BATCH_COMPLETED, DocumentStatus.FAILED),
        ("ab", "ab", Outcome.CANCELED, BATCH_CANCELED, DocumentStatus.CANCELED),
    ],
)
def test_the_outcome_goes_by_the_counts(
    letters: str, deleted: str, outcome: Outcome, kind: str, word: DocumentStatus
) -> None:
    """Never failed on a partial success."""
    desk = office()
    desk.upload(*letters)
    for letter in deleted:
        desk.delete(letter)
    desk.process()
    desk.pump.run()
    assert desk.batch.outcome is outcome
    assert batch_status(desk.batch) is word
    (event,) = desk.events
    assert event.type == kind
    assert json.loads(event.body)["data"]["status"] == word
    desk.pump.run_and_sweep()
    settled(desk)


def test_documents_wait_for_their_caller_and_nobody_looks_at_them() -> None:
    """A batch that nobody processes leaves the due index."""
    desk = office()
    desk.upload("a")
    assert desk.batch.next_look is not None
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [UPLOADED]
    assert desk.pump.repairs == []
    desk.process()
    assert desk.batch.next_look is not None
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [SUCCEEDED]


def test_nothing_to_process_changes_nothing() -> None:
    desk = office()
    with refused(DocumentsCode.BATCH_NOT_FOUND):
        desk.process()
    desk.upload("a")
    desk.process()
    desk.pump.run()
    before = desk.batch
    assert desk.process(TOTALS) == before == desk.batch


def test_what_was_handed_over_keeps_its_fields() -> None:
    desk = office()
    desk.upload("a")
    desk.process(TOTALS)
    desk.upload("b")
    desk.process(DATES)
    desk.upload("c")
    desk.process(EVERYTHING)
    desk.pump.run()
    asked = dict(desk.pump.engine.read_with)
    assert asked == {"a": TOTALS, "b": DATES, "c": EVERYTHING}
    assert [item.hand_over for item in desk.items] == [1, 2, 3]
    desk.pump.run_and_sweep()
    settled(desk)


def test_a_document_may_come_while_others_are_read() -> None:
    """It is part of the batch at once, and is not read before it is handed over."""
    desk = office()
    reader = DocumentsReader(desk)

    def meanwhile() -> None:
        if "b" not in desk.ids:
            desk.upload("b")
            assert reader.read().job.batch.total == 2

    desk.pump.engine.before = meanwhile
    desk.upload("a")
    desk.process()
    desk.pump.run()
    assert reader.read().job.counts.succeeded == 1
    assert desk.states == [SUCCEEDED, UPLOADED]
    assert desk.batch.open
    assert desk.events == []
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 1


def test_the_same_upload_again_is_the_same_document() -> None:
    desk = office()
    (first,) = desk.upload("a")
    desk.pump.world.clock.advance(5)
    (again,) = desk.upload("a")
    assert (again.document, again.item, again.replayed) == (first.document, first.item, True)
    assert desk.batch.total == 1
    desk.process()
    desk.pump.run()
    (late,) = desk.upload("a")
    assert late.item.state is SUCCEEDED
    assert not desk.batch.open, "a replay opens nothing"
    order = replace(desk.order("a"), fingerprint="other")
    with refused(DocumentsCode.CONFLICT):
        add_document(desk.pump.world.store, desk.pump.world.desk, order)


def test_a_full_batch_takes_no_more() -> None:
    desk = office()
    desk.most_documents = 2
    desk.upload("a", "b")
    with refused(DocumentsCode.CONFLICT):
        desk.upload("c")
    desk.upload("a")
    assert desk.batch.total == 2


def test_a_batch_takes_documents_for_thirty_days_after_its_first() -> None:
    desk = office()
    desk.upload("a")
    desk.pump.world.clock.advance(GROWS_MS - 1)
    desk.upload("b")
    desk.pump.world.clock.advance(1)
    with refused(DocumentsCode.CONFLICT):
        desk.upload("c")


def test_a_later_document_keeps_the_batch_longer_and_then_it_is_gone_for_a_year() -> None:
    desk = office()
    desk.upload("a")
    desk.pump.world.clock.advance(20 * DAY_MS)
    desk.upload("b")
    desk.pump.world.clock.advance(MONTH_MS - 1)
    assert find_batch(desk.pump.world.store, desk.key, JobKind.DOCUMENTS).total == 2
    desk.pump.world.clock.advance(1)
    for call in (lambda: desk.upload("c"), desk.process, lambda: desk.upload("a")):
        with refused(DocumentsCode.EXPIRED):
            call()
    desk.pump.world.clock.advance(366 * DAY_MS)
    with refused(DocumentsCode.BATCH_NOT_FOUND):
        desk.process()
    with refused(DocumentsCode.DOCUMENT_NOT_FOUND):
        look(desk, "a")


def look(desk: Office, letter: str, tenant: str | None = None) -> object:
    """One document."""
    world = desk.pump.world
    return find_document(world.store, world.desk, tenant or desk.tenant, desk.ids[letter])


def test_tenants_do_not_meet() -> None:
    desk = office()
    desk.upload("a")
    with refused(DocumentsCode.DOCUMENT_NOT_FOUND):
        look(desk, "a", "other")
    stranger = replace(second(desk, desk.name), tenant="other")
    with refused(DocumentsCode.BATCH_NOT_FOUND):
        stranger.process()
    stranger.upload("a")
    assert (desk.batch.total, stranger.batch.total) == (1, 1)
    names = desk.pump.world.batches.names(desk.tenant, None, 10)
    assert names == ([desk.key], None)


def test_many_documents_fill_chunk_after_chunk() -> None:
    desk = office()
    letters = [f"d{number}" for number in range(260)]
    desk.upload(*letters)
    assert (desk.batch.total, desk.batch.chunks) == (260, 3)
    desk.register()
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.batch.counts == Counts(succeeded=260, credits=260)
    assert len(set(desk.posts(HOOK))) == 1
