"""Whose key is this?"""

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.keys import ApiKey, KeyState, key_hash, well_formed
from batchbell.ports import Keys

_SCHEME = "bearer "


def authenticate(keys: Keys, authorization: str | None, now: int) -> ApiKey:
    """The key behind an Authorization header. Raises `CallerError` 401, one code for each way to
    fail.
    """
    secret = _secret(authorization)
    if not well_formed(secret):
        raise CallerError(
            ErrorCode.API_KEY_INVALID_FORMAT,
            "This is not an API key: keys are bb_ and 32 hexadecimal digits.",
        )
    key = keys.read(key_hash(secret))
    if key is None:
        raise CallerError(
            ErrorCode.API_KEY_NOT_FOUND,
            "There is no such API key. Check it, or ask the operator of this service for one.",
        )
    _require_active(key, now)
    return key


def _secret(authorization: str | None) -> str:
    header = (authorization or "").strip()
    if not header:
        raise CallerError(ErrorCode.API_KEY_MISSING, "Send your key: Authorization: Bearer bb_...")
    if not header.lower().startswith(_SCHEME):
        raise CallerError(
            ErrorCode.API_KEY_INVALID_FORMAT, "Send the key as: Authorization: Bearer bb_..."
        )
    return header[len(_SCHEME) :].strip()


def _require_active(key: ApiKey, now: int) -> None:
    if key.state is KeyState.REVOKED:
        raise CallerError(ErrorCode.API_KEY_REVOKED, "This API key was revoked. Use another.")
    if key.state is KeyState.DISABLED:
        raise CallerError(ErrorCode.API_KEY_DISABLED, "This API key is disabled. Ask its owner.")
    if key.expires_at is not None and now >= key.expires_at:
        raise CallerError(ErrorCode.API_KEY_EXPIRED, "This API key has expired. Use another.")
