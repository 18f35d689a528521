"""Under which name is a file kept that its sender named?"""

import re

LONGEST_NAME = 255
"""Characters. What is beyond is cut off."""
NAMELESS = "document"

_SEPARATORS = re.compile(r"[/\\]")
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls, line ends, what turns the direction of text, and halves of characters."""


def base_name(name: str | None) -> str:
    """The name alone, without a path and without what would harm where it is shown."""
    last = _SEPARATORS.split(name or "")[-1]
    shown = _HARMFUL.sub("", last).strip()[:LONGEST_NAME].strip()
    return NAMELESS if shown.strip(".") == "" else shown
