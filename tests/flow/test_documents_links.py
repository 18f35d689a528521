"""What becomes of a document whose bytes come by a link?"""

from batchbell.domain.codes import DocumentReason
from batchbell.domain.item import ItemState
from batchbell.usecases.work_documents import LOOK_FOR_BYTES_MS
from tests.flow.documents_reader import DocumentsReader
from tests.flow.office import LINK_MS, office
from tests.flow.settled import settled

QUEUED, SUCCEEDED = ItemState.QUEUED, ItemState.SUCCEEDED
FAILED, CANCELED = ItemState.FAILED, ItemState.CANCELED


def test_bytes_that_are_there_first_are_read_like_others() -> None:
    desk = office()
    desk.upload("a", link=True)
    desk.send("a")
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [SUCCEEDED]


def test_the_worker_looks_again_until_the_bytes_are_there() -> None:
    desk = office()
    desk.upload("a", link=True)
    desk.process()
    began = desk.pump.world.clock()
    while desk.pump.world.clock() < began + 6 * LOOK_FOR_BYTES_MS:
        desk.pump.step()
        assert desk.states == [QUEUED]
        assert desk.batch.started_at is None
    desk.send("a")
    desk.pump.run()
    assert desk.states == [SUCCEEDED]
    (item,) = desk.items
    assert began + 6 * LOOK_FOR_BYTES_MS <= (item.started_at or 0)
    assert (item.started_at or 0) <= began + 7 * LOOK_FOR_BYTES_MS
    assert item.attempt == 1
    assert desk.pump.repairs == []
    desk.pump.run_and_sweep()
    settled(desk)


def test_bytes_that_never_come_fail_their_document_without_a_start() -> None:
    """D1."""
    desk = office()
    desk.upload("a", link=True)
    desk.upload("b")
    desk.register()
    desk.process()
    began = desk.pump.world.clock()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [FAILED, SUCCEEDED]
    missing, _ = desk.items
    assert missing.error is not None
    assert missing.error.code is DocumentReason.UPLOAD_MISSING
    assert (missing.started_at, missing.attempt) == (None, 0)
    assert began + LINK_MS < (missing.completed_at or 0) <= began + LINK_MS + LOOK_FOR_BYTES_MS
    assert desk.posts() == [desk.events[0].id]


def test_a_batch_of_which_nothing_ever_came_has_failed_and_never_began() -> None:
    desk = office()
    desk.upload("a", link=True)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    view = DocumentsReader(desk).read()
    assert (view.job.batch.started_at, view.job.counts.failed) == (None, 1)


def test_a_document_that_is_waited_for_may_be_deleted() -> None:
    desk = office()
    desk.upload("a", link=True)
    desk.process()
    for _ in range(9):
        desk.pump.step()
    desk.delete("a")
    desk.send("a")
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [CANCELED]


def test_bytes_may_come_long_before_the_document_is_handed_over() -> None:
    """And the link may have ended by then."""
    desk = office()
    desk.upload("a", "b", link=True)
    desk.send("a")
    desk.pump.world.clock.advance(9 * LINK_MS)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [SUCCEEDED, FAILED]
