"""The `Allowances` and `Rates` ports in memory. No part of the protocol, so no hook sees them."""

from collections import Counter
from collections.abc import Mapping

from batchbell.domain.allowance import Allowance, CallClass
from batchbell.ports import Keys
from batchbell.usecases.enter import Door

GENEROUS = Allowance(writes_a_minute=1_000_000, reads_a_minute=1_000_000, slots=1_000_000)
"""What tests that are about something else do not use up."""


class MemoryAllowances:
    """See `batchbell.ports.Allowances`."""

    def __init__(self, defaults: Allowance = GENEROUS) -> None:
        self._defaults = defaults
        self._own: dict[str, dict[str, int]] = {}

    def read(self, tenant: str) -> Allowance:
        """The tenant's own numbers, else the deployment's."""
        return self._defaults.evolve(**self._own.get(tenant, {}))

    def change(self, tenant: str, numbers: Mapping[str, int | None]) -> None:
        """Give a tenant numbers of its own."""
        changed = {**self._own.get(tenant, {}), **numbers}
        self._own[tenant] = {name: value for name, value in changed.items() if value is not None}


class MemoryRates:
    """See `batchbell.ports.Rates`."""

    def __init__(self) -> None:
        self._calls: Counter[tuple[str, CallClass, int]] = Counter()

    def count(self, key_hash: str, call_class: CallClass, window_end: int, limit: int) -> int:
        """Count one call."""
        window = (key_hash, call_class, window_end)
        if self._calls[window] >= limit:
            return limit + 1
        self._calls[window] += 1
        return self._calls[window]


def memory_door(keys: Keys) -> Door:
    """What stands between a caller and the routes, generous."""
    return Door(keys=keys, allowances=MemoryAllowances(), rates=MemoryRates())
