"""What does a file of rows hold, whatever its format?

Source: Documents API contract, `GET /batches/{batch_name}/results`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

Row = Mapping[str, str | int | None]
"""Cells by the names of their columns; a row need not have every column."""

OWN_COLUMNS = ("document_id", "filename", "row")
"""First in every row: whose it is, and which of its document's rows, from 1 on."""


class Table(Protocol):
    """Rows that can be gone through more than once."""

    @property
    def columns(self) -> Sequence[str]:
        """All columns, in order; no two have the same name."""

    def __iter__(self) -> Iterator[Row]: ...


def columns_for(keys: Iterable[str]) -> dict[str, str]:
    """The name of the column for each key of line items, in order. A key that is the name of one
    of our own columns, or the name that this makes of another, gets a number.
    """
    given = dict.fromkeys(keys)
    taken = {*OWN_COLUMNS, *(key for key in given if key not in OWN_COLUMNS)}
    named: dict[str, str] = {}
    for key in given:
        named[key] = _free(key, taken) if key in OWN_COLUMNS else key
        taken.add(named[key])
    return named


def _free(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
