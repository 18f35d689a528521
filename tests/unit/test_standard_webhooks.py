"""Do receivers verify what is signed by Standard Webhooks, and nothing else?"""

import base64
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from batchbell.domain.standard_webhooks import SECRET_BYTES, is_secret, secret_of, signatures

SECRET = secret_of(bytes(range(32)))
OTHER = secret_of(bytes(range(1, 33)))
ID = "evt_1"
BODY = '{"type": "batch.completed", "data": {"batch_name": "naïve"}}'.encode()


def now() -> int:
    """Seconds: the verifier looks at its own clock."""
    return int(datetime.now(UTC).timestamp())


def verify(secret: str, value: str, body: bytes = BODY, *, at: int | None = None) -> None:
    """As a receiver does. Raises WebhookVerificationError."""
    timestamp = str(now() if at is None else at)
    headers = {"webhook-id": ID, "webhook-timestamp": timestamp, "webhook-signature": value}
    Verifier(secret).verify(body, headers, json_parse=False)


def test_a_known_message_has_a_known_signature() -> None:
    """The example of the specification."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    value = signatures([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert value == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_verifies_it() -> None:
    verify(SECRET, signatures([SECRET], ID, now(), BODY))


def test_another_secret_does_not() -> None:
    with pytest.raises(WebhookVerificationError):
        verify(OTHER, signatures([SECRET], ID, now(), BODY))


def test_a_changed_body_is_refused() -> None:
    with pytest.raises(WebhookVerificationError):
        verify(SECRET, signatures([SECRET], ID, now(), BODY), BODY + b" ")


def test_another_events_signature_is_refused() -> None:
    with pytest.raises(WebhookVerificationError):
        verify(SECRET, signatures([SECRET], "evt_2", now(), BODY))


@pytest.mark.parametrize("seconds", [-301, 301])
def test_what_was_recorded_long_ago_is_refused(seconds: int) -> None:
    at = now() + seconds
    with pytest.raises(WebhookVerificationError):
        verify(SECRET, signatures([SECRET], ID, at, BODY), at=at)


@pytest.mark.parametrize("secret", [SECRET, OTHER])
def test_each_of_two_secrets_verifies_it(secret: str) -> None:
    verify(secret, signatures([SECRET, OTHER], ID, now(), BODY))


def test_the_secret_in_force_comes_first() -> None:
    """Receivers that read one signature read the first."""
    both = signatures([SECRET, OTHER], ID, 1, BODY).split(" ")
    assert both == [signatures([one], ID, 1, BODY) for one in (SECRET, OTHER)]


@given(key=st.binary(min_size=24, max_size=64), body=st.binary(max_size=200))
def test_any_secret_that_is_taken_verifies(key: bytes, body: bytes) -> None:
    secret, at = secret_of(key), now()
    assert is_secret(secret)
    verifier = Verifier(secret)
    text = body.decode("latin-1")  # the verifier wants text
    sent = text.encode()
    expected = verifier.sign(ID, datetime.fromtimestamp(at, UTC), text)
    assert signatures([secret], ID, at, sent) == expected


def test_a_made_secret_is_taken() -> None:
    secret = secret_of(bytes(SECRET_BYTES))
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == SECRET_BYTES
    assert is_secret(secret)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "whsec_",
        secret_of(bytes(23)),
        secret_of(bytes(65)),
        SECRET.removeprefix("whsec_"),
        "WHSEC_" + SECRET.removeprefix("whsec_"),
        "whsec_" + SECRET,
        SECRET.rstrip("="),
        SECRET + "=",
        SECRET + "\n",
        " " + SECRET,
        SECRET.replace("B", "-"),
        "whsec_" + "ä" * 44,
        "whsec_" + "A" * 42 + "B=",  # bits that no byte has
    ],
)
def test_no_other_spelling_is_taken(text: str) -> None:
    assert not is_secret(text)


def test_what_was_not_checked_signs_nothing() -> None:
    with pytest.raises(ValueError, match="checked"):
        signatures(["s3cret"], ID, 1, BODY)
