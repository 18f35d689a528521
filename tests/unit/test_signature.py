"""How is a webhook signed, to the byte?"""

import base64
from hashlib import sha256

import pytest

from batchbell.domain.signature import sign, verified

SECRET = "s3cret"
AT = 1_790_000_000_000
BODY = '{"id": "batch_1", "note": "naïve"}'.encode()
SIGNATURE = "sha256=1xOhehOvAgDLzsZGnHi+vH9enrgr7G34TCn3hu/R2WQ="


def hmac_by_hand(secret: bytes, message: bytes) -> bytes:
    """RFC 2104 with SHA-256, written out."""
    key = (sha256(secret).digest() if len(secret) > 64 else secret).ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def test_a_known_message_has_a_known_signature() -> None:
    """A receiver's own code must come to the same."""
    assert sign(SECRET, AT, BODY) == SIGNATURE


@pytest.mark.parametrize("secret", ["s", "s3cret", "sécrèt", "x" * 64, "x" * 65, "漢字" * 40])
@pytest.mark.parametrize("body", [b"", b"{}", BODY, bytes(range(256))])
def test_it_is_the_hmac_of_timestamp_dot_body(secret: str, body: bytes) -> None:
    digest = hmac_by_hand(secret.encode(), b"1790000000000." + body)
    assert sign(secret, AT, body) == "sha256=" + base64.b64encode(digest).decode()


def test_ours_is_verified() -> None:
    assert verified(SECRET, AT, BODY, SIGNATURE)


@pytest.mark.parametrize(
    ("secret", "at", "body", "signature"),
    [
        ("other", AT, BODY, SIGNATURE),
        (SECRET, AT + 1, BODY, SIGNATURE),
        (SECRET, AT, BODY + b" ", SIGNATURE),
        (SECRET, AT, BODY, SIGNATURE.removeprefix("sha256=")),
        (SECRET, AT, BODY, ""),
    ],
)
def test_anything_else_is_not(secret: str, at: int, body: bytes, signature: str) -> None:
    assert not verified(secret, at, body, signature)
