"""Does the proof of a batch of documents notice what is wrong with its records?"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from batchbell.domain.event import Verdict
from batchbell.domain.item import Item, ItemState
from batchbell.usecases.proof import Proof
from batchbell.usecases.verify import verify
from tests.flow.office import OTHER_HOOK, Office, office
from tests.memory.hooks import Unwatched


def opened_again() -> Office:
    """A batch in its second generation: one read, one failed, one deleted, and another."""
    desk = office()
    desk.upload("a", "x", "c")
    desk.delete("c")
    desk.register()
    desk.process()
    desk.pump.run()
    desk.upload("d")
    desk.pump.world.watch(Unwatched())
    return desk


def proof_of(desk: Office) -> Proof:
    return verify(desk.pump.world.store, desk.pump.world.deliveries, desk.key)


def test_a_batch_that_is_right_is_proved_open_and_closed() -> None:
    desk = opened_again()
    desk.pump.run_and_sweep()
    assert proof_of(desk).differences == []
    desk.process()
    assert proof_of(desk).differences == []
    desk.pump.run_and_sweep()
    assert proof_of(desk).differences == []
    desk.register(OTHER_HOOK)
    desk.pump.run_and_sweep()
    assert proof_of(desk).differences == []
    desk.unregister()
    assert proof_of(desk).differences == []


def item(index: int, **changes: object) -> Callable[[Office], None]:
    """A document's record is changed."""

    def change(desk: Office) -> None:
        rows = desk.pump.world.records.items[desk.key, 0]
        rows[index] = rows[index].evolve(**changes)

    return change


def lose_event(desk: Office) -> None:
    del desk.pump.world.records.events[desk.key][1]


def early_event(desk: Office) -> None:
    desk.pump.world.records.write_event(replace(desk.events[0], generation=2, id="evt_2"))


def leave_due(desk: Office) -> None:
    desk.process()
    desk.pump.world.records.write_batch(desk.batch.evolve(next_look=None))


def owe(desk: Office) -> None:
    desk.pump.world.records.write_event(replace(desk.events[0], verdict=Verdict.OWED))
    desk.pump.world.records.write_batch(desk.batch.evolve(next_look=None))


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lose_event, "1 closed generation"),
        (early_event, "events before the close"),
        (item(3, generation=1), "its documents' are"),
        (item(1, generation=2), "its documents' are"),
        (item(1, document=None), "ids"),
        (item(1, document="doc_x"), None),
        (item(0, hand_over=2), "the hand-overs of the documents"),
        (item(0, hand_over=None), "odd records"),
        (item(0, spec=None), "odd records"),
        (item(3, hand_over=1), "odd records"),
        (item(0, state=ItemState.FAILED), "differs at"),
        (leave_due, "does not look"),
        (owe, "does not look"),
    ],
)
def test_what_is_wrong_is_told(change: Callable[[Office], None], difference: str | None) -> None:
    desk = opened_again()
    change(desk)
    found = proof_of(desk).differences
    assert any(difference in one for one in found) if difference else not found


def test_two_documents_have_two_ids() -> None:
    desk = opened_again()
    first: Item = desk.items[0]
    item(1, document=first.document)(desk)
    assert any("ids" in one for one in proof_of(desk).differences)
