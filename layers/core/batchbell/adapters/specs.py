"""The `Specs` port on DynamoDB and S3: where is what a batch was asked to do?"""

from collections.abc import Mapping
from typing import Any

from batchbell.adapters.attributes import Row
from batchbell.adapters.lifetimes import part_ttl
from batchbell.adapters.objects import Bucket, object_key
from batchbell.adapters.packing import INLINE_BYTES, Undecodable, pack, unpack
from batchbell.adapters.row_keys import spec_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import PRESENT, SCHEMA, Put, Update
from batchbell.domain.errors import SpecMissing
from batchbell.domain.identifiers import BatchKey


class SpecStore:
    """See `batchbell.ports.Specs`. A large spec is an object, and then a record that names it."""

    def __init__(self, table: Table, bucket: Bucket) -> None:
        self._table = table
        self._bucket = bucket

    def put(
        self, key: BatchKey, fingerprint: str, body: Mapping[str, Any], keep_until: int
    ) -> None:
        """Store; what is there already is the same, and may end too early."""
        packed = pack(body)
        where: Row = {"packed": packed}
        if len(packed) > INLINE_BYTES:
            where = {"object": _object_key(key, fingerprint)}
            self._bucket.put(where["object"], packed)
        row = spec_row_key(key, fingerprint).row()
        self._table.put(Put({**row, "schema": SCHEMA, "ttl": part_ttl(keep_until), **where}))

    def get(self, key: BatchKey, fingerprint: str) -> Mapping[str, Any]:
        """The body."""
        row = self._table.read(spec_row_key(key, fingerprint))
        packed = self._packed(row) if row else None
        if packed is None:
            raise SpecMissing(f"the spec {fingerprint} is gone")
        try:
            return unpack(packed)
        except Undecodable as error:
            raise SpecMissing(f"the spec {fingerprint} cannot be decoded") from error

    def erase(self, key: BatchKey, fingerprint: str) -> None:
        """Forget it: the object first, so that a repeat still finds what names it.

        The row is emptied, not deleted: no function may delete from the table of batches.
        """
        self._bucket.delete(_object_key(key, fingerprint))
        row = spec_row_key(key, fingerprint)
        self._table.update(Update(row, "REMOVE #packed, #object", PRESENT))

    def _packed(self, row: Row) -> bytes | None:
        if "object" in row:
            return self._bucket.get(row["object"])
        packed: bytes | None = row.get("packed")
        return packed


def _object_key(key: BatchKey, fingerprint: str) -> str:
    return object_key("specs", key.tenant, key.batch, fingerprint)
