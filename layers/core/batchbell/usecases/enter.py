"""Who calls, and is it not too often?"""

from dataclasses import dataclass

from batchbell.domain.allowance import CallClass, RateWindow, window_end
from batchbell.ports import Allowances, Keys, Rates
from batchbell.usecases.authenticate import authenticate


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What stands between a caller and the routes."""

    keys: Keys
    allowances: Allowances
    rates: Rates


@dataclass(frozen=True, slots=True)
class Entry:
    """A caller with a valid key. `window`: its calls of this class in this minute."""

    tenant: str
    window: RateWindow


def enter(door: Door, authorization: str | None, call_class: CallClass, now: int) -> Entry:
    """Count a call. Raises `CallerError` 401; one call too many says so in the window."""
    key = authenticate(door.keys, authorization, now)
    limit = door.allowances.read(key.tenant).calls_a_minute(call_class)
    ends_at = window_end(now)
    used = door.rates.count(key.hash, call_class, ends_at, limit)
    return Entry(key.tenant, RateWindow(limit, min(used, limit), ends_at, exceeded=used > limit))
