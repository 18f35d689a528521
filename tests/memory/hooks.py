"""What may happen around a port call?

A hook sees every call: `before` and `after` may raise, move the clock, or let somebody else run.
What is raised in `after` comes when the call has happened: the caller does not know that it has.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Hook(Protocol):
    """Watches port calls by name, such as `batches.close`."""

    def before(self, call_name: str) -> None:
        """The call has not happened yet."""

    def after(self, call_name: str) -> None:
        """The call has happened."""


class Unwatched:
    """Does nothing."""

    def before(self, call_name: str) -> None:
        """Lets it happen."""

    def after(self, call_name: str) -> None:
        """Goes on."""


class Recorder:
    """Remembers the names of the calls that happened, in order."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def before(self, call_name: str) -> None:
        """Lets it happen."""

    def after(self, call_name: str) -> None:
        """Takes the name down."""
        self.calls.append(call_name)


class Killed(BaseException):
    """The function died here. Not an `Exception`: no handler can survive it."""


class Delayed(BaseException):
    """Raised by `before`: the caller is told `error`, and the call happens when somebody makes it.

    What a client sees whose request is still under way when its patience ends.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error
        self.call: Callable[[], object] | None = None


class KillAfter:
    """Kills the function once, right after its call number `number` (from 1); later calls go on."""

    def __init__(self, number: int) -> None:
        self._left = number

    @property
    def struck(self) -> bool:
        """Whether there were as many calls."""
        return self._left <= 0

    def before(self, call_name: str) -> None:
        """Lets it happen."""

    def after(self, call_name: str) -> None:
        """Counts down."""
        self._left -= 1
        if self._left == 0:
            raise Killed(call_name)


class Watched(Protocol):
    """Anything whose calls a hook sees."""

    @property
    def hook(self) -> Hook:
        """The one that sees them now."""


S = TypeVar("S", bound=Watched)
P = ParamSpec("P")
R = TypeVar("R")


def atomic(
    call_name: str,
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Makes a method one atomic port call: the hook sees it before and after, never within."""

    def decorate(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        @wraps(method)
        def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            try:
                self.hook.before(call_name)
            except Delayed as delayed:
                delayed.call = partial(method, self, *args, **kwargs)
                raise delayed.error from None
            result = method(self, *args, **kwargs)
            self.hook.after(call_name)
            return result

        return call

    return decorate
