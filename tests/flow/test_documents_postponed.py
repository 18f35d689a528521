"""What becomes of a document whose engine does not take it for now?"""

from batchbell.domain.codes import DocumentReason
from batchbell.domain.errors import Unavailable
from batchbell.domain.item import ItemState
from tests.flow.documents_reader import DocumentsReader
from tests.flow.intruder import Executioner
from tests.flow.office import Office, office
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.flow.test_kills import again, at_every_call
from tests.memory.world import LIMITS

BUSY = Unavailable("busy")
ATTEMPTS = LIMITS.page_retry.max_attempts


def refusing(desk: Office, times: int) -> None:
    """The engine takes the document only after so many refusals."""
    refusals = [BUSY] * times

    def refuse() -> None:
        if refusals:
            raise refusals.pop()

    desk.pump.engine.before = refuse


def read(desk: Office) -> None:
    """To its end."""
    again(desk.process)
    desk.pump.run_and_sweep()
    settled(desk)


def test_it_is_read_at_a_later_attempt_and_was_processing_meanwhile() -> None:
    desk = office()
    desk.upload("a")
    refusing(desk, ATTEMPTS - 1)
    read(desk)
    (item,) = desk.items
    assert (item.state, item.attempt) == (ItemState.SUCCEEDED, ATTEMPTS)
    assert item.started_at is not None
    assert item.started_at < (item.completed_at or 0)
    assert desk.pump.repairs == []


def test_it_fails_when_every_attempt_was_refused() -> None:
    desk = office()
    desk.upload("a")
    refusing(desk, ATTEMPTS)
    read(desk)
    (item,) = desk.items
    assert item.state is ItemState.FAILED
    assert item.error is not None
    assert item.error.code is DocumentReason.ENGINE_ERROR
    assert DocumentsReader(desk).read().job.counts.failed == 1


def test_it_is_tried_again_though_it_took_long_to_be_refused() -> None:
    """Longer than all attempts at a page may take together."""
    desk = office()
    desk.upload("a")
    refusing(desk, 1)
    refuse = desk.pump.engine.before
    desk.pump.engine.before = lambda: (desk.pump.world.clock.advance(400_000), refuse())
    read(desk)
    assert desk.states == [ItemState.SUCCEEDED]


def test_whoever_dies_meanwhile_it_comes_to_its_end() -> None:
    def play(executioner: Executioner) -> None:
        desk = office()
        desk.upload("a")
        refusing(desk, 1)
        watch(desk.pump, executioner)
        read(desk)
        assert desk.states == [ItemState.SUCCEEDED]

    assert at_every_call(play) > 10
