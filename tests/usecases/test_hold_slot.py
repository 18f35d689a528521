"""How does a call that waits for its page hold a slot?"""

from collections.abc import Callable

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import ComeAgain, Unavailable
from batchbell.usecases.admit import reclaim
from batchbell.usecases.cancel import cancel
from batchbell.usecases.hold_slot import slot_held
from tests.memory.clock import START
from tests.memory.hooks import Unwatched
from tests.memory.submissions import KIND, TENANT, submitted
from tests.memory.world import World, memory_world

EXPIRES_AT = START + 30_000
MINE = f"request#{EXPIRES_AT}#r-1"


def slots(limit: int) -> World:
    world = memory_world()
    world.door.allowances.change(TENANT, {"slots": limit})
    return world


def holders(world: World) -> set[str]:
    return world.slots.held.get(TENANT, set())


def hold(world: World, then: Callable[[], object] = lambda: None) -> None:
    with slot_held(world.store, TENANT, "r-1", EXPIRES_AT):
        assert MINE in holders(world)
        then()


def fails() -> None:
    raise ZeroDivisionError


class Away(Unwatched):
    """A table that does not take calls of a name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def before(self, call_name: str) -> None:
        if call_name == self._name:
            raise Unavailable(call_name)


def test_a_slot_is_held_meanwhile_and_then_freed() -> None:
    world = slots(1)
    for _ in range(2):
        hold(world)
    assert holders(world) == set()


def test_it_is_freed_when_the_call_fails() -> None:
    world = slots(1)
    with pytest.raises(ZeroDivisionError):
        hold(world, fails)
    assert holders(world) == set()


def test_with_none_free_nothing_begins() -> None:
    world = slots(2)
    others = {f"request#{START + 1}#a", f"request#{START + 2}#b"}
    for other in others:
        world.slots.take(TENANT, other, 2)
    with pytest.raises(ComeAgain) as refused:
        hold(world, fails)
    assert (refused.value.code, refused.value.wait_ms) == (ErrorCode.RATE_LIMIT_EXCEEDED, 1_000)
    assert holders(world) == others


def test_the_slot_of_a_call_that_was_killed_is_taken_away_once_it_has_expired() -> None:
    world = slots(1)
    world.slots.take(TENANT, MINE, 1)
    other = f"request#{EXPIRES_AT + 9}#r-2"
    world.clock.advance(29_999)
    with pytest.raises(ComeAgain), slot_held(world.store, TENANT, "r-2", EXPIRES_AT + 9):
        pass
    world.clock.advance(1)
    with slot_held(world.store, TENANT, "r-2", EXPIRES_AT + 9):
        assert holders(world) == {other}


def test_so_is_that_of_a_batch_that_has_closed() -> None:
    world = slots(1)
    batch = submitted(world)
    world.slots.take(TENANT, batch.key.batch, 1)
    with pytest.raises(ComeAgain):
        hold(world)
    cancel(world.store, batch.key, KIND)
    hold(world)
    assert holders(world) == set()


def test_who_sweeps_leaves_calls_that_run_alone() -> None:
    world = slots(3)
    ended = {f"request#{START}#a", "request##b", "request#soon#c"}
    for member in (*ended, MINE):
        world.slots.take(TENANT, member, 4)
    assert reclaim(world.store, TENANT) == 3
    assert holders(world) == {MINE}


def test_tenants_do_not_take_each_other_s_slots() -> None:
    world = slots(1)
    world.slots.take("globex", MINE, 1)
    hold(world)
    assert world.slots.held["globex"] == {MINE}


def test_what_was_made_of_the_page_is_not_lost_with_the_slot() -> None:
    """The slot expires."""
    world = slots(1)
    hold(world, lambda: world.watch(Away("slots.free")))
    assert holders(world) == {MINE}


def test_a_slot_that_was_taken_without_an_answer_is_freed() -> None:
    class Lost(Unwatched):
        def after(self, call_name: str) -> None:
            if call_name == "slots.take":
                raise Unavailable(call_name)

    world = slots(1)
    world.watch(Lost())
    with pytest.raises(Unavailable):
        hold(world, fails)
    assert holders(world) == set()
