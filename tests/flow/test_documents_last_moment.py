"""What becomes of what happens to a batch of documents just before somebody decides about it?"""

from collections.abc import Callable

from batchbell.domain.item import ItemState
from batchbell.ports import ItemMessage
from batchbell.usecases.settle_hand_overs import settle_hand_overs
from batchbell.usecases.work_documents import DocumentWork, work_documents
from tests.flow.intruder import Intruder
from tests.flow.office import LINK_MS, Office, office
from tests.flow.settled import settled
from tests.flow.test_documents_money import budget, budgeted
from tests.memory.hooks import Unwatched

QUEUED, SUCCEEDED, CANCELED = ItemState.QUEUED, ItemState.SUCCEEDED, ItemState.CANCELED


def between(
    desk: Office, call: int, comes: Callable[[], object], action: Callable[[], object]
) -> None:
    """Somebody comes right after a port call of the action."""
    intruder = Intruder(comes, call)
    desk.pump.world.watch(intruder)
    action()
    desk.pump.world.watch(Unwatched())
    assert intruder.came


def test_a_hand_over_that_begins_while_another_is_charged_keeps_what_it_reserved() -> None:
    desk = budgeted()
    desk.upload("a")
    desk.process()
    desk.pump.run()

    def comes() -> None:
        desk.upload("b")
        desk.process()

    between(desk, 2, comes, lambda: settle_hand_overs(desk.pump.world.store, desk.key))
    assert budget(desk).reservations == {"docs:receipts#2": 1}
    desk.pump.run_and_sweep()
    settled(desk)
    assert budget(desk).charged == 2


def test_nothing_is_reserved_in_a_batch_that_closes_before_its_hand_over_begins() -> None:
    desk = budgeted()
    desk.upload("a")

    def comes() -> None:
        desk.delete("a")
        desk.pump.run()

    between(desk, 4, comes, desk.process)
    assert desk.states == [CANCELED]
    assert desk.batch.hand_over is None
    assert budget(desk).reservations == {}
    desk.pump.run_and_sweep()
    settled(desk)


def test_bytes_that_come_at_the_last_moment_are_waited_for() -> None:
    desk = office()
    desk.upload("a", link=True)
    desk.process()
    world = desk.pump.world
    work = DocumentWork(
        desk=world.desk,
        engine=desk.pump.engine,
        jitter=lambda: 0.0,
        remaining_ms=lambda: 900_000,
    )
    (item,) = desk.items

    def comes() -> None:
        desk.send("a")
        world.clock.advance(LINK_MS + 1)

    between(desk, 4, comes, lambda: work_documents(world.store, work, [ItemMessage(item.key)]))
    assert desk.states == [QUEUED]
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [SUCCEEDED]
