"""Is a request that came in one of Batchbell's webhooks? Standard library only."""

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping

TOLERANCE_SECONDS = 300


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Check the signature over the raw body, byte for byte as received, and the age of the request.

    `headers`: with names in lower case, as most frameworks can give them.
    """
    timestamp = headers.get("x-webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdecimal()):
        return False
    if abs(time.time() - int(timestamp) / 1000) > TOLERANCE_SECONDS:
        return False
    message = timestamp.encode() + b"." + body
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    expected = "sha256=" + base64.b64encode(digest).decode()
    received = headers.get("x-webhook-signature", "")
    return hmac.compare_digest(expected.encode(), received.encode())
