"""How are API keys made and withdrawn?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.keys import KeyState, key_hash, well_formed
from batchbell.usecases.authenticate import authenticate
from batchbell.usecases.manage_keys import create_key, find_keys
from tests.memory.world import memory_world


def ones(digits: int) -> str:
    """Not random at all."""
    return "1" * digits


def test_a_new_key_opens() -> None:
    world = memory_world()
    secret = create_key(world.keys, "acme", 5, ones)
    assert well_formed(secret)
    assert authenticate(world.keys, f"Bearer {secret}", 6).tenant == "acme"


def test_only_its_hash_is_stored() -> None:
    world = memory_world()
    secret = create_key(world.keys, "acme", 5, ones)
    (key,) = world.keys.list(None)
    assert key.hash == key_hash(secret)
    assert secret not in repr(key)
    assert (key.state, key.created_at, key.expires_at) == (KeyState.ACTIVE, 5, None)


def test_it_may_expire() -> None:
    world = memory_world()
    secret = create_key(world.keys, "acme", 5, ones, expires_at=9)
    with pytest.raises(CallerError):
        authenticate(world.keys, f"Bearer {secret}", 9)


@pytest.mark.parametrize("tenant", ["acme", "a", "0-1", "a" * 63])
def test_a_tenant_has_a_plain_name(tenant: str) -> None:
    world = memory_world()
    create_key(world.keys, tenant, 5, ones)
    assert world.keys.list(tenant)


@pytest.mark.parametrize("tenant", ["", "-a", "A", "a#b", "a b", "a" * 64, "ä", "a\n"])
def test_any_other_name_is_refused(tenant: str) -> None:
    """S11: a tenant is part of every key, and `#` parts those."""
    world = memory_world()
    with pytest.raises(CallerError) as refused:
        create_key(world.keys, tenant, 5, ones)
    assert refused.value.code is ErrorCode.INVALID_PARAMETER
    assert world.keys.list(None) == []


def test_keys_are_found_by_how_their_hash_begins() -> None:
    world = memory_world()
    for digit in "12":
        create_key(world.keys, "acme", 5, lambda digits, digit=digit: digit * digits)  # type: ignore[misc]
    wanted = key_hash("bb_" + "2" * 32)
    assert [key.hash for key in find_keys(world.keys, wanted[:12])] == [wanted]
    assert find_keys(world.keys, "no such") == []
