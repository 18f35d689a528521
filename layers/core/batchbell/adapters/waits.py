"""How long does an adapter wait before it makes a refused call again?"""

import random
from collections.abc import Iterator

TRIES = 9
"""Some two seconds in all: dozens of chunks of one batch, closing at once, meet on its record."""
FIRST_SECONDS = 0.02
LONGEST_SECONDS = 0.5


def waits() -> Iterator[float]:
    """Seconds to wait before each try: none, then doubled each time, with jitter."""
    yield 0
    for number in range(TRIES - 1):
        longest = min(FIRST_SECONDS * 2**number, LONGEST_SECONDS)
        yield longest * random.uniform(0.5, 1)  # noqa: S311  # spreads load, guards nothing
