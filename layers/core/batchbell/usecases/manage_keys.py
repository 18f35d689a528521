"""How are API keys made and withdrawn?"""

import re
from collections.abc import Callable

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.ports import Keys

_TENANT = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


def create_key(
    keys: Keys,
    tenant: str,
    now: int,
    random_hex: Callable[[int], str],
    expires_at: int | None = None,
) -> str:
    """Make a key for a tenant. -> the key itself: it is shown once and never stored.

    `random_hex(n)`: n hexadecimal digits from a cryptographic source. `expires_at` is epoch
    milliseconds.
    """
    require_tenant(tenant)
    secret = "bb_" + random_hex(32)
    keys.create(ApiKey(key_hash(secret), tenant, KeyState.ACTIVE, now, expires_at))
    return secret


def require_tenant(tenant: str) -> None:
    """Raises `CallerError` for what no tenant is called."""
    if _TENANT.fullmatch(tenant) is None:
        raise CallerError(
            ErrorCode.INVALID_PARAMETER,
            "A tenant is 1 to 63 lower-case letters, digits and hyphens, no hyphen first.",
        )


def find_keys(keys: Keys, hash_prefix: str) -> list[ApiKey]:
    """The keys whose hash begins so."""
    return [key for key in keys.list(None) if key.hash.startswith(hash_prefix)]
