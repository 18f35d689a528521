"""What time is it in a test?"""

START = 1_790_000_000_000
"""Epoch milliseconds (September 2026)."""


class VirtualClock:
    """Stands still until it is told to go on. Times are epoch milliseconds."""

    def __init__(self, now: int = START) -> None:
        self._now = now

    def __call__(self) -> int:
        return self._now

    def advance(self, milliseconds: int) -> int:
        """-> the time after it."""
        self._now += milliseconds
        return self._now
