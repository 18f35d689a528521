"""Who comes in between two port calls?"""

from collections.abc import Callable, Sequence

from tests.memory.hooks import Hook, Killed


class Intruder:
    """Runs an action right after port call number `number` (from 1), or after every call (None)."""

    def __init__(self, action: Callable[[], object], number: int | None = None) -> None:
        self._action = action
        self._number = number
        self.calls = 0

    @property
    def came(self) -> bool:
        """Whether there were as many calls."""
        return self.calls >= (self._number or 1)

    def before(self, call_name: str) -> None:
        """Waits."""

    def after(self, call_name: str) -> None:
        """Comes in when its moment has come."""
        self.calls += 1
        if self._number in (None, self.calls):
            self._action()


class Executioner(Intruder):
    """Kills whoever makes port call number `number`, right after it."""

    def __init__(self, number: int) -> None:
        super().__init__(_kill, number)


def _kill() -> None:
    raise Killed("here")


class All:
    """Several hooks, one after another."""

    def __init__(self, hooks: Sequence[Hook]) -> None:
        self._hooks = hooks

    def before(self, call_name: str) -> None:
        """To each."""
        for hook in self._hooks:
            hook.before(call_name)

    def after(self, call_name: str) -> None:
        """To each."""
        for hook in self._hooks:
            hook.after(call_name)


class Outermost(All):
    """Hooks that do not see the calls made from within any of them."""

    def __init__(self, hooks: Sequence[Hook]) -> None:
        super().__init__(hooks)
        self._inside = False

    def after(self, call_name: str) -> None:
        """To each, unless one of them is at work."""
        if self._inside:
            return
        self._inside = True
        try:
            super().after(call_name)
        finally:
            self._inside = False
