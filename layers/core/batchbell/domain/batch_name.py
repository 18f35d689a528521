"""What passes for the name of a batch of documents?"""

import re

BATCH_NAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}"  # Documents API contract, "Rules"
"""Nothing that a URL would have to escape."""

_NAME = re.compile(BATCH_NAME_PATTERN)


def is_batch_name(name: str) -> bool:
    """Whether a batch may have this name."""
    return _NAME.fullmatch(name) is not None
