"""What is an API key, and how is it told from other strings?"""

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

_FORMAT = re.compile(r"bb_[0-9a-f]{32}")


class KeyState(StrEnum):
    """Whether a key opens anything."""

    ACTIVE = "active"
    DISABLED = "disabled"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key's record: only its SHA-256 is stored. Times are epoch milliseconds."""

    hash: str
    tenant: str
    state: KeyState
    created_at: int
    expires_at: int | None = None


def well_formed(secret: str) -> bool:
    """Whether a string looks like a key: `bb_` and 32 hexadecimal digits."""
    return _FORMAT.fullmatch(secret) is not None


def key_hash(secret: str) -> str:
    """The only form in which a key is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
