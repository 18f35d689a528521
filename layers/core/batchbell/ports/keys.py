"""What is kept of API keys?"""

from typing import Protocol

from batchbell.domain.keys import ApiKey


class Keys(Protocol):
    """API keys."""

    def read(self, key_hash: str) -> ApiKey | None:
        """The key with this hash, or None."""

    def create(self, key: ApiKey) -> None:
        """Store a new key."""

    def revoke(self, key_hash: str) -> bool:
        """From now on it opens nothing. False: no such key."""

    def list(self, tenant: str | None) -> list[ApiKey]:
        """Every key, or a tenant's. Eventually consistent."""
