"""What does a write or a read cost, in DynamoDB's units?

Source: DynamoDB Developer Guide, "DynamoDB read and write operations" and "Using Global Secondary
Indexes". A write that is refused costs what stands there, a unit at least. Indexes follow a
transaction when it is over, so their writes are not doubled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tools.bench.sizes import Image, record_bytes

WRITE_BYTES = 1_024
READ_BYTES = 4_096
IN_TRANSACTION = 2


@dataclass(frozen=True, slots=True)
class Index:
    """A global index that holds keys only. `attributes`: the index's own and the table's."""

    own: tuple[str, ...]
    table: tuple[str, ...]

    def entry(self, image: Image | None) -> Image | None:
        """What the index holds of a record: nothing unless the record has all its keys."""
        if image is None or not all(name in image for name in self.own):
            return None
        return {name: image[name] for name in {*self.own, *self.table}}


def write_units(before: Image | None, after: Image | None) -> int:
    """Units of a write of one record, outside a transaction."""
    return _units(max(_bytes(before), _bytes(after)), WRITE_BYTES)


def index_units(index: Index, before: Image | None, after: Image | None) -> int:
    """Units that a write costs in an index: a changed key is a delete and a put."""
    old, new = index.entry(before), index.entry(after)
    if old == new:
        return 0
    return sum(_units(record_bytes(entry), WRITE_BYTES) for entry in (old, new) if entry)


def read_units(images: Sequence[Image], *, consistent: bool) -> float:
    """Units of reading records together, in one Query; a read of nothing costs the least."""
    units = _units(sum(map(record_bytes, images)), READ_BYTES)
    return units if consistent else units / 2


def _bytes(image: Image | None) -> int:
    return record_bytes(image) if image else 0


def _units(size: int, step: int) -> int:
    return max(math.ceil(size / step), 1)
