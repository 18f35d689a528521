"""How is a webhook signed?

Source: Pages API contract, "Webhook": base64 of HMAC-SHA256(secret as UTF-8 bytes, timestamp + "."
+ raw body).
"""

import base64
import hashlib
import hmac


def sign(secret: str, timestamp_ms: int, body: bytes) -> str:
    """The value of X-Webhook-Signature over the very bytes that are sent."""
    message = str(timestamp_ms).encode() + b"." + body
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    return "sha256=" + base64.b64encode(digest).decode()


def verified(secret: str, timestamp_ms: int, body: bytes, signature: str) -> bool:
    """Whether a received signature is ours, compared in constant time."""
    return hmac.compare_digest(sign(secret, timestamp_ms, body), signature)
