"""How much of a call's time is left?"""

import time


class Deadline:
    """A moment on the monotonic clock: one for the whole call, whatever it consists of."""

    def __init__(self, milliseconds: int) -> None:
        self._at = time.monotonic() + milliseconds / 1000

    def left(self) -> float:
        """Seconds that are left, more than zero. Raises TimeoutError when there are none."""
        seconds = self._at - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds
