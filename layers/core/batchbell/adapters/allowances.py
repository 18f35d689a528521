"""The `Allowances` port on DynamoDB: what may a tenant do?"""

from collections.abc import Mapping
from dataclasses import fields

from batchbell.adapters.row_keys import allowance_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import SCHEMA, Update, assign
from batchbell.domain.allowance import Allowance

_NAMES = frozenset(field.name for field in fields(Allowance))


class AllowanceRecords:
    """See `batchbell.ports.Allowances`. `defaults`: the deployment's."""

    def __init__(self, table: Table, defaults: Allowance) -> None:
        self._table = table
        self._defaults = defaults

    def read(self, tenant: str) -> Allowance:
        """The tenant's own numbers, else the deployment's."""
        row = self._table.read(allowance_row_key(tenant)) or {}
        return self._defaults.evolve(**{name: row[name] for name in _NAMES & row.keys()})

    def change(self, tenant: str, numbers: Mapping[str, int | None]) -> None:
        """Give a tenant numbers of its own."""
        changes = {**numbers, "schema": SCHEMA}
        self._table.update(Update(allowance_row_key(tenant), assign(changes), values=changes))
