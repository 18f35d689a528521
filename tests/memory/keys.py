"""The `Keys` port in memory."""

from dataclasses import replace

from batchbell.domain.keys import ApiKey, KeyState
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemoryKeys:
    """See `batchbell.ports.Keys`."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._keys: dict[str, ApiKey] = {}

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("keys.read")
    def read(self, key_hash: str) -> ApiKey | None:
        """The key with this hash, or None."""
        return self._keys.get(key_hash)

    @atomic("keys.create")
    def create(self, key: ApiKey) -> None:
        """Store a new key."""
        self._keys.setdefault(key.hash, key)

    @atomic("keys.revoke")
    def revoke(self, key_hash: str) -> bool:
        """From now on it opens nothing."""
        key = self._keys.get(key_hash)
        if key is None:
            return False
        self._keys[key_hash] = replace(key, state=KeyState.REVOKED)
        return True

    @atomic("keys.list")
    def list(self, tenant: str | None) -> list[ApiKey]:
        """Every key, or a tenant's, oldest first."""
        keys = [key for key in self._keys.values() if tenant in (None, key.tenant)]
        return sorted(keys, key=lambda key: (key.created_at, key.hash))
