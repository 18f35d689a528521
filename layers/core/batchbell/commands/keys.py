"""`batchbell keys`: who may call?"""

import argparse
import sys
from datetime import UTC, datetime

from batchbell.domain.errors import BatchbellError
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.runtime.deployment import Deployment
from batchbell.usecases.manage_keys import create_key, find_keys

_DAY_MS = 86_400_000
_MOST_DAYS = 36_500
_SHOWN = 12
"""Digits of a hash that are shown: enough to be alone among many keys."""
_FEWEST = 4
"""Digits of a hash that a command takes: with fewer, a slip of the finger finds a key."""


class NoSuchKey(BatchbellError):
    """The digits given name no key, or more than one."""


def add_to(
    groups: "argparse._SubParsersAction[argparse.ArgumentParser]", where: argparse.ArgumentParser
) -> None:
    """Add the group to the command line."""
    group = groups.add_parser("keys", help="make, list and revoke API keys")
    commands = group.add_subparsers(required=True, metavar="COMMAND")
    create = commands.add_parser("create", parents=[where], help="make a key for a tenant")
    create.add_argument("--tenant", required=True, help="lower-case letters, digits and hyphens")
    create.add_argument("--expires-days", type=_days, metavar="N", help="without it, never")
    create.set_defaults(run=_create)
    listing = commands.add_parser("list", parents=[where], help="list keys by their hash")
    listing.add_argument("--tenant", help="only this tenant's")
    listing.set_defaults(run=_list)
    revoke = commands.add_parser("revoke", parents=[where], help="make a key useless, for good")
    revoke.add_argument("hash", metavar="HASH_PREFIX", type=_digits, help="as listed, or less")
    revoke.set_defaults(run=_revoke)


def _create(options: argparse.Namespace, deployment: Deployment) -> int:
    """The key alone on standard output, so that a script can take it; the rest beside it."""
    now, days = deployment.now(), options.expires_days
    expires_at = None if days is None else now + days * _DAY_MS
    keys = deployment.keys()
    secret = create_key(keys, options.tenant, now, deployment.random_hex, expires_at)
    print(secret)
    stored = ApiKey(key_hash(secret), options.tenant, KeyState.ACTIVE, now, expires_at)
    print(f"{_line(stored, now)}\nKeep the key: it is not shown again.", file=sys.stderr)
    return 0


def _list(options: argparse.Namespace, deployment: Deployment) -> int:
    now = deployment.now()
    for key in deployment.keys().list(options.tenant):
        print(_line(key, now))
    return 0


def _revoke(options: argparse.Namespace, deployment: Deployment) -> int:
    keys, now = deployment.keys(), deployment.now()
    found = find_keys(keys, options.hash)
    if not found:
        raise NoSuchKey(f"no key's hash begins with {options.hash}; see: batchbell keys list")
    if len(found) > 1:
        several = "\n".join(_line(key, now) for key in found)
        raise NoSuchKey(f"more than one key's hash begins with {options.hash}:\n{several}")
    keys.revoke(found[0].hash)
    print(f"revoked {found[0].hash[:_SHOWN]} of {found[0].tenant}")
    return 0


def _line(key: ApiKey, now: int) -> str:
    over = key.expires_at is not None and now >= key.expires_at
    state = "expired" if over and key.state is KeyState.ACTIVE else key.state.value
    until = "never expires" if key.expires_at is None else f"expires {_time(key.expires_at)}"
    return f"{key.hash[:_SHOWN]}  {key.tenant}  {state}  created {_time(key.created_at)}  {until}"


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _days(text: str) -> int:
    days = int(text) if text.isdecimal() and len(text) < 6 else 0
    if not 1 <= days <= _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_MOST_DAYS}")
    return days


def _digits(text: str) -> str:
    digits = text.lower()
    if len(digits) < _FEWEST or not set(digits) <= set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"must be at least {_FEWEST} digits of a key's hash")
    return digits
