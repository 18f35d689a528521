"""Does every `Keys` port keep its promises?"""

from dataclasses import replace

import pytest

from batchbell.domain.keys import ApiKey, KeyState, key_hash
from tests.contract.houses import House
from tests.contract.samples import NOW

ACTIVE = ApiKey(key_hash("bb_1"), "acme", KeyState.ACTIVE, NOW)
EXPIRING = ApiKey(key_hash("bb_2"), "acme", KeyState.DISABLED, NOW + 1, NOW + 99)
OTHERS = ApiKey(key_hash("bb_3"), "other", KeyState.ACTIVE, NOW - 1)


@pytest.mark.parametrize("key", [ACTIVE, EXPIRING])
def test_a_key_is_read_back(house: House, key: ApiKey) -> None:
    house.keys.create(key)
    assert house.keys.read(key.hash) == key


def test_an_unknown_key_is_none(house: House) -> None:
    assert house.keys.read(ACTIVE.hash) is None


def test_a_revoked_key_says_so(house: House) -> None:
    house.keys.create(ACTIVE)
    assert house.keys.revoke(ACTIVE.hash)
    assert house.keys.read(ACTIVE.hash) == replace(ACTIVE, state=KeyState.REVOKED)


def test_revoking_may_be_repeated(house: House) -> None:
    house.keys.create(ACTIVE)
    house.keys.revoke(ACTIVE.hash)
    assert house.keys.revoke(ACTIVE.hash)


def test_an_unknown_key_is_not_revoked(house: House) -> None:
    assert not house.keys.revoke(ACTIVE.hash)
    assert house.keys.read(ACTIVE.hash) is None


def test_a_repeated_creation_does_not_revive(house: House) -> None:
    house.keys.create(ACTIVE)
    house.keys.revoke(ACTIVE.hash)
    house.keys.create(ACTIVE)
    assert house.keys.read(ACTIVE.hash) == replace(ACTIVE, state=KeyState.REVOKED)


def test_keys_are_listed_oldest_first(house: House) -> None:
    for key in (EXPIRING, ACTIVE, OTHERS):
        house.keys.create(key)
    assert house.keys.list(None) == [OTHERS, ACTIVE, EXPIRING]
    assert house.keys.list("acme") == [ACTIVE, EXPIRING]
    assert house.keys.list("nobody") == []
