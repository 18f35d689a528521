"""How does a caller get its answer, when what should have answered was killed?"""

import json
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from threading import Event, Semaphore
from typing import Protocol, TypeVar

_AGAIN_SECONDS = 0.2


class _Answer(Protocol):
    @property
    def status(self) -> int:
        """Of the answer."""


A = TypeVar("A", bound=_Answer)


class Stopped(Exception):
    """The run has stopped before an answer came."""


class Asking:
    """Calls of one caller. `unanswered` counts those by method that nobody answered: a function had
    died, or the gateway gave up. `line`: how many call at once; each of them needs a sandbox that
    takes its time to start.
    """

    def __init__(self, line: Semaphore, stopping: Event) -> None:
        self._line = line
        self._stopping = stopping
        self.unanswered: Counter[str] = Counter()

    def answered(self, method: str, call: Callable[[], A]) -> A:
        """Call until somebody answers: what was killed says nothing, or a 5xx. Raises `Stopped`."""
        while not self._stopping.is_set():
            try:
                with self._line:
                    answer = call()
            except (OSError, HTTPException, json.JSONDecodeError):
                answer = None
            if answer is not None and answer.status < 500 and answer.status != 429:
                return answer
            self.unanswered[method] += 1
            self._stopping.wait(_AGAIN_SECONDS)
        raise Stopped
