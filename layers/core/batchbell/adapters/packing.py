"""How is JSON content packed to be stored?"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

INLINE_BYTES = 8_192
"""Packed content up to this size lives in a table row: an S3 PUT costs as much as 8 write units."""


class Undecodable(ValueError):
    """Stored bytes are not what `pack` makes."""


def pack(content: Mapping[str, Any]) -> bytes:
    """Compressed JSON. Any text comes back, lone surrogates included, and keys in their order."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def unpack(packed: bytes) -> Mapping[str, Any]:
    """The content. Raises `Undecodable`."""
    try:
        content = json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))
    except (zlib.error, ValueError) as error:
        raise Undecodable("stored content cannot be decoded") from error
    if not isinstance(content, dict):
        raise Undecodable("stored content is not an object")
    return content
