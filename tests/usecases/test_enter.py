"""Who calls, and how much of the minute is left?"""

import pytest

from batchbell.domain.allowance import CallClass
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.usecases.enter import Door, Entry, enter
from tests.memory.tenants import GENEROUS, MemoryAllowances, MemoryRates
from tests.memory.world import memory_world

SECRET = "bb_" + "1" * 32
MINUTE = 60_000


def door(writes: int = 2) -> Door:
    keys = memory_world().keys
    keys.create(ApiKey(key_hash(SECRET), "acme", KeyState.ACTIVE, 0))
    allowances = MemoryAllowances(GENEROUS.evolve(writes_a_minute=writes))
    return Door(keys=keys, allowances=allowances, rates=MemoryRates())


def call(door: Door, now: int = 0, call_class: CallClass = CallClass.WRITES) -> Entry:
    return enter(door, f"Bearer {SECRET}", call_class, now)


def test_a_call_uses_up_one_of_its_minute() -> None:
    entry = call(door(), now=5 * MINUTE + 1)
    assert entry.tenant == "acme"
    assert (entry.window.limit, entry.window.remaining) == (2, 1)
    assert entry.window.ends_at == 6 * MINUTE
    assert not entry.window.exceeded


def test_one_call_too_many_says_so() -> None:
    at = door()
    windows = [call(at).window for _ in range(3)]
    assert [window.remaining for window in windows] == [1, 0, 0]
    assert [window.exceeded for window in windows] == [False, False, True]


def test_the_next_minute_is_a_new_one() -> None:
    at = door()
    for _ in range(3):
        call(at)
    assert not call(at, now=MINUTE).window.exceeded


def test_reading_has_a_count_of_its_own() -> None:
    at = door(writes=1)
    call(at)
    assert not call(at, call_class=CallClass.READS).window.exceeded


def test_a_tenants_own_number_counts() -> None:
    at = door()
    at.allowances.change("acme", {"writes_a_minute": 1})
    call(at)
    assert call(at).window.exceeded


def test_an_unknown_key_counts_nowhere() -> None:
    at = door(writes=1)
    with pytest.raises(CallerError) as caught:
        enter(at, "Bearer bb_" + "2" * 32, CallClass.WRITES, 0)
    assert caught.value.code is ErrorCode.API_KEY_NOT_FOUND
    assert not call(at).window.exceeded
