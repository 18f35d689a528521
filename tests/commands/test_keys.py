"""What do the `batchbell keys` commands do?"""

import pytest

from batchbell.domain.errors import CallerError
from batchbell.domain.keys import key_hash
from batchbell.usecases.authenticate import authenticate
from tests.commands.operators import Operator

DAY = 86_400_000
FIRST = "bb_" + "0" * 31 + "1"
SECOND = "bb_" + "0" * 31 + "2"
FIRST_HASH, SECOND_HASH = key_hash(FIRST), key_hash(SECOND)


def _tenant(operator: Operator, key: str) -> str:
    """Whose key it is; raises when it opens nothing."""
    return authenticate(operator.world.keys, f"Bearer {key}", operator.world.clock()).tenant


def test_a_key_is_shown_once_and_opens(operator: Operator) -> None:
    assert operator.run("keys", "create", "--tenant", "acme") == 0
    assert operator.out == f"{FIRST}\n", "alone, for a script to take"
    assert operator.err == (
        f"{FIRST_HASH[:12]}  acme  active  created 2026-09-21 14:13  never expires\n"
        "Keep the key: it is not shown again.\n"
    )
    assert _tenant(operator, FIRST) == "acme"


def test_only_its_hash_is_kept(operator: Operator) -> None:
    operator.run("keys", "create", "--tenant", "acme")
    operator.run("keys", "list")
    assert FIRST not in operator.out + operator.err
    (stored,) = operator.world.keys.list(None)
    assert stored.hash == FIRST_HASH
    assert FIRST not in repr(stored)


def test_a_key_may_expire(operator: Operator) -> None:
    operator.run("keys", "create", "--tenant", "acme", "--expires-days", "30")
    assert "expires 2026-10-21 14:13" in operator.err
    operator.world.clock.advance(30 * DAY - 1)
    assert _tenant(operator, FIRST) == "acme"
    operator.world.clock.advance(1)
    with pytest.raises(CallerError):
        _tenant(operator, FIRST)


@pytest.mark.parametrize("tenant", ["", "Acme", "a b", "-acme", "a#b", "é", "a" * 64])
def test_a_tenant_is_made_of_few_letters(operator: Operator, tenant: str) -> None:
    assert operator.run("keys", "create", f"--tenant={tenant}") == 2
    assert operator.out == ""
    assert "lower-case letters" in operator.err
    assert operator.world.keys.list(None) == []


@pytest.mark.parametrize("days", ["0", "-1", "1.5", "x", "", "36501", "9" * 5_000])
def test_a_key_lasts_for_whole_days(operator: Operator, days: str) -> None:
    assert operator.run("keys", "create", "--tenant", "acme", f"--expires-days={days}") == 2
    assert "must be a whole number from 1 to 36500" in operator.err
    assert operator.world.keys.list(None) == []


def test_keys_are_listed_by_their_hash(operator: Operator) -> None:
    operator.run("keys", "create", "--tenant", "acme", "--expires-days", "1")
    operator.world.clock.advance(2 * DAY)
    operator.run("keys", "create", "--tenant", "globex")
    assert operator.run("keys", "list") == 0
    acme = f"{FIRST_HASH[:12]}  acme  expired  created 2026-09-21 14:13  expires 2026-09-22 14:13\n"
    globex = f"{SECOND_HASH[:12]}  globex  active  created 2026-09-23 14:13  never expires\n"
    assert operator.out == acme + globex
    operator.run("keys", "list", "--tenant", "globex")
    assert operator.out == globex
    operator.run("keys", "list", "--tenant", "nobody")
    assert operator.out == ""


@pytest.mark.parametrize("digits", [4, 12, 64])
def test_a_key_is_revoked_by_the_beginning_of_its_hash(operator: Operator, digits: int) -> None:
    operator.run("keys", "create", "--tenant", "acme")
    operator.run("keys", "create", "--tenant", "acme")
    assert operator.run("keys", "revoke", FIRST_HASH[:digits].upper()) == 0
    assert operator.out == f"revoked {FIRST_HASH[:12]} of acme\n"
    with pytest.raises(CallerError):
        _tenant(operator, FIRST)
    assert _tenant(operator, SECOND) == "acme"


def test_revoking_again_changes_nothing(operator: Operator) -> None:
    operator.run("keys", "create", "--tenant", "acme")
    operator.run("keys", "revoke", FIRST_HASH)
    assert operator.run("keys", "revoke", FIRST_HASH) == 0
    operator.run("keys", "list")
    assert "revoked" in operator.out


def test_a_hash_that_nobody_has(operator: Operator) -> None:
    operator.run("keys", "create", "--tenant", "acme")
    assert operator.run("keys", "revoke", "ffffffff") == 2
    assert operator.err == (
        "batchbell: no key's hash begins with ffffffff; see: batchbell keys list\n"
    )


def test_a_hash_that_several_have(operator: Operator) -> None:
    """None of them is revoked."""
    secrets: dict[str, str] = {}
    for number in range(1, 1_000):
        secret = f"bb_{number:032x}"
        operator.run("keys", "create", "--tenant", "acme")
        if secrets.setdefault(key_hash(secret)[:4], secret) != secret:
            break
    prefix = key_hash(secret)[:4]
    assert operator.run("keys", "revoke", prefix) == 2
    assert operator.err.startswith(f"batchbell: more than one key's hash begins with {prefix}:\n")
    assert operator.err.count("  acme  active  ") == 2
    assert _tenant(operator, secret) == "acme"


@pytest.mark.parametrize("prefix", ["", "abc", "wxyz", FIRST, FIRST_HASH[:8] + " "])
def test_what_no_hash_looks_like(operator: Operator, prefix: str) -> None:
    operator.run("keys", "create", "--tenant", "acme")
    assert operator.run("keys", "revoke", prefix) == 2
    assert "must be at least 4 digits of a key's hash" in operator.err
    assert _tenant(operator, FIRST) == "acme"
