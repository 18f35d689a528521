"""Where do the rows of a batch wait until all of them are known?

A file can only begin once every column is known, and a batch may hold more than memory does: so
rows are laid down in a temporary file, document by document, and gone through as often as a format
needs.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

from batchbell.contracts.exports.table import OWN_COLUMNS, Row, columns_for

LineItem = Mapping[str, str | None]


class RowSpool:
    """Rows on disk until the block ends; a `Table` for whoever writes a file of them."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed by __exit__
        self._keys: dict[str, None] = {}
        self.rows = 0
        self.bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, document_id: str, filename: str, line_items: Sequence[LineItem]) -> None:
        """The rows of the next document. Before the first row is read."""
        line = json.dumps([document_id, filename, line_items]).encode() + b"\n"
        self._file.write(line)
        self.bytes += len(line)
        self.rows += len(line_items)
        for item in line_items:
            self._keys.update(dict.fromkeys(item))

    @property
    def columns(self) -> Sequence[str]:
        """All columns, in the order in which they first appeared, behind our own."""
        return (*OWN_COLUMNS, *columns_for(self._keys).values())

    @property
    def cells(self) -> int:
        """How many there are in a file with a cell for every row and column."""
        return self.rows * (len(OWN_COLUMNS) + len(self._keys))

    def __iter__(self) -> Iterator[Row]:
        """Every row, in order, from the first."""
        named = columns_for(self._keys)
        as_printed = all(key == name for key, name in named.items())
        self._file.seek(0)
        for line in self._file:
            document_id, filename, line_items = json.loads(line)
            for number, item in enumerate(line_items, start=1):
                own = zip(OWN_COLUMNS, (document_id, filename, number), strict=True)
                yield {**dict(own), **(item if as_printed else _renamed(item, named))}


def _renamed(item: LineItem, named: Mapping[str, str]) -> LineItem:
    return {named[key]: value for key, value in item.items()}
