"""What passes for the URL of a receiver?

Source: Pages API contract, "Webhook": http or https, at most 2,048 characters. Whether it may be
dialled shows when it is: that is an attempt that failed, not a request that is refused.
"""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

ADDRESS_CHARACTERS = 2_048


def _web_address(value: str) -> str:
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or any(character <= " " or character == "\x7f" for character in value):
        raise ValueError("must be an http or https URL")
    return value


WebAddress = Annotated[
    str,
    Field(max_length=ADDRESS_CHARACTERS, json_schema_extra={"format": "uri"}),
    AfterValidator(_web_address),
]
"""A URL as it is stored; Python's `hostname` finds a host in it."""
