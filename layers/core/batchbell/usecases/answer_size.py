"""How much of an answer does something take?

An answer is at most 5 MB (both contracts), in bytes as API Gateway receives it from a function:
JSON in a JSON string, in ASCII.
"""

import json
from typing import Any

ANSWER_BYTES = 5_000_000
HEAVIEST = 4_500_000
"""What is left for the content of any one row or document."""


def quoted_bytes(value: Any) -> int:
    """Bytes of a value of JSON as it stands in an answer."""
    return len(json.dumps(json.dumps(value)))
