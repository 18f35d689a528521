"""The `Keys` port on DynamoDB: whose key is this?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.row_keys import API_KEY, api_key_hash_of, api_key_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import ABSENT, PRESENT, SCHEMA, Put, Update
from batchbell.domain.keys import ApiKey, KeyState


class KeyRecords:
    """See `batchbell.ports.Keys`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def read(self, key_hash: str) -> ApiKey | None:
        """The key with this hash, or None."""
        row = self._table.read(api_key_row_key(key_hash))
        return _key_of(row) if row else None

    def create(self, key: ApiKey) -> None:
        """Store a new key; a repeat changes nothing, whatever became of the key meanwhile."""
        row = {
            **api_key_row_key(key.hash).row(),
            "schema": SCHEMA,
            "tenant": key.tenant,
            "state": key.state.value,
            "created_at": key.created_at,
            "expires_at": key.expires_at,
        }
        self._table.put(Put(row, ABSENT))

    def revoke(self, key_hash: str) -> bool:
        """From now on it opens nothing."""
        revoked = {"state": KeyState.REVOKED.value}
        update = Update(api_key_row_key(key_hash), "SET #state = :state", PRESENT, revoked)
        return self._table.update(update).accepted

    def list(self, tenant: str | None) -> list[ApiKey]:
        """Every key, or a tenant's, oldest first. Reads the whole table: for operators."""
        keys = [_key_of(row) for row in self._table.scan() if row["sk"] == API_KEY]
        of_tenant = [key for key in keys if tenant in (None, key.tenant)]
        return sorted(of_tenant, key=lambda key: (key.created_at, key.hash))


def _key_of(row: Row) -> ApiKey:
    return ApiKey(
        hash=api_key_hash_of(row["pk"]),
        tenant=row["tenant"],
        state=KeyState(row["state"]),
        created_at=row["created_at"],
        expires_at=row.get("expires_at"),
    )
