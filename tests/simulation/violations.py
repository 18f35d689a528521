"""What is broken?"""


class Violation(AssertionError):
    """A guarantee does not hold."""


def demand(holds: object, guarantee: str) -> None:
    """Raises `Violation` unless it holds."""
    if not holds:
        raise Violation(guarantee)
