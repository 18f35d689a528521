"""The `Each` port, one after another."""

from collections.abc import Callable, Iterable
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


def one_by_one(function: Callable[[A], R], arguments: Iterable[A], /) -> list[R]:
    """The results, in order. The first error is raised once all have ended; a kill ends all."""
    results: list[R] = []
    errors: list[Exception] = []
    for argument in arguments:
        try:
            results.append(function(argument))
        except Exception as error:  # noqa: BLE001  # whatever one call raises, the others are made
            errors.append(error)
    if errors:
        raise errors[0]
    return results
