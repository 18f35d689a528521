"""How is what callers send read, in either API?"""

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

METADATA_BYTES = 2_048


class Request(BaseModel):
    """Types as JSON has them: no number is read from a string. Errors never quote what was sent."""

    model_config = ConfigDict(
        strict=True,
        extra="ignore",
        hide_input_in_errors=True,
        defer_build=True,  # an invocation validates one of them, at its first request
    )


def require_small(value: Any) -> None:
    """Raises ValueError for metadata of a caller that are too large to be kept."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > METADATA_BYTES:
        raise ValueError(f"must be at most {METADATA_BYTES} bytes of JSON, is {size}")
