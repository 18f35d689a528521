"""How is a function of the protocol written down, so that others can come in between its calls?

As a generator of port calls: `yield from batches.read(...)` is one, and between two of them
anything may happen. The machine (`tests.model.machine`) relies on three rules. A `yield from` is a
statement of its own, or all of an assignment or a `return`; what a loop goes through can be told
from its variable; and what a function remembers are values that can be hashed.
"""

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from tests.model.world import World

P = ParamSpec("P")
R = TypeVar("R")


CLOCK = "the clock"
"""What stands for a port where a function looks at the time, and something depends on it."""


class Step(NamedTuple):
    """One port call, about to be made. `more`: it is a query's, and more rows of it follow.

    A query is no snapshot: its rows are read one after another, a step each.
    """

    port: str
    run: Callable[[World], Any]
    arguments: tuple[object, ...]
    more: bool = False


Calls: TypeAlias = Generator[Step, Any, R]
"""A function of the protocol: it yields its calls and is sent their results, each of its type."""


class PortCall(Generator[Step, Any, R]):
    """A single step, to be yielded from."""

    def __init__(self, step: Step) -> None:
        self._step: Step | None = step

    def send(self, value: Any) -> Step:
        """First the step; then, with its result, the end."""
        step, self._step = self._step, None
        if step is None:
            raise StopIteration(value)
        return step

    def throw(self, error: Any, *_: Any) -> Step:
        """No call of the model fails: who makes it is given up."""
        raise error


def port(name: str) -> Callable[[Callable[Concatenate[World, P], R]], Callable[P, Calls[R]]]:
    """Makes a change or a look at the world a call of the port method of this name."""

    def decorate(method: Callable[Concatenate[World, P], R]) -> Callable[P, Calls[R]]:
        @wraps(method)
        def call(*args: P.args, **kwargs: P.kwargs) -> Calls[R]:
            def run(w: World) -> R:
                return method(w, *args, **kwargs)

            return PortCall(Step(name, run, args))

        return call

    return decorate
