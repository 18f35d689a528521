"""Under which name does a caller make something, so that a retry finds it again?"""

from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from batchbell.runtime.invalid import invalid

IDEMPOTENCY_KEY_CHARACTERS = 255
REPLAYED = {"Idempotency-Replayed": "true"}
"""In the answer to a retry."""


def idempotency_key(event: APIGatewayProxyEvent) -> str | None:
    """The request's `Idempotency-Key`, if it has one. Raises `CallerError` 400."""
    key = event.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= IDEMPOTENCY_KEY_CHARACTERS:
        hint = f"must be 1 to {IDEMPOTENCY_KEY_CHARACTERS} characters"
        raise invalid({"Idempotency-Key": hint})
    return key
