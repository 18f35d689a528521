"""Who may call? Every route asks for the key first, and says what is wrong with it."""

from collections.abc import Callable
from typing import Any

import pytest

from batchbell.domain.keys import ApiKey, KeyState, key_hash
from tests.functions.callers import KEY, Answer, Caller
from tests.functions.event_files import load

NEW = "bb_" + "7" * 32
ROUTES = ["submit/batch", "status/batch", "status/row", "cancel/batch", "cancel/purge"]


@pytest.fixture(params=ROUTES)
def route(request: pytest.FixtureRequest) -> dict[str, Any]:
    """One of all routes."""
    name: str = request.param
    return load(name)


def _called_with(caller: Caller, route: dict[str, Any], authorization: str | None) -> Answer:
    del route["headers"]["Authorization"]
    if authorization is not None:
        route["headers"]["Authorization"] = authorization
    return caller.send_as_it_is(route)


def _stored(caller: Caller, state: KeyState, expires_at: int | None = None) -> None:
    caller.world.keys.create(ApiKey(key_hash(NEW), "acme", state, 0, expires_at))


@pytest.mark.parametrize("authorization", [None, "", "   "])
def test_no_key(caller: Caller, route: dict[str, Any], authorization: str | None) -> None:
    assert _called_with(caller, route, authorization).code == (401, "API_KEY_MISSING")


def test_no_headers_at_all(caller: Caller, route: dict[str, Any]) -> None:
    """As the gateway's own test page sends."""
    route |= {"headers": None, "multiValueHeaders": None}
    assert caller.send_as_it_is(route).code == (401, "API_KEY_MISSING")


@pytest.mark.parametrize(
    "authorization",
    [
        KEY,
        "Bearer",
        "Bearer ",
        f"Basic {KEY}",
        f"Bearer {KEY[:-1]}",
        f"Bearer {KEY}0",
        f"Bearer {KEY.upper()}",
        f"Bearer {KEY[:-1]}g",
        f"Bearer {KEY[:-1]}\n",
        f"Bearer {KEY},",
        f"Bearer {KEY} {KEY}",
        "Bearer bb_" + "١" * 32,
        "Bearer \ud800",
        "Bearer bb_" + "0" * 100_000,
    ],
    ids=lambda text: ascii(text)[:50],
)
def test_what_no_key_looks_like(caller: Caller, route: dict[str, Any], authorization: str) -> None:
    answer = _called_with(caller, route, authorization)
    assert answer.code == (401, "API_KEY_INVALID_FORMAT")


def test_a_key_that_nobody_made(caller: Caller, route: dict[str, Any]) -> None:
    assert _called_with(caller, route, f"Bearer {NEW}").code == (401, "API_KEY_NOT_FOUND")


@pytest.mark.parametrize(
    ("state", "code"),
    [(KeyState.REVOKED, "API_KEY_REVOKED"), (KeyState.DISABLED, "API_KEY_DISABLED")],
)
def test_a_key_that_was_taken_back(
    caller: Caller, route: dict[str, Any], state: KeyState, code: str
) -> None:
    _stored(caller, state)
    assert _called_with(caller, route, f"Bearer {NEW}").code == (401, code)


def test_a_key_whose_time_is_over(caller: Caller, route: dict[str, Any]) -> None:
    _stored(caller, KeyState.ACTIVE, expires_at=caller.world.clock())
    assert _called_with(caller, route, f"Bearer {NEW}").code == (401, "API_KEY_EXPIRED")


def test_a_key_in_its_last_millisecond(caller: Caller) -> None:
    _stored(caller, KeyState.ACTIVE, expires_at=caller.world.clock() + 1)
    assert _called_with(caller, load("submit/batch"), f"Bearer {NEW}").status == 200


@pytest.mark.parametrize("spell", [str.lower, str.upper], ids=["lower", "upper"])
def test_the_scheme_is_spelt_in_any_case(caller: Caller, spell: Callable[[str], str]) -> None:
    authorization = f"{spell('Bearer')}  {KEY} "
    assert _called_with(caller, load("submit/batch"), authorization).status == 200
