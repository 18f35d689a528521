"""Is what a tenant may do read seldom, and anew soon enough?"""

from batchbell.adapters.remembered_allowances import RememberedAllowances
from tests.memory.clock import VirtualClock
from tests.memory.tenants import GENEROUS, MemoryAllowances


def test_what_was_read_lately_is_remembered() -> None:
    stored, clock = MemoryAllowances(), VirtualClock()
    remembered = RememberedAllowances(stored, clock)
    remembered.read("acme")
    stored.change("acme", {"writes_a_minute": 1})
    clock.advance(29_999)
    assert remembered.read("acme") == GENEROUS


def test_a_change_holds_within_half_a_minute() -> None:
    stored, clock = MemoryAllowances(), VirtualClock()
    remembered = RememberedAllowances(stored, clock)
    remembered.read("acme")
    stored.change("acme", {"writes_a_minute": 1})
    clock.advance(30_000)
    assert remembered.read("acme").writes_a_minute == 1


def test_a_change_made_here_holds_at_once() -> None:
    remembered = RememberedAllowances(MemoryAllowances(), VirtualClock())
    remembered.read("acme")
    remembered.change("acme", {"writes_a_minute": 1})
    assert remembered.read("acme").writes_a_minute == 1


def test_tenants_are_told_apart_and_forgotten_when_there_are_too_many() -> None:
    stored, clock = MemoryAllowances(), VirtualClock()
    remembered = RememberedAllowances(stored, clock)
    remembered.read("first")
    stored.change("first", {"writes_a_minute": 1})
    for number in range(1_000):
        assert remembered.read(f"t{number}") == GENEROUS
    assert remembered.read("first").writes_a_minute == 1
