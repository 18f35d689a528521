"""What is lost of documents when anybody dies between any two port calls?

A caller that got no answer asks again; all others are told once more by AWS.
"""

from collections.abc import Callable
from contextlib import suppress

import pytest

from batchbell.domain.item import ItemState
from tests.flow.intruder import Executioner
from tests.flow.office import TOTALS, Office, office, second
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.flow.test_kills import again, at_every_call
from tests.memory.hooks import Killed, Unwatched
from tests.memory.records import Change

SUCCEEDED, FAILED, CANCELED = ItemState.SUCCEEDED, ItemState.FAILED, ItemState.CANCELED


def limited() -> Office:
    """A caller of a tenant with a budget and one slot."""
    desk = office()
    desk.pump.world.money.budgets.grant(desk.tenant, 100, None)
    desk.pump.world.door.allowances.change(desk.tenant, {"slots": 1})
    return desk


def story(desk: Office) -> None:
    """Two batches, one of which is opened again; the other is deleted before it is through."""
    other = second(desk)
    for letter in "ax":
        again(lambda letter=letter: desk.upload(letter))  # type: ignore[misc]
    again(lambda: other.upload("b"))
    again(desk.register)
    again(lambda: desk.process(TOTALS))
    again(other.process)
    again(other.delete_all)
    desk.pump.run()
    again(lambda: desk.upload("c"))
    again(lambda: desk.upload("d"))
    again(lambda: desk.delete("d"))
    again(desk.process)
    desk.pump.run()
    again(desk.register)
    desk.pump.run_and_sweep()
    settled(desk, other)


def told(desk: Office) -> None:
    """Both generations, each under its own id."""
    assert desk.states == [SUCCEEDED, FAILED, SUCCEEDED, CANCELED]
    assert [event.generation for event in desk.events] == [1, 2]
    assert list(dict.fromkeys(desk.posts())) == [event.id for event in desk.events]


@pytest.mark.parametrize("lost", [False, True], ids=["told again", "nobody is told"])
def test_whoever_dies_everything_comes_to_its_end(lost: bool) -> None:
    """With `lost` no record of the stream arrives: the sweeper does it all."""

    def play(executioner: Executioner) -> None:
        desk = limited()
        desk.pump.lost = lambda _: lost
        watch(desk.pump, executioner)
        story(desk)
        if not lost:
            told(desk)

    assert at_every_call(play) > 150


@pytest.mark.parametrize("times", [2, 3])
def test_everything_may_come_more_than_once(times: int) -> None:
    desk = limited()
    desk.pump.times = times
    story(desk)
    told(desk)


def test_any_one_record_may_be_lost() -> None:
    number = 0
    while True:
        number += 1
        desk = limited()
        seen: list[Change] = []

        def loses(change: Change, seen: list[Change] = seen, number: int = number) -> bool:
            seen.append(change)
            return len(seen) == number

        desk.pump.lost = loses
        story(desk)
        if len(seen) < number:
            break
    assert number > 40


@pytest.mark.parametrize("taken", ["pages", "webhooks"])
def test_every_message_may_be_lost_once(taken: str) -> None:
    """Of each queue: the first so many sends reach nobody."""
    for lost in range(1, 7):
        desk = limited()
        queue = getattr(desk.pump.world, taken)
        takes = queue.take
        left = [lost]

        def take(takes: Callable[[], list[object]] = takes, left: list[int] = left) -> list[object]:
            messages = takes()
            dropped = messages[: left[0]]
            left[0] -= len(dropped)
            return messages[len(dropped) :]

        queue.take = take
        story(desk)


def test_an_upload_that_died_never_was_or_is_there_whole() -> None:
    """Bytes without a record nobody sees; the record comes with everything."""

    def play(executioner: Executioner) -> None:
        desk = office()
        desk.upload("a")
        desk.process()
        desk.pump.run()
        watch(desk.pump, executioner)
        dies(lambda: desk.upload("b"))
        desk.pump.world.watch(Unwatched())
        assert desk.batch.total == len(desk.items) == len(desk.pump.world.records.documents)
        assert desk.batch.open == (desk.batch.total == 2)
        desk.pump.run_and_sweep()
        settled(desk)
        (added,) = desk.upload("b")
        assert desk.batch.total == 2
        assert added.document.item == desk.items[1].key

    assert at_every_call(play) == 4


@pytest.mark.parametrize("act", ["process", "delete_all", "register", "unregister", "purge"])
def test_a_caller_that_dies_and_never_comes_again_leaves_nothing_half_done(act: str) -> None:
    """With every record lost on top: the sweeper ends it, one way or the other."""

    def play(executioner: Executioner) -> None:
        desk = limited()
        other = second(desk)
        desk.upload("a", "b")
        other.upload("c")
        if act in ("register", "unregister", "purge"):
            desk.process()
            desk.pump.run_and_sweep()
        desk.pump.run_and_sweep()
        desk.pump.lost = lambda _: True
        watch(desk.pump, executioner)
        dies(getattr(desk, act))
        watch(desk.pump)
        other.process()
        desk.pump.run_and_sweep()
        settled(*([other] if act == "purge" else [desk, other]))
        assert desk.batch.next_look is None

    assert at_every_call(play) > 0


def test_a_batch_that_rests_closes_though_who_deleted_its_last_document_died() -> None:
    """With every record lost on top: the sweeper closes it."""

    def play(executioner: Executioner) -> None:
        desk = limited()
        desk.upload("a")
        desk.pump.run_and_sweep()
        assert desk.batch.next_look is None
        desk.pump.lost = lambda _: True
        watch(desk.pump, executioner)
        dies(lambda: desk.delete("a"))
        watch(desk.pump)
        desk.pump.run_and_sweep()
        assert desk.batch.next_look is None
        assert desk.batch.open == (desk.states == [ItemState.UPLOADED])

    assert at_every_call(play) > 4


def dies(call: Callable[[], object]) -> None:
    """The call, whose caller never comes again."""
    with suppress(Killed):
        call()
