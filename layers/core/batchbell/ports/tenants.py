"""What is kept of tenants, and of how much they ask for?"""

from collections.abc import Mapping
from typing import Protocol

from batchbell.domain.allowance import Allowance, CallClass


class Allowances(Protocol):
    """What tenants may do."""

    def read(self, tenant: str) -> Allowance:
        """The tenant's own numbers, where it has some; else the deployment's."""

    def change(self, tenant: str, numbers: Mapping[str, int | None]) -> None:
        """Give a tenant numbers of its own, by the names of `Allowance`; None: the deployment's."""


class Rates(Protocol):
    """Counts of calls, by key, class and minute."""

    def count(self, key_hash: str, call_class: CallClass, window_end: int, limit: int) -> int:
        """Count one call. -> how many there are now, this one included; more than `limit`: there
        were as many before, and this one was not counted.
        """
