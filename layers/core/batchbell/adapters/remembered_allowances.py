"""How does a warm function save reading a tenant's allowance with every call?

What an operator changes holds within half a minute.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping

from batchbell.domain.allowance import Allowance
from batchbell.ports import Allowances

_FOR_MS = 30_000
_MOST = 1_000
"""Tenants: some 200 KB."""


class RememberedAllowances:
    """The `Allowances` port, with what was read lately kept in memory."""

    def __init__(self, allowances: Allowances, now: Callable[[], int]) -> None:
        self._allowances = allowances
        self._now = now
        self._kept: OrderedDict[str, tuple[int, Allowance]] = OrderedDict()

    def read(self, tenant: str) -> Allowance:
        """The tenant's own numbers, else the deployment's."""
        read_at, allowance = self._kept.get(tenant, (None, None))
        if read_at is None or allowance is None or self._now() - read_at >= _FOR_MS:
            return self._read_anew(tenant)
        return allowance

    def change(self, tenant: str, numbers: Mapping[str, int | None]) -> None:
        """Give a tenant numbers of its own."""
        self._kept.pop(tenant, None)
        self._allowances.change(tenant, numbers)

    def _read_anew(self, tenant: str) -> Allowance:
        self._kept.pop(tenant, None)
        allowance = self._allowances.read(tenant)
        self._kept[tenant] = (self._now(), allowance)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return allowance
