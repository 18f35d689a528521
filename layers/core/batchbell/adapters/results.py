"""The `Results` port on DynamoDB and S3: where is what items came to?"""

from collections.abc import Mapping, Sequence
from typing import Any

from batchbell.adapters.attributes import Row
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.objects import Bucket, object_key
from batchbell.adapters.packing import INLINE_BYTES, pack, unpack
from batchbell.adapters.row_keys import result_partition, result_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import SCHEMA, Put, RowKey
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from batchbell.ports import Each


class ResultStore:
    """See `batchbell.ports.Results`. A large result is an object, and then a row that names it.

    `each`: how objects are read; side by side, or a batch of large pages takes a reader too long.
    """

    def __init__(self, table: Table, bucket: Bucket, each: Each) -> None:
        self._table = table
        self._bucket = bucket
        self._each = each

    def put(self, item: Item, content: Mapping[str, Any], keep_until: int) -> None:
        """Store the content under the item's generation and attempt."""
        packed = pack(content)
        where: Row = {"packed": packed}
        if len(packed) > INLINE_BYTES:
            where = {"object": _object_key(item)}
            self._bucket.put(where["object"], packed)
        row = result_row_key(item.key, item.generation, item.attempt).row()
        self._table.put(Put({**row, "schema": SCHEMA, "ttl": part_ttl(keep_until), **where}))

    def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        """The contents named by the items."""
        named = {
            result_row_key(item.key, item.result.generation, item.result.attempt): item.key
            for item in items
            if item.result
        }
        rows = self._table.read_many(list(named))
        contents = {
            named[RowKey(row["pk"], row["sk"])]: packed for row, packed in self._packed(rows)
        }
        return {key: unpack(packed) for key, packed in contents.items()}

    def erase(self, key: BatchKey, chunks: int) -> int:
        """Forget every result of a batch: all objects first, those included that no row names."""
        self._bucket.delete_all(_object_prefix(key))
        return sum(self._erase_chunk(key, chunk) for chunk in range(chunks))

    def _erase_chunk(self, key: BatchKey, chunk: int) -> int:
        rows = list(self._table.read_partition_keys(result_partition(key, chunk)))
        self._table.delete_many(rows)
        return len(rows)

    def _packed(self, rows: Sequence[Row]) -> list[tuple[Row, bytes]]:
        """Rows with their bytes, without those whose object is gone."""
        small = [(row, row["packed"]) for row in rows if "packed" in row]
        large = [row for row in rows if "object" in row]
        objects = self._each(self._bucket.get, [row["object"] for row in large])
        return small + [(row, found) for row, found in zip(large, objects, strict=True) if found]


def _object_prefix(key: BatchKey) -> str:
    return object_key("results", key.tenant, key.batch) + "/"


def _object_key(item: Item) -> str:
    numbers = (item.key.chunk, item.key.position, item.generation, item.attempt)
    return _object_prefix(item.key.batch) + object_key(*map(str, numbers))
