"""The `Each` port on threads: how are independent calls made side by side?"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ThreadedEach:
    """See `batchbell.ports.Each`. `threads`: how many calls run at the same time, at most."""

    threads: int

    def __call__(self, function: Callable[[A], R], arguments: Iterable[A], /) -> list[R]:
        """The results, in order. The first error, by that order, is raised once all have ended."""
        with ThreadPoolExecutor(self.threads) as pool:
            calls = [pool.submit(function, argument) for argument in arguments]
            wait(calls)
        return [call.result() for call in calls]
