"""Whose key is this?"""

import pytest

from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.usecases.authenticate import authenticate
from tests.memory.keys import MemoryKeys
from tests.memory.world import memory_world

SECRET = "bb_" + "0123456789abcdef" * 2
NOW = 1_000


def keys_with(state: KeyState = KeyState.ACTIVE, expires_at: int | None = None) -> MemoryKeys:
    """A store with one key."""
    keys = memory_world().keys
    keys.create(ApiKey(key_hash(SECRET), "acme", state, 1, expires_at))
    return keys


def code_of(keys: MemoryKeys, header: str | None) -> ErrorCode | DocumentsCode:
    """How a header is refused."""
    with pytest.raises(CallerError) as refused:
        authenticate(keys, header, NOW)
    return refused.value.code


@pytest.mark.parametrize(
    "header", [f"Bearer {SECRET}", f"bearer {SECRET}", f"  BEARER   {SECRET} "]
)
def test_a_key_belongs_to_its_tenant(header: str) -> None:
    assert authenticate(keys_with(), header, NOW).tenant == "acme"


@pytest.mark.parametrize("header", [None, "", "   "])
def test_no_key_is_missing(header: str | None) -> None:
    assert code_of(keys_with(), header) is ErrorCode.API_KEY_MISSING


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        SECRET,
        f"Basic {SECRET}",
        "Bearer bb_",
        f"Bearer {SECRET}0",
        f"Bearer {SECRET.upper()}",
        f"Bearer xx{SECRET[2:]}",
        f"Bearer {SECRET[:-1]}g",
        f"Bearer {SECRET} {SECRET}",
        "Bearer bb_" + "\u0660" * 32,
    ],
)
def test_what_does_not_look_like_a_key_is_none(header: str) -> None:
    assert code_of(keys_with(), header) is ErrorCode.API_KEY_INVALID_FORMAT


def test_an_unknown_key_is_not_found() -> None:
    assert code_of(memory_world().keys, f"Bearer {SECRET}") is ErrorCode.API_KEY_NOT_FOUND


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (KeyState.REVOKED, ErrorCode.API_KEY_REVOKED),
        (KeyState.DISABLED, ErrorCode.API_KEY_DISABLED),
    ],
)
def test_a_key_that_was_withdrawn_says_so(state: KeyState, code: ErrorCode) -> None:
    assert code_of(keys_with(state), f"Bearer {SECRET}") is code


def test_a_key_expires_at_its_time() -> None:
    assert authenticate(keys_with(expires_at=NOW + 1), f"Bearer {SECRET}", NOW).tenant == "acme"
    assert code_of(keys_with(expires_at=NOW), f"Bearer {SECRET}") is ErrorCode.API_KEY_EXPIRED
