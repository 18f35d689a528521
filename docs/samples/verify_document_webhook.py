"""Is a request that came in a webhook about documents? Standard library only.

Any library for Standard Webhooks does the same.
"""

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping

TOLERANCE_SECONDS = 300


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Check the signature over the raw body, byte for byte as received, and the age of the request.

    `secret`: as it was answered, with `whsec_`. `headers`: with names in lower case, as most
    frameworks can give them.
    """
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdecimal()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = hmac.new(key, message, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    received = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in received)
