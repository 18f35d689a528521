"""How is a webhook of the Documents API signed?

Source: Standard Webhooks 1.0, "Symmetric"; Documents API contract, `PUT
/batches/{batch_name}/webhook`.
"""

import base64
import binascii
import hashlib
import hmac

SECRET_BYTES = 32
"""Of a secret that is made here."""
_PREFIX = "whsec_"
_FEWEST_BYTES, _MOST_BYTES = 24, 64


def secret_of(random_bytes: bytes) -> str:
    """The secret that these bytes are; `SECRET_BYTES` of them, from a source for keys."""
    return _PREFIX + base64.b64encode(random_bytes).decode()


def is_secret(text: str) -> bool:
    """Whether a caller may give it: `whsec_` and the base64 of 24 to 64 bytes."""
    return _key_of(text) is not None


def signatures(secrets: list[str], event_id: str, timestamp: int, body: bytes) -> str:
    """The value of `webhook-signature`: one for each secret, the one in force first. `timestamp`:
    seconds since 1970.

    Raises ValueError for what `is_secret` refuses.
    """
    return " ".join(_signature(secret, event_id, timestamp, body) for secret in secrets)


def _signature(secret: str, event_id: str, timestamp: int, body: bytes) -> str:
    key = _key_of(secret)
    if key is None:
        raise ValueError("a secret is not of the form that was checked when it was registered")
    message = f"{event_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, message, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def _key_of(secret: str) -> bytes | None:
    """The bytes behind a secret. Only their one canonical spelling counts: receivers decode it by
    libraries of their own, which differ in what else they take.
    """
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return None
    fits = _FEWEST_BYTES <= len(key) <= _MOST_BYTES
    return key if fits and secret == secret_of(key) else None
